r"""Exact zeros for overlapping groups: from a smoothed solution to the solution itself.

Smoothing leaves dust where a group vanishes. Which groups do is told by the smoothed dual point: it
lies inside the ball of a group that is 0. On the features that remain, the objective is smooth, and
Newton's method ends at its minimum; what the groups at 0 must pull with for this to be the minimum
of all is searched for, and the duality gap certifies the result. Chen (2013), equations (2.5) and
(3.1); the polish is ours.
"""

import warnings

import numpy as np
from scipy.linalg import LinAlgError, LinAlgWarning, solve

from mlcompanion._validation import check_array, check_instance, check_real
from mlcompanion.prox import GroupPenalty

from .spg import StructuredProblem

__all__ = ["group_gap", "polish_groups"]


def group_gap(problem, w, alpha):
    r"""Duality gap at ``w``, also where entries have no l1 weight but stand in a group.

    What is left of the slopes :math:`\nabla\ell+C^\top\alpha` beyond the l1 weights is given to
    the groups of each entry; all is then shrunk by one factor, so that the groups' dual points
    lie in their balls again.

    Parameters
    ----------
    problem : StructuredProblem
        Squared loss and a penalty of l2 groups.
    w : ndarray, shape (n_features,)
    alpha : ndarray, shape (group sizes,)
        A dual point, as :meth:`GroupPenalty.dual_point` gives it.

    Returns
    -------
    float
        Infinite if an entry has a slope, no l1 weight and no group.

    Raises
    ------
    ValueError
        If the problem has another loss or penalty, or an argument does not fit it.

    Notes
    -----
    Cost: one gradient of the loss. Source: Chen (2013), section 3.2.3; the shares are ours.
    """
    penalty = _groups_of(problem)
    w = check_array(w, "w", shape=problem.shape)
    alpha = check_array(alpha, "alpha", shape=penalty.C.shape[:1])
    excess = _excess(problem, problem.fit.value_and_gradient(w)[1] + penalty.C.T @ alpha)
    entries = penalty.C.data
    members = penalty.C.indices
    squares = np.bincount(members, entries**2, penalty.n_features)
    if excess[squares == 0].any():
        return np.inf
    # in proportion to the groups' entries of C: C' of the correction is exactly the excess
    shares = excess / np.where(squares > 0, squares, 1.0)
    # C' moved = C' alpha - excess: the slope is back within the l1 weights
    moved = alpha - entries * shares[members]
    largest = np.sqrt(np.add.reduceat(moved**2, penalty.starts).max())
    return problem.gap_of_slopes(w, 1 / max(1.0, largest))


def _groups_of(problem):
    """The penalty of a problem that has the squared loss and groups of l2 norms."""
    check_instance(problem, "problem", StructuredProblem)
    penalty = check_instance(problem.penalty, "problem.penalty", GroupPenalty)
    if not problem.squared or penalty.norm_name != "l2":
        raise ValueError("problem must have the squared loss and groups of l2 norms")
    return penalty


def _excess(problem, slope):
    """What of each slope lies beyond the l1 weight of its entry."""
    limits = np.broadcast_to(problem.l1.lam, problem.shape)
    return slope - np.clip(slope, -limits, limits)


class _Face:
    """The objective on some features with fixed signs, under the groups that do not vanish."""

    def __init__(self, problem, features, signs, active):
        penalty = problem.penalty
        self.A = problem.X[:, features]
        self.y = problem.y
        self.pull = np.broadcast_to(problem.l1.lam, problem.shape)[features] * signs
        # place of each feature on the face, -1 for those that are 0
        place = np.full(problem.shape[0], -1)
        place[features] = np.arange(len(features))
        members = place[penalty.C.indices]
        self.groups = []
        for group in np.flatnonzero(active):
            own = members[penalty.row_groups == group]
            own = own[own >= 0]
            if len(own):
                self.groups.append((own, penalty.gamma * penalty.weights[group]))

    def value(self, u):
        norms = sum(weight * np.linalg.norm(u[own]) for own, weight in self.groups)
        residual = self.y - self.A @ u
        return 0.5 * residual @ residual + norms + self.pull @ u

    def slope_and_curvature(self, u):
        slope = self.A.T @ (self.A @ u - self.y) + self.pull
        curvature = self.A.T @ self.A
        for own, weight in self.groups:
            norm = np.linalg.norm(u[own])
            towards = u[own] / norm
            slope[own] += weight * towards
            flat = np.eye(len(own)) - np.outer(towards, towards)
            # a norm is straight along u and bends across it, the more the nearer 0 is
            curvature[np.ix_(own, own)] += weight / norm * flat
        return slope, curvature


