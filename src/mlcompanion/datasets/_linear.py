"""Labels drawn from a hyperplane, some of them flipped: the plainest stream for online learners.

The project's own generator; the claims of Shalev-Shwartz (2007), chapters 2 to 5, are tried on it.
"""

import numpy as np
from sklearn.utils import Bunch

from mlcompanion._validation import check_count, check_real, check_rng

__all__ = ["make_noisy_separator"]


def make_noisy_separator(n_samples=1000, n_features=20, *, flip=0.0, margin=0.0, random_state=None):
    """Draw unit vectors, label them by a hyperplane through the origin and flip some labels.

    Parameters
    ----------
    n_samples, n_features : int
    flip : float
        Probability in [0, 1] that a label is turned.
    margin : float
        Points are drawn until ``|<w, x>| >= margin``; in [0, 1).
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n_samples, n_features) with rows of norm 1, ``target`` (n_samples,) of -1 and 1,
        ``clean`` (the labels before flipping), ``coef`` (n_features,) the normal, of norm 1.

    Raises
    ------
    ValueError
        On a wrong argument, or where fewer than one draw in 10,000 keeps the margin.

    Notes
    -----
    Costs ``n_samples * n_features`` divided by the share of draws that keep the margin.
    """
    n = check_count(n_samples, "n_samples", low=1)
    d = check_count(n_features, "n_features", low=1)
    flip = check_real(flip, "flip", low=0, high=1)
    margin = check_real(margin, "margin", low=0, high=1, open_high=True)
    rng = check_rng(random_state)
    coef = rng.standard_normal(d)
    coef /= np.linalg.norm(coef)
    kept = []
    n_kept = 0
    drawn = 0
    while n_kept < n:
        X = rng.standard_normal((n, d))
        X /= np.linalg.norm(X, axis=1, keepdims=True)
        X = X[np.abs(X @ coef) >= margin]
        kept.append(X)
        n_kept = n_kept + len(X)
        drawn = drawn + n
        if n_kept < 1e-4 * drawn:
            raise ValueError(f"margin {margin} is too large for {d} features: no point keeps it")
    X = np.concatenate(kept)[:n]
    clean = np.where(X @ coef > 0, 1, -1)
    target = np.where(rng.random(n) < flip, -clean, clean)
    return Bunch(data=X, target=target, clean=clean, coef=coef, DESCR="Noisy linear separator.")
