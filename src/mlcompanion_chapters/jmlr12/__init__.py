"""Chapters after Journal of Machine Learning Research 12."""
