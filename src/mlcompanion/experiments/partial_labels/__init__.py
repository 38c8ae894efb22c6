"""Experiments on candidate labels."""
