"""Chapters after Online Learning: Theory, Algorithms, and Applications."""
