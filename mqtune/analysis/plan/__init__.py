"""The difference between two states of queue managers: changes, risk classes, and the MQSC."""
