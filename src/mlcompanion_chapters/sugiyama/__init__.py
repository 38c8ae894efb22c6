"""Chapters after Introduction to Statistical Machine Learning."""
