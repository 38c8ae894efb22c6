"""Two small errata: the mean of a Beta prior, and what a far sensor tells."""

import numpy as np
from scipy.integrate import quad
from scipy.special import beta, entr

__all__ = ["expected_accuracy", "told_at"]


def expected_accuracy(k):
    """Mean of the Beta density with k right counts and one wrong, by numerical integration."""
    return quad(lambda p: p * p ** (k - 1) / beta(k, 1), 0, 1, epsabs=1e-13)[0]


def told_at(distance, as_printed):
    """A reading "good" of a rock that is good with probability 1/2.

    Parameters
    ----------
    distance : float
        In units of d0.
    as_printed : bool
        Read the efficiency as the probability of a right reading.

    Returns
    -------
    float, float
        Probability that the rock is good, and the bits that a reading tells.
    """
    eta = 2.0**-distance
    right = eta if as_printed else (1 + eta) / 2
    left = entr([right, 1 - right]).sum() / np.log(2)
    return right, 1 - left
