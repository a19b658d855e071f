"""Runs programs on hosts, here and over ssh, each under a guard that ends it when mqtune ends."""
