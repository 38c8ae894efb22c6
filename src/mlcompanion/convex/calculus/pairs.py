r"""A table of conjugate pairs, each with what is needed to test it.

Shalev-Shwartz (2007), Section A.3.1, Example 5 and Lemma 20, with the sign of the binary entropy
and the constants of Lemma 20 corrected. Functions work on the last axis and are extended-valued:
plus infinity outside their domain.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import linprog
from scipy.special import entr, expit, logsumexp, softmax

from mlcompanion._validation import check_array, check_count, check_real

from ..conjugates import conjugate_numeric, conjugate_polyhedral
from ..norms import check_exponent, dual_exponent, half_square_gradient, lp_norm

__all__ = [
    "CONJUGATE_PAIRS",
    "ConjugatePair",
    "entropy_pair",
    "half_square_pair",
    "hinge_pair",
    "label_ranking_pair",
    "logistic_pair",
    "max_of_hinge_pair",
    "p_norm_pair",
]

_TOL = 1e-9  # how far a point may lie outside a domain by rounding


@dataclass(frozen=True)
class ConjugatePair:
    """A convex function, its conjugate, and how to try them.

    Attributes
    ----------
    dimension : int
    value, conjugate : callable
        ``f`` and its conjugate, from shape (..., d) to (...).
    link : callable or None
        Gradient of the conjugate, where it exists: the maximiser of (A.1).
    subgradient : callable
        One subgradient of ``f`` at interior points of its domain.
    draw : callable
        ``draw(rng, n) -> w, theta``: n random points of either domain, of shape (n, d).
    domain : {"space", "cube", "simplex"}
        Where ``f`` is finite.
    pieces : (A, b) or None
        For a piecewise linear ``f``: it is the maximum of ``A w + b``.
    """

    dimension: int
    value: Callable
    conjugate: Callable
    link: Callable | None
    subgradient: Callable
    draw: Callable
    domain: str = "space"
    pieces: tuple | None = field(default=None, repr=False)

    def supremum(self, theta, box=None):
        """(A.1) by numerical maximisation, without the closed form.

        Parameters
        ----------
        theta : array_like of shape (d,)
        box : float, optional
            Bound on the size of the entries of ``w``.

        Returns
        -------
        Supremum
        """
        theta = check_array(theta, "theta", shape=(self.dimension,))
        if self.pieces is not None:
            return conjugate_polyhedral(*self.pieces, theta, box)
        box = 50.0 if box is None else box
        return conjugate_numeric(self.value, theta, self.domain, box, self.subgradient)


def half_square_pair(p, dimension):
    r""":math:`\frac12\|w\|_p^2\leftrightarrow\frac12\|\theta\|_\star^2`: half the squared norm.

    Parameters
    ----------
    p : float in [1, inf]
    dimension : int
    """
    p = check_exponent(p)
    d = check_count(dimension, "dimension", low=1)
    q = dual_exponent(p)
    return ConjugatePair(
        d,
        value=lambda w: lp_norm(w, p) ** 2 / 2,
        conjugate=lambda theta: lp_norm(theta, q) ** 2 / 2,
        link=(lambda theta: half_square_gradient(theta, q)) if 1 < p < np.inf else None,
        subgradient=lambda w: half_square_gradient(w, p),
        draw=lambda rng, n: (rng.normal(size=(n, d)), rng.normal(size=(n, d))),
    )


def p_norm_pair(p, dimension):
    r""":math:`\frac1{2(q-1)}\|w\|_q^2\leftrightarrow\frac1{2(p-1)}\|\theta\|_p^2` (Example 5).

    Parameters
    ----------
    p : float in [2, inf)
        Exponent on the dual side; ``q = p / (p - 1)`` lies in (1, 2].
    dimension : int
    """
    p = check_real(p, "p", low=2)
    d = check_count(dimension, "dimension", low=1)
    q = dual_exponent(p)
    return ConjugatePair(
        d,
        value=lambda w: lp_norm(w, q) ** 2 / (2 * (q - 1)),
        conjugate=lambda theta: lp_norm(theta, p) ** 2 / (2 * (p - 1)),
        link=lambda theta: half_square_gradient(theta, p) / (p - 1),
        subgradient=lambda w: half_square_gradient(w, q) / (q - 1),
        draw=lambda rng, n: (rng.normal(size=(n, d)), rng.normal(size=(n, d))),
    )


def entropy_pair(dimension):
    r""":math:`\sum w_i\log(dw_i)` on the simplex :math:`\leftrightarrow\log\frac1d\sum
    e^{\theta_i}` (A.4).

    Parameters
    ----------
    dimension : int
    """
    d = check_count(dimension, "dimension", low=1)

    def value(w):
        w = np.asarray(w, dtype=float)
        inside = (w >= -_TOL).all(axis=-1) & (np.abs(w.sum(axis=-1) - 1) <= _TOL * d)
        # entr is 0 at 0 and minus infinity below: a rounding below 0 must not pass for outside
        return np.where(inside, np.log(d) - entr(np.maximum(w, 0)).sum(axis=-1), np.inf)

    return ConjugatePair(
        d,
        value=value,
        conjugate=lambda theta: logsumexp(theta, axis=-1) - np.log(d),
        link=lambda theta: softmax(theta, axis=-1),
        subgradient=lambda w: np.log(w) + 1 + np.log(d),
        draw=lambda rng, n: (rng.dirichlet(np.ones(d), n), rng.normal(size=(n, d))),
        domain="simplex",
    )


def logistic_pair(dimension):
    r""":math:`\sum w_i\log w_i+(1-w_i)\log(1-w_i)` on the cube :math:`\leftrightarrow
    \sum\log(1+e^{\theta_i})` (A.5, sign corrected).

    Parameters
    ----------
    dimension : int
    """
    d = check_count(dimension, "dimension", low=1)

    def value(w):
        w = np.asarray(w, dtype=float)
        inside = ((w >= -_TOL) & (w <= 1 + _TOL)).all(axis=-1)
        w = np.clip(w, 0, 1)  # entr is minus infinity beyond: a rounding must not be
        return np.where(inside, -(entr(w) + entr(1 - w)).sum(axis=-1), np.inf)

    return ConjugatePair(
        d,
        value=value,
        conjugate=lambda theta: np.logaddexp(0, theta).sum(axis=-1),
        link=expit,
        subgradient=lambda w: np.log(w) - np.log1p(-w),
        draw=lambda rng, n: (rng.uniform(size=(n, d)), rng.normal(size=(n, d))),
        domain="cube",
    )


def _polyhedral(A, b):
    """Value and a subgradient of ``max_i <a_i, w> + b_i``."""
    height = lambda w: np.asarray(w, dtype=float) @ A.T + b  # noqa: E731
    return lambda w: height(w).max(axis=-1), lambda w: A[height(w).argmax(axis=-1)]


def hinge_pair(x, margin=1.0):
    r""":math:`[\gamma-\langle w,x\rangle]_+\leftrightarrow-\gamma\alpha` at
    :math:`\theta=-\alpha x`, :math:`\alpha\in[0,1]`.

    Parameters
    ----------
    x : array_like of shape (d,)
        Not zero.
    margin : float >= 0
    """
    x = _instance(x)
    gamma = check_real(margin, "margin", low=0)
    A = np.array([-x, 0 * x])  # the hinge is the larger of two affine functions
    b = np.array([gamma, 0.0])
    value, subgradient = _polyhedral(A, b)

    def conjugate(theta):
        alpha, on_ray = _coefficient(theta, x)
        inside = on_ray & (alpha >= -_TOL) & (alpha <= 1 + _TOL)
        return np.where(inside, -gamma * alpha, np.inf)

    def draw(rng, n):
        return rng.normal(size=(n, len(x))), -rng.uniform(size=(n, 1)) * x

    return ConjugatePair(len(x), value, conjugate, None, subgradient, draw, pieces=(A, b))


def max_of_hinge_pair(X, b):
    r""":math:`\max_i[b_i-\langle w,x_i\rangle]_+\leftrightarrow\min-\sum\alpha_ib_i` over the
    :math:`\alpha\ge0`, :math:`\|\alpha\|_1\le1` with :math:`\theta=-\sum\alpha_ix_i` (A.3).

    If the rows of ``X`` depend on each other, several ``alpha`` represent the same ``theta``; the
    conjugate is the least of their values, a linear program.

    Parameters
    ----------
    X : array_like of shape (k, d)
    b : array_like of shape (k,)
        Non-negative.
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    b = check_array(b, "b", shape=(len(X),), low=0)
    A = np.vstack([-X, 0 * X[:1]])
    offsets = np.append(b, 0.0)
    value, subgradient = _polyhedral(A, offsets)

    def conjugate_at(theta):
        # infeasible: theta is no such combination, and the supremum infinite
        result = linprog(
            -b, A_ub=np.ones((1, len(X))), b_ub=[1.0], A_eq=-X.T, b_eq=theta, method="highs"
        )
        return float(result.fun) if result.status == 0 else np.inf

    def conjugate(theta):
        theta = np.asarray(theta, dtype=float)
        values = [conjugate_at(row) for row in theta.reshape(-1, X.shape[1])]
        return np.array(values).reshape(theta.shape[:-1])

    def draw(rng, n):
        # less one entry: uniform on sums of at most 1, so that the draws fill the domain
        alpha = rng.dirichlet(np.ones(len(X) + 1), n)[:, :-1]
        return rng.normal(size=(n, X.shape[1])), -alpha @ X

    return ConjugatePair(X.shape[1], value, conjugate, None, subgradient, draw, pieces=(A, offsets))


