"""Clients, CCDT and JMS."""
