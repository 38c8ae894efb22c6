"""Experiments on clustering a stream."""
