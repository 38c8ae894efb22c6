"""Single pieces with control points, written out from the source's formulas.

Park, Huang and Ding (2011), section 4: what the errata and the theorem are checked by. Of the
library it uses the boundary values of Eq. (21) alone, which the theorem is about.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from mlcompanion.gp.tiles import boundary_values, lagrange_basis

__all__ = [
    "Piece",
    "boundary_costs",
    "line_jumps",
    "matrix_misses",
    "printed_matrix",
    "random_piece",
    "variance_boxes",
]

SIDE = 4.0


class Piece(NamedTuple):
    """A square piece: its data, its control points, and what follows from them."""

    X: np.ndarray
    y: np.ndarray
    control: np.ndarray
    width: float
    noise: float

    def k(self, A, B):
        """Squared exponential covariance of unit variance."""
        squares = ((A[:, None, :] - B[None, :, :]) ** 2).sum(axis=2)
        return np.exp(-squares / (2 * self.width**2))

    @property
    def A(self):
        """Covariance of the targets."""
        return self.k(self.X, self.X) + self.noise * np.eye(len(self.X))

    @property
    def h(self):
        """Weights of the mean."""
        return np.linalg.solve(self.A, self.y)

    def feature(self, x):
        """The vector before Eq. (17), at one point."""
        kb = self.k(self.control, x[None])[:, 0]
        kj = self.k(self.X, x[None])[:, 0]
        return kb / np.sqrt(kb @ kb) * (self.k(self.X, self.control).T @ kj) / (kj @ kj)

    def matrix(self):
        """Row i is the feature vector at control point i."""
        return np.array([self.feature(b) for b in self.control])


def edge_points(q, edges):
    """Control points at the middles of q equal parts of some edges of the square."""
    at = SIDE * (np.arange(q) + 0.5) / q
    ends = [np.full(q, 0.0), np.full(q, SIDE)]
    along = [(ends[0], at), (ends[1], at), (at, ends[0]), (at, ends[1])]
    return np.concatenate([np.column_stack(along[e]) for e in edges])


def random_piece(rng):
    """A piece with 30 to 80 points and 4 to 20 control points, of condition at most 1e6."""
    while True:
        n = rng.integers(30, 81)
        n_edges = rng.integers(2, 5)
        q = rng.integers(2, 20 // n_edges + 1)
        edges = rng.choice(4, n_edges, replace=False)
        X = rng.uniform(0, SIDE, size=(n, 2))
        width = rng.uniform(0.5, 1.5)
        noise = rng.uniform(0.01, 0.5)
        piece = Piece(X, np.zeros(n), edge_points(q, edges), width, noise)
        root = np.linalg.cholesky(piece.A)
        piece = piece._replace(y=root @ rng.normal(size=n))
        if np.linalg.cond(piece.matrix()) <= 1e6:
            return piece


def printed_matrix(piece):
    """The source's matrix as printed: one factor scaled by rows, the other by columns."""
    Kbb = piece.k(piece.control, piece.control)
    Kjb = piece.k(piece.X, piece.control)
    rows = 1 / np.sqrt(np.diag(Kbb @ Kbb.T))
    columns = 1 / np.diag(Kjb.T @ Kjb)
    return (rows[:, None] * Kbb) * ((Kjb.T @ Kjb) * columns)


def matrix_misses(seed):
    """Asymmetry of the true matrix; how far both matrices miss values asked for at the points.

    Returns
    -------
    odd, printed, right : float
        The misses over the range of y.
    """
    rng = np.random.default_rng([seed, 16])
    piece = random_piece(rng)
    M = piece.matrix()
    own = piece.k(piece.control, piece.X) @ piece.h
    wanted = own + 0.3 * rng.normal(size=len(own))
    misses = []
    for inverse in (printed_matrix(piece), M):
        u = np.linalg.solve(inverse, wanted - own)
        means = own + np.array([piece.feature(b) @ u for b in piece.control])
        misses.append(np.abs(means - wanted).max() / np.ptp(piece.y))
    return np.linalg.norm(M - M.T) / np.linalg.norm(M), *misses


def variance_boxes(seed):
    """The variance of Algorithm 1's box and of Eq. (19), against the quadratic form (2).

    Returns
    -------
    printed, far, right : float
        Relative differences inside, and the box's first term far outside over the prior variance.
    """
    rng = np.random.default_rng([seed, 19])
    piece = random_piece(rng)
    own = piece.k(piece.control, piece.X) @ piece.h
    u = np.linalg.solve(piece.matrix(), 0.3 * rng.normal(size=len(own)))
    A, h = piece.A, piece.h
    c = piece.y @ h
    x = rng.uniform(0, SIDE, size=2)
    k = piece.k(piece.X, x[None])[:, 0]
    move = piece.feature(x) @ u
    weights = np.linalg.solve(A, k + piece.y * move / c)  # Eq. (17)
    form = weights @ A @ weights - 2 * weights @ k + 1
    explained = k @ np.linalg.solve(A, k)
    box = explained + move**2 / c
    right = 1 - explained + move**2 / c
    away = np.array([SIDE + 10 * piece.width, x[1]])
    k_far = piece.k(piece.X, away[None])[:, 0]
    far = k_far @ np.linalg.solve(A, k_far)
    return abs(box / form - 1), far, abs(right / form - 1)


