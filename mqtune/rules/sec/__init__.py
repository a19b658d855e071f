"""Rules of the SEC family: authentication, authorisation, encryption and auditing."""
