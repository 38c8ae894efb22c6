"""Experiments on rankings from clicks."""
