"""Causal discovery: who comes first, and how strongly."""
