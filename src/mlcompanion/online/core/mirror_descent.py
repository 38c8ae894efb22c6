"""Greedy mirror descent for strongly convex losses: steps ``1 / (sigma t)``, regret ``log T``.

Shalev-Shwartz (2007), chapter 4: the framework of Figure 4.1 in any geometry.
"""

import numpy as np
from scipy.special import logsumexp

from mlcompanion._validation import check_array, check_count, check_instance, check_real, read_only
from mlcompanion.convex.mirror_maps import ENTROPY, MirrorMap

__all__ = ["StronglyConvexOMD", "mirror_step", "root_steps", "strong_steps"]


def strong_steps(sigma, n_rounds, first=1):
    """The steps ``1 / (sigma t)`` for ``t = first, first + 1, ...`` (Figure 4.1)."""
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    n_rounds, first = check_count(n_rounds, "n_rounds"), check_count(first, "first", low=1)
    return 1 / (sigma * np.arange(first, first + n_rounds))


def root_steps(factor, n_rounds, first=1):
    """The steps ``factor / sqrt(t)`` that losses without curvature need."""
    factor = check_real(factor, "factor", low=0, open_low=True)
    n_rounds, first = check_count(n_rounds, "n_rounds"), check_count(first, "first", low=1)
    return factor / np.sqrt(np.arange(first, first + n_rounds))


def mirror_step(geometry, dual, subgradient, eta):
    """One round of Figure 4.1, from ``grad f(w_t)`` to ``w_{t+1}`` and ``grad f(w_{t+1})``.

    Parameters
    ----------
    geometry : MirrorMap
        ``f``; its link is the gradient of the conjugate, projection included.
    dual, subgradient : ndarray, shape (n,)
        ``grad f(w_t)`` and a subgradient of ``g_t`` at ``w_t``.
    eta : float

    Returns
    -------
    w, dual : ndarray, shape (n,)

    Notes
    -----
    O(n). On the simplex the new dual vector comes from logarithms, so that a weight that underflows
    to 0 can return.
    """
    check_instance(geometry, "geometry", MirrorMap)
    dual = check_array(dual, "dual", ndim=1, min_rows=1)
    subgradient = check_array(subgradient, "subgradient", shape=dual.shape)
    return unchecked_step(geometry, dual, subgradient, check_real(eta, "eta", low=0))


def unchecked_step(geometry, dual, subgradient, eta):
    """What :func:`mirror_step` does, for arrays that are known to be right."""
    theta = dual - eta * subgradient
    w = geometry.link(theta)
    if geometry.code == ENTROPY:
        return w, 1 + theta - logsumexp(theta)  # grad f = 1 + log w
    return w, geometry.gradient(w)


class StronglyConvexOMD:
    """Online strongly convex programming (Figure 4.1).

    Parameters
    ----------
    geometry : MirrorMap
        The differentiable ``f``: ``Euclidean(radius)``, ``Entropy()`` or ``PNorm(p)``.
    sigma : float
        ``g_t / sigma`` is strongly convex with respect to ``f``.
    start : array_like, shape (n,)
        ``w_1``, where ``f`` is finite and differentiable: inside the simplex for the entropy.
    eta : callable, optional
        Another step rule ``t -> eta_t``; default ``1 / (sigma t)``.

    Attributes
    ----------
    w_ : ndarray, shape (n,)
        ``w_t``, the prediction of this round.
    t_ : int
        Rounds played.
    eta_ : float
        Step of the last round.

    Raises
    ------
    ValueError
        If ``sigma`` is not positive or ``start`` is not a point of the domain.

    Notes
    -----
    O(n) a round. The state is ``w_t``: greedy, where dual ascent keeps the sum of all
    subgradients.
    """

    def __init__(self, geometry, sigma, start, eta=None):
        self.geometry = check_instance(geometry, "geometry", MirrorMap)
        self.sigma = check_real(sigma, "sigma", low=0, open_low=True)
        self.w_ = check_array(start, "start", ndim=1, min_rows=1).copy()
        self._dual = geometry.gradient(self.w_)
        if not (np.isfinite(geometry.value(self.w_)) and np.isfinite(self._dual).all()):
            raise ValueError(f"start must lie where f is differentiable, got {start}")
        self.eta = eta if eta is None else check_instance(eta, "eta", callable, "step rule")
        self.t_, self.eta_ = 0, np.nan

    def step(self, subgradient):
        """Take a subgradient of ``g_t`` at ``w_`` and move to the next prediction.

        Parameters
        ----------
        subgradient : array_like, shape (n,)

        Returns
        -------
        ndarray, shape (n,)
            The new ``w_``, read-only.
        """
        subgradient = check_array(subgradient, "subgradient", shape=self.w_.shape)
        self.t_ += 1
        self.eta_ = 1 / (self.sigma * self.t_) if self.eta is None else self.eta(self.t_)
        self.w_, self._dual = unchecked_step(self.geometry, self._dual, subgradient, self.eta_)
        read_only(self.w_)
        return self.w_
