"""Experiments on causal orders."""
