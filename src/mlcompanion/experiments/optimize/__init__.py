"""Experiments on dual augmented Lagrangians."""
