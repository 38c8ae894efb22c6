"""Chapters after Learning with Sparsity."""