def line_jumps(X, y, covariance, noise, cuts):
    """Jumps of mean and variance at the cuts of a line, from the weights on both sides.

    Parameters
    ----------
    X : ndarray, shape (n, 1)
    y : ndarray, shape (n,)
        Less their mean.
    covariance : callable
    noise : float
    cuts : array_like
        Edges of the pieces, the ends of the line among them.

    Returns
    -------
    mean_jumps, variance_ratios : list of float
        Ratios less one, of the larger variance to the smaller.
    """
    sides = []
    for low, high in pairwise(cuts):
        inside = (X[:, 0] >= low) & (X[:, 0] <= high)
        A = covariance(X[inside]) + noise * np.eye(inside.sum())
        sides.append((X[inside], y[inside], A, np.linalg.solve(A, y[inside])))
    means, variances = [], []
    for cut, pair in zip(cuts[1:], pairwise(sides)):
        at = np.array([[cut]])
        ks = [covariance(piece[0], at)[:, 0] for piece in pair]
        cs = [piece[1] @ piece[3] for piece in pair]
        own = [k @ piece[3] for k, piece in zip(ks, pair)]
        value = (cs[1] * own[0] + cs[0] * own[1]) / sum(cs)  # Eq. (21)
        found = []
        for k, piece, c, mean in zip(ks, pair, cs, own):
            weights = np.linalg.solve(piece[2], k + piece[1] * (value - mean) / c)
            variance = weights @ piece[2] @ weights - 2 * weights @ k + covariance.scale**2
            found.append((weights @ piece[1], variance))
        (left, v), (right, w) = found
        means.append(abs(left - right))
        variances.append(max(v, w) / min(v, w) - 1)
    return means, variances


def boundary_costs(seed, tiles, p, q, n_changes=1000):
    """Excess variance at the control points, by the quadratic form, for the values of Eq. (21).

    Parameters
    ----------
    seed : int
    tiles : {2, 4}
        Neighbouring squares, in a row or two by two.
    p, q : int
    n_changes : int
        Random changes of the boundary values.

    Returns
    -------
    below, solver, swapped : float
        Largest relative fall by a change; relative difference from a general minimizer; relative
        rise when the two weights are exchanged.
    """
    rng = np.random.default_rng([seed, 21])
    width, noise = rng.uniform(0.7, 1.5), rng.uniform(0.05, 0.5)
    faces = [(0, 1, 1, 0), (2, 3, 1, 0), (0, 2, 3, 2), (1, 3, 3, 2)]
    if tiles == 2:
        faces = faces[:1]
    pieces = []
    for tile in range(tiles):
        edges = [f[2] for f in faces if f[0] == tile] + [f[3] for f in faces if f[1] == tile]
        n = rng.integers(30, 81)
        X = rng.uniform(0, SIDE, size=(n, 2))
        piece = Piece(X, np.zeros(n), edge_points(q, edges), width, noise)
        draw = np.linalg.cholesky(piece.A) @ rng.normal(size=n)
        pieces.append((piece._replace(y=draw), edges))
    basis = lagrange_basis((np.arange(q) + 0.5) / q, p)
    forms = [_excess_form(piece) for piece, _ in pieces]

    def excess(values):
        """Summed excess variance for values at the faces' control points, (..., faces, q)."""
        total = 0.0
        for (piece, edges), (own, product, linear, square, c) in zip(pieces, forms):
            wanted = np.empty((*values.shape[:-2], len(own)))
            for k, face in enumerate(faces):
                for owner, edge in zip(face[:2], face[2:]):
                    if pieces[owner][0] is piece:
                        at = edges.index(edge)
                        wanted[..., at * q : (at + 1) * q] = values[..., k, :]
            move = (wanted - own) @ product.T / c
            total = total + np.sum(linear * move + square * move**2, axis=-1)
        return total

    best = np.empty((len(faces), q))
    turned = np.empty_like(best)
    for k, face in enumerate(faces):
        means, cs = [], []
        for owner, edge in zip(face[:2], face[2:]):
            at = pieces[owner][1].index(edge)
            means.append(forms[owner][0][at * q : (at + 1) * q])
            cs.append(forms[owner][-1])
        best[k] = boundary_values(means, cs, basis)
        turned[k] = boundary_values(means, cs[::-1], basis)
    least = excess(best)
    sizes = np.std(best) * 10 ** rng.uniform(-3, 0, size=(n_changes, 1, 1))
    changes = rng.normal(size=(n_changes, len(faces), p)) @ basis.T * sizes
    falls = (least - excess(best + changes)) / least
    run = minimize(
        lambda r: excess(r.reshape(len(faces), p) @ basis.T), np.zeros(len(faces) * p),
        options={"gtol": 1e-6 * least},
    )  # fmt: skip
    return max(0.0, falls.max()), abs(run.fun / least - 1), excess(turned) / least - 1


def _excess_form(piece):
    """Own means at the control points, what moves them, and the quadratic form along h."""
    own, M = piece.k(piece.control, piece.X) @ piece.h, piece.matrix()
    A, h = piece.A, piece.h
    K = piece.k(piece.X, piece.control)
    plain = np.linalg.solve(A, K)
    product = M @ np.linalg.inv(M)  # the features times the weights that they are given
    return own, product, 2 * (plain.T @ A @ h - K.T @ h), h @ A @ h, piece.y @ h
