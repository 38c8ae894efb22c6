"""Clustering: k-means and its relatives, batch and on line."""
