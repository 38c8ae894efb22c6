"""Experiments with laws: their stories, moments, shapes and sums."""
