"""Replace me: what the page of L9 runs. Here, how far the mean of ``n`` draws errs."""

import numpy as np

__all__ = ["errors_of_means"]


def errors_of_means(n, repeats, seed):
    """Errors of the means of ``n`` standard normal draws (table-1-error, theorem-1-rate).

    Parameters
    ----------
    n : int
        Draws a mean.
    repeats : int
    seed : int

    Returns
    -------
    ndarray of shape (repeats,)
        Each mean's distance from the true one, with its sign.
    """
    rng = np.random.default_rng(seed)
    return rng.normal(size=(repeats, n)).mean(axis=1)
