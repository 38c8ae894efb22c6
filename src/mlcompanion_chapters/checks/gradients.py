"""Derivatives by differences, to hold the formulas against."""

import numpy as np

__all__ = ["numerical_gradient"]


def numerical_gradient(function, w, step=1e-5):
    """Central differences of a function of one vector; 2 n evaluations."""
    moves = step * np.eye(len(w))
    return np.array([(function(w + e) - function(w - e)) / (2 * step) for e in moves])