def label_ranking_pair(x, margin, relevant, n_labels):
    r"""Lemma 20 with its constants corrected: the loss of ranking relevant labels above others.

    :math:`\max_{r\in Y,s\notin Y}[\gamma-\langle w_r-w_s,x\rangle]_+\leftrightarrow-\gamma
    \sum_{r\in Y}\alpha_r` at :math:`\lambda_r=-\alpha_rx` for the relevant and
    :math:`\lambda_s=\alpha_sx` for the other labels, where :math:`\alpha\ge0` and
    :math:`\sum_Y\alpha_r=\sum_{\bar Y}\alpha_s\le1`.

    Parameters
    ----------
    x : array_like of shape (d,)
        Not zero.
    margin : float >= 0
    relevant : sequence of int
        The labels in Y, from 0; neither none nor all.
    n_labels : int
        The vectors have shape (n_labels * d,): one block a label.
    """
    x = _instance(x)
    gamma = check_real(margin, "margin", low=0)
    k = check_count(n_labels, "n_labels", low=2)
    d = len(x)
    relevant = np.unique(
        check_array(relevant, "relevant", ndim=1, min_rows=1, dtype=int, low=0, high=k - 1)
    )
    if len(relevant) == k:
        raise ValueError(f"relevant must not hold all of 0, ..., {k - 1}")
    others = np.setdiff1d(np.arange(k), relevant)
    sign = np.ones(k)
    sign[relevant] = -1

    rows = []
    for r in relevant:
        for s in others:
            row = np.zeros((k, d))
            row[r] = -x
            row[s] = x
            rows.append(row.ravel())
    # the last piece is the constant 0 of [.]_+
    A = np.vstack([*rows, np.zeros(k * d)])
    b = np.append(np.full(len(rows), gamma), 0.0)
    value, subgradient = _polyhedral(A, b)

    def conjugate(theta):
        blocks = np.asarray(theta, dtype=float).reshape(*np.shape(theta)[:-1], k, d)
        coefficient, on_ray = _coefficient(blocks, x)
        alpha = -sign * coefficient  # the blocks are sign alpha x
        up = alpha[..., relevant].sum(axis=-1)
        down = alpha[..., others].sum(axis=-1)
        inside = (on_ray & (alpha >= -_TOL)).all(axis=-1)
        inside &= (np.abs(up - down) <= _TOL * k) & (up <= 1 + _TOL * k)
        return np.where(inside, -gamma * up, np.inf)

    def draw(rng, n):
        alpha = np.empty((n, k))
        alpha[:, relevant] = rng.dirichlet(np.ones(len(relevant)), n)
        alpha[:, others] = rng.dirichlet(np.ones(len(others)), n)
        alpha *= rng.uniform(size=(n, 1))  # one common sum of at most 1 for both sides
        lam = (sign * alpha)[..., None] * x
        return rng.normal(size=(n, k * d)), lam.reshape(n, k * d)

    return ConjugatePair(k * d, value, conjugate, None, subgradient, draw, pieces=(A, b))


