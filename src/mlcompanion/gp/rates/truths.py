"""True functions of a known smoothness.

Source: van der Vaart and van Zanten (2011), section 1.5.1.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real, check_rng

__all__ = ["CosineSeries", "sobolev_function"]


class CosineSeries(NamedTuple):
    r"""The function :math:`\sum_ka_k\cos(2\pi kx+u_k)`; call it with points of [0, 1].

    Attributes
    ----------
    amplitudes : ndarray, shape (m,)
        Of the frequencies 1, …, m.
    phases : ndarray, shape (m,)
    """

    amplitudes: np.ndarray
    phases: np.ndarray

    def __call__(self, x):
        """Values at points; shape (n,) for points of shape (n,) or (n, 1)."""
        x = check_array(x, "x")
        if x.ndim == 2 and x.shape[1] == 1:
            x = x[:, 0]
        if x.ndim > 1:
            raise ValueError(f"x must have one column, got shape {x.shape}")
        flat = np.atleast_1d(x)
        angles = np.exp(2j * np.pi * flat)
        turned = self.amplitudes * np.exp(1j * self.phases)
        # Horner's rule from the highest frequency down: one product a term, no cosine
        total = np.zeros(len(flat), dtype=complex)
        for amplitude in turned[::-1]:
            total = (total + amplitude) * angles
        return total.real.reshape(x.shape)


def sobolev_function(beta, n_terms=1000, *, random_state=None):
    r"""A function of smoothness ``beta``: amplitudes :math:`k^{-\beta-1/2}`, random phases.

    Parameters
    ----------
    beta : float
        Smoothness; positive. It lies in every Sobolev space below beta, in none above.
    n_terms : int
        Frequencies; well beyond the number of points at which it will be seen.
    random_state : int, Generator or None

    Returns
    -------
    CosineSeries

    Raises
    ------
    ValueError
        If an argument is out of range.
    """
    beta = check_real(beta, "beta", low=0, open_low=True)
    n_terms = check_count(n_terms, "n_terms", low=1)
    phases = check_rng(random_state).uniform(0, 2 * np.pi, n_terms)
    k = np.arange(1.0, n_terms + 1)
    return CosineSeries(k ** -(beta + 0.5), phases)