def _newton(face, u, max_iter=50):
    """Damped Newton steps; a feature that would change its sign, or a group that shrinks, stops."""
    signs = np.sign(u)
    least = [1e-8 * np.linalg.norm(u[own]) for own, _ in face.groups]
    for _ in range(max_iter):
        slope, curvature = face.slope_and_curvature(u)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", LinAlgWarning)  # the line search judges the step
                step = -solve(curvature, slope, assume_a="pos")
        except LinAlgError:
            return u
        # a step may not take a feature through 0: there the objective has a kink
        crossing = (u + step) * signs <= 0
        length = 1.0
        if crossing.any():
            # to the first zero: there the face ends, and the caller drops the feature
            length = (-u[crossing] / step[crossing]).min()
            if length == 0:
                return u
        value = face.value(u)
        fall = slope @ step
        while length > 1e-12 and face.value(u + length * step) > value + 1e-4 * length * fall:
            length /= 2
        moved = u + length * step
        moved[np.abs(moved) <= 1e-14 * np.abs(u)] = 0.0
        for (own, _), floor in zip(face.groups, least):
            # a group on its way to 0 is set to it: its norm has no slope there
            if np.linalg.norm(moved[own]) <= floor:
                moved[own] = 0.0
        if (moved == 0).any():
            return moved
        if length <= 1e-12 or np.abs(moved - u).max() <= 1e-15 * np.abs(u).max():
            return moved
        u = moved
    return u


def _pulls(problem, w, alpha, zero, active, max_iter=2000):
    """Dual point: unit vectors of the groups at work, and for the others what balances the zeros.

    Accelerated projected steps on half the squared excess of the slopes over the l1 weights.
    """
    penalty = problem.penalty
    rows_active = active[penalty.row_groups]
    alpha = np.where(rows_active, penalty.dual_point(w), alpha)
    gradient = problem.fit.value_and_gradient(w)[1]
    # the step length 1 / |C|² is that of the squared excess
    bound = penalty.norm() ** 2 or 1.0
    point = alpha
    last = alpha
    inertia = 1.0
    for _ in range(max_iter):
        slope = gradient + penalty.C.T @ point
        excess = np.where(zero, _excess(problem, slope), 0.0)
        if np.abs(excess).max(initial=0.0) <= 1e-13 * np.abs(gradient).max(initial=0.0):
            return point
        moved = penalty.project(point - penalty.C @ excess / bound)
        # groups at work have one dual point, the unit vector along w: only the others search
        moved = np.where(rows_active, alpha, moved)
        # Nesterov's weights
        following = (1 + np.sqrt(1 + 4 * inertia**2)) / 2
        point = moved + (inertia - 1) / following * (moved - last)
        last = moved
        inertia = following
    return last


def polish_groups(problem, w, mu):
    """Coefficients with exact zeros near a smoothed solution, and their duality gap.

    Parameters
    ----------
    problem : StructuredProblem
        Squared loss and a penalty of l2 groups.
    w : ndarray, shape (n_features,)
        A minimiser of the objective smoothed by ``mu``, roughly.
    mu : float

    Returns
    -------
    ndarray, shape (n_features,)
        Groups that vanish are exactly 0.
    float
        Duality gap at these coefficients, as of :func:`group_gap`.
    float
        Largest violation of the optimality conditions at the zeros, in units of the data's slopes.

    Raises
    ------
    ValueError
        If the problem has another loss or penalty, or an argument does not fit it.

    Notes
    -----
    Cost: O(n k^2 + k^3) a Newton step with k features that remain, and O(group sizes) for each
    step of the search for the certificate.
    """
    penalty = _groups_of(problem)
    w = check_array(w, "w", shape=problem.shape)
    alpha = penalty.dual_point(w, check_real(mu, "mu", low=0, open_low=True))
    lengths = np.sqrt(np.add.reduceat(alpha**2, penalty.starts))
    active = lengths > 1 - 1e-9  # inside its ball the smoothed dual point says: this group is 0
    u = np.array(w)
    # every round drops a feature or a group, so the loop ends
    while True:
        u[penalty.C.indices[~active[penalty.row_groups]]] = 0.0
        features = np.flatnonzero(u)
        if not len(features):
            break
        face = _Face(problem, features, np.sign(u[features]), active)
        found = _newton(face, u[features])
        u[features] = found
        norms = penalty.group_norms(u)
        vanished = active & (norms == 0)
        active = active & ~vanished
        if (found != 0).all() and not vanished.any():
            break
    active = active & (penalty.group_norms(u) > 0)
    zero = u == 0
    pulls = _pulls(problem, u, alpha, zero, active)
    slope = problem.fit.value_and_gradient(u)[1] + penalty.C.T @ pulls
    size = np.abs(problem.X.T @ problem.y).max() or 1.0
    excess = np.abs(_excess(problem, slope)).max(initial=0.0)
    return u, group_gap(problem, u, pulls), float(excess / size)
