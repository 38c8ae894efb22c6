"""Tuning by permutation: how far does the correlation stand out from that of unrelated views?

Chen (2013), section 4.4.2, after Witten and Tibshirani (2009).
"""

from typing import NamedTuple

import numpy as np
from sklearn.base import clone

from mlcompanion._validation import check_array, check_count, check_has, check_list, check_rng

__all__ = ["PermutationTuning", "permutation_tune"]

CEILING = 1 - 1e-12  # a correlation of one has no finite z


class PermutationTuning(NamedTuple):
    """What :func:`permutation_tune` returns.

    Attributes
    ----------
    settings : list of dict
    correlations : ndarray of shape (n_settings,)
        On the data as they are.
    permuted : ndarray of shape (n_settings, n_permutations)
        With the rows of the second view shuffled.
    z : ndarray of shape (n_settings,)
        How many standard deviations the first stands above the others, after Fisher's
        transformation; 0 for a model without weights.
    best : dict
        The setting with the largest z, the first of equals.
    """

    settings: list
    correlations: np.ndarray
    permuted: np.ndarray
    z: np.ndarray
    best: dict


def _standing_out(observed, shuffled):
    """z of an observed correlation among those of shuffled views."""
    if observed == 0:
        return 0.0
    # Fisher's transform: correlations near 1 are spread out, their law is nearly normal
    transformed = np.arctanh(np.clip(shuffled, -CEILING, CEILING))
    spread = transformed.std(ddof=1)
    height = np.arctanh(min(observed, CEILING)) - transformed.mean()
    return height / spread if spread > 0 else np.inf * np.sign(height)


def permutation_tune(model, X, y, settings, *, n_permutations=25, random_state=None):
    """Choose among settings the one whose correlation stands out most from shuffled views.

    Parameters
    ----------
    model : GroupSparseCCA, GroupPursuitCCA, TreeSparseCCA or SparseCCA
        Cloned for every fit; with ``n_init=0`` a fit is cheap.
    X : array_like of shape (n_samples, n_features)
    y : array_like of shape (n_samples, n_columns)
    settings : sequence of dict
        Parameters of the model, for example ``[{"theta": 0.1}, {"theta": 0.2}]``.
    n_permutations : int
        At least 2; the same shuffles for all settings.
    random_state : int, Generator or None

    Returns
    -------
    PermutationTuning

    Raises
    ------
    ValueError
        If the views have different lengths, or there are no settings.

    Notes
    -----
    Weights are fitted anew to every shuffle, so that the freedom of a weak penalty counts against
    it. Cost: ``(1 + n_permutations) * n_settings`` fits.
    Source: Chen (2013), section 4.4.2; Witten and Tibshirani (2009), section 2.4.
    """
    check_has(model, "model", "fit", "get_params")
    X = check_array(X, "X", ndim=2, min_rows=2)
    y = check_array(y, "y", shape=(len(X), None))
    settings = [dict(setting) for setting in check_list(settings, "settings")]
    n_permutations = check_count(n_permutations, "n_permutations", low=2)
    rng = check_rng(random_state)
    # the same shuffles for all settings: their z differ by the settings alone
    orders = [rng.permutation(len(X)) for _ in range(n_permutations)]
    observed = np.empty(len(settings))
    shuffled = np.empty((len(settings), n_permutations))
    for k, setting in enumerate(settings):
        candidate = clone(model).set_params(**setting)
        observed[k] = abs(candidate.fit(X, y).correlation_)
        for b, order in enumerate(orders):
            shuffled[k, b] = abs(candidate.fit(X, y[order]).correlation_)
    z = np.array([_standing_out(*pair) for pair in zip(observed, shuffled)])
    return PermutationTuning(settings, observed, shuffled, z, settings[int(np.argmax(z))])
