"""Greedy mirror descent for strongly convex losses: steps ``1 / (sigma t)``, regret ``log T``.

Shalev-Shwartz (2007), chapter 4: the framework of Figure 4.1 in any geometry.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_instance, check_real, read_only
from mlcompanion.convex.mirror_maps import MirrorMap
from mlcompanion.optimize.stochastic.mirror_steps import unchecked_step

__all__ = ["StronglyConvexOMD", "root_steps", "strong_steps"]


def strong_steps(sigma, n_rounds, first=1):
    """The steps ``1 / (sigma t)`` for ``t = first, first + 1, ...`` (Figure 4.1)."""
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    n_rounds = check_count(n_rounds, "n_rounds")
    first = check_count(first, "first", low=1)
    return 1 / (sigma * np.arange(first, first + n_rounds))


def root_steps(factor, n_rounds, first=1):
    """The steps ``factor / sqrt(t)`` that losses without curvature need."""
    factor = check_real(factor, "factor", low=0, open_low=True)
    n_rounds = check_count(n_rounds, "n_rounds")
    first = check_count(first, "first", low=1)
    return factor / np.sqrt(np.arange(first, first + n_rounds))


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
        # The dual point is kept beside w: the next step starts there and needs no gradient map.
        self._dual = geometry.gradient(self.w_)
        # on the border of the simplex the gradient is infinite: no step would leave it
        if not (np.isfinite(geometry.value(self.w_)) and np.isfinite(self._dual).all()):
            raise ValueError(f"start must lie where f is differentiable, got {start}")
        self.eta = eta if eta is None else check_instance(eta, "eta", callable, "step rule")
        self.t_ = 0
        self.eta_ = np.nan

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
