"""Rules of the CLT family: client channel definition tables and client configuration files."""
