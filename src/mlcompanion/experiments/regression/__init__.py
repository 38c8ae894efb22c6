"""Experiments on least squares and what grew from it."""
