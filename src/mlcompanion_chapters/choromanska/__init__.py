"""Chapters after Selected Machine Learning Reductions."""
