"""One library card: five smudged digits, read one by one and as a string."""

import warnings
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.classification import SoftmaxRegression
from mlcompanion.classification.structured import LinearChainCRF
from mlcompanion.sequences import chain_sums, viterbi

from .digits import RIDGE, both_sides, digit_strings, halves

NOISES = (0.0, 0.2, 0.4, 0.5, 0.6, 0.8, 1.0, 1.2, 1.5)
CARD = 32  # the seed of the card


class Reading(NamedTuple):
    """Probabilities of the digits at each place, without and with neighbours; the best string."""

    alone: np.ndarray
    joint: np.ndarray
    path: np.ndarray


@lru_cache
def readers():
    """Random field and logistic regression, both trained on strings with noise 0.5."""
    train, _ = both_sides(0, (400, 1), noise=0.5)
    field = LinearChainCRF(RIDGE, tol=1e-3, max_iter=500).fit(*train)
    alone = SoftmaxRegression(RIDGE, fit_intercept=False, tol=1e-3, max_iter=500)
    return field, alone.fit(np.concatenate(train.xs), np.concatenate(train.ys))


@lru_cache
def card():
    """Clean images, labels and the smudges of the card."""
    rng = np.random.default_rng(CARD)
    strings = digit_strings(1, halves(0)[1], rng)
    return strings.xs[0], strings.ys[0], rng.normal(size=(5, 64))


def read(noise, strength=1.0):
    """Read the card; ``strength`` multiplies what the reader believes of neighbours."""
    images, _, smudges = card()
    x = images + noise * smudges
    field, alone = readers()
    T = strength * field.transition_
    places = x @ field.coef_.T
    places[0] += T.diagonal()
    path = viterbi(places[0], T, places=places[1:])
    return Reading(alone.predict_proba(x), chain_sums(places, T).single, path)


def without_transitions(n=100):
    """Largest differences of probabilities from logistic regression: no transitions, and free."""
    train, test = both_sides(1, (n, n))
    rows = np.concatenate(test.xs)
    search = {"tol": 1e-8, "max_iter": 5000}
    alone = SoftmaxRegression(RIDGE, fit_intercept=False, **search)
    differences = []
    for transitions in (False, True):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # rounding: the result is compared
            alone.fit(np.concatenate(train.xs), np.concatenate(train.ys))
            field = LinearChainCRF(RIDGE, transitions=transitions, **search).fit(*train)
        found = np.concatenate(field.predict_marginals(test.xs))
        differences.append(abs(found - alone.predict_proba(rows)).max())
    return {"prob_diff": float(differences[0]), "free_diff": float(differences[1])}


#: Five places, three labels: the example of the recursions.
SMALL_PLACES = np.array(
    [[0.0, 0.6, -0.5], [0.3, 0.2, 0.4], [1.2, 0.0, 0.9], [-0.2, 0.5, 0.4], [0.1, 0.8, 0.0]]
)
SMALL_MOVES = np.array([[-1.0, 1.2, 0.2], [0.3, -1.0, 1.5], [1.4, 0.1, -1.0]])
