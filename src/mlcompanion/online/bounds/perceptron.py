"""Mistake bounds of the Perceptron, against every linear classifier at once.

Shalev-Shwartz (2007), section 2.3: equation 2.1, the bound at the end of the section, and its
separable case. ``comparator_loss`` sums a comparator's hinge losses over the rounds *with a
mistake*; ``radius`` is the largest norm of an instance among them.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_flag
from mlcompanion.convex.lemmas import root_inequality_root
from mlcompanion.losses import Hinge
from mlcompanion.online.core.regret import best_in_hindsight

from .mistakes import comparator_losses, perceptron_bound

__all__ = [
    "BoundFrontier",
    "bound_frontier",
    "comparator_bounds",
    "margin_bound",
    "perceptron_bound_exact",
    "perceptron_regret_bound",
    "relative_mistake_bound",
]


def perceptron_regret_bound(norm, radius, n_rounds):
    """``X |u| sqrt(T)``: hinge regret against ``u`` of subgradient dual ascent tuned to ``|u|``."""
    norm = check_array(norm, "norm", low=0)
    radius = check_array(radius, "radius", low=0)
    return (radius * norm * np.sqrt(check_array(n_rounds, "n_rounds", low=0)))[()]


def relative_mistake_bound(comparator_loss, regret):
    """Equation 2.1: mistakes are at most the comparator's losses on them plus the regret."""
    return (check_array(comparator_loss, "comparator_loss", low=0) + check_array(regret, "regret"))[
        ()
    ]


def perceptron_bound_exact(loss, norm, X):
    """The largest M with ``M <= L + X |u| sqrt(M)`` itself, where Lemma 19 rounds up.

    Parameters
    ----------
    loss, norm, X : array_like
        L, ``|u|`` and the radius, as in :func:`~.mistakes.perceptron_bound`.

    Returns
    -------
    float or ndarray
        ``(b / 2 + sqrt(b^2 / 4 + L))^2`` with ``b = X |u|``.
    """
    b = check_array(norm, "norm", low=0) * check_array(X, "X", low=0)
    return root_inequality_root(b, check_array(loss, "loss", low=0))[()]


def margin_bound(radius, margin):
    """Separable case: ``(X / margin)^2`` mistakes, whatever the length of the stream."""
    radius = check_array(radius, "radius", low=0)
    margin = check_array(margin, "margin", low=0, open_low=True)
    return ((radius / margin) ** 2)[()]


def comparator_bounds(U, X, y, sharp=False):
    """The bound ``L + X |u| sqrt(L) + X^2 |u|^2`` for many comparators on the rounds given.

    Parameters
    ----------
    U : array_like, shape (k, n)
        One comparator a row.
    X : array_like, shape (M, n)
        Instances of the rounds with a mistake. With all rounds of a stream the bound is larger,
        still true, and the same for every order of the stream.
    y : array_like, shape (M,)
    sharp : bool
        Use :func:`perceptron_bound_exact`.

    Returns
    -------
    ndarray, shape (k,)

    Notes
    -----
    O(k M n).
    """
    X = check_array(X, "X", ndim=2)
    losses = comparator_losses(U, X, y)
    radius = np.linalg.norm(X, axis=1).max(initial=0.0)
    bound = perceptron_bound_exact if check_flag(sharp, "sharp") else perceptron_bound
    return bound(losses, np.linalg.norm(U, axis=1), radius)


class BoundFrontier(NamedTuple):
    """Comparators that trade norm against loss as well as any.

    Attributes
    ----------
    comparators : ndarray, shape (k, n)
    norms, losses, bounds : ndarray, shape (k,)
        ``|u|``, summed hinge losses, and the mistake bound.
    """

    comparators: np.ndarray
    norms: np.ndarray
    losses: np.ndarray
    bounds: np.ndarray


def bound_frontier(X, y, strengths):
    """The bound along the support vector machines of a set of rounds.

    The bound grows with the norm and with the loss of ``u``. So its minimum over *all* vectors is
    on the frontier of the two, which the minimisers of ``|u|^2 / 2 + C L(u)`` trace as C varies.

    Parameters
    ----------
    X : array_like, shape (M, n)
    y : array_like, shape (M,)
    strengths : array_like, shape (k,)
        Values of C, positive.

    Returns
    -------
    BoundFrontier

    Notes
    -----
    One run of LIBLINEAR for each C.
    """
    strengths = check_array(strengths, "strengths", ndim=1, min_rows=1, low=0, open_low=True)
    # |u|^2 / 2 + C L(u), divided by C: the solver's loss has weight 1
    U = np.array([best_in_hindsight(X, y, Hinge(), l2=1 / C) for C in strengths])
    losses = np.array([Hinge().value(np.asarray(X) @ u, y).sum() for u in U])
    return BoundFrontier(U, np.linalg.norm(U, axis=1), losses, comparator_bounds(U, X, y))
