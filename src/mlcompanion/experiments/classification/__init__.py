"""Experiments on classifiers: boundaries, probabilities, votes."""