def _instance(x):
    x = check_array(x, "x", ndim=1, min_rows=1)
    if not x.any():
        raise ValueError("x must not be the zero vector")
    return x


def _coefficient(theta, x):
    """``alpha`` with ``theta = -alpha x``, and whether ``theta`` lies on that line at all."""
    theta = np.asarray(theta, dtype=float)
    alpha = -(theta @ x) / (x @ x)
    rest = np.abs(theta + alpha[..., None] * x).max(axis=-1)
    return alpha, rest <= _TOL * (1 + np.abs(x).max())


#: One instance of every row of the table; label ranking with four labels in two dimensions.
CONJUGATE_PAIRS = {
    "half squared norm": half_square_pair(3, 4),
    "hinge": hinge_pair([1.0, -2.0, 0.5, 1.5], margin=1.0),
    "max of hinges": max_of_hinge_pair(
        [[1.0, 0.0, 2.0, -1.0], [0.5, 1.0, -1.0, 0.0], [1.5, 1.0, 1.0, -1.0]], [1.0, 0.5, 2.0]
    ),
    "relative entropy": entropy_pair(4),
    "binary entropy": logistic_pair(4),
    "squared q-norm": p_norm_pair(4, 4),
    "label ranking": label_ranking_pair([1.0, -0.5], 1.0, relevant=[0, 2], n_labels=4),
}
