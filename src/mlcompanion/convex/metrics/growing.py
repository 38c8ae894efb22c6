r"""Quadratics :math:`\psi_t(x)=\frac12\langle x,H_tx\rangle` whose matrix the gradients make.

Duchi, Hazan and Singer (2011): :math:`H_t=\delta I+\mathrm{diag}(G_t)^{1/2}` (Figure 1),
:math:`H_t=\delta I+G_t^{1/2}` (Figure 2) and blocks of the latter (section 7), with
:math:`G_t=\sum_{\tau\le t}g_\tau g_\tau^\top`. Beside them :math:`H_t=\sqrt t\,I`, the metric of
methods that do not adapt (section 1.4).
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_list, check_real

__all__ = ["BlockMetric", "DiagonalMetric", "FullMetric", "GrowingMetric", "RootMetric"]


def _check_shape(shape):
    """The shape of the points, as a tuple of lengths."""
    lengths = (shape,) if np.ndim(shape) == 0 else tuple(shape)
    return tuple(check_count(n, "shape", low=1) for n in lengths)


class GrowingMetric:
    r"""A quadratic :math:`\frac12\langle x,Hx\rangle`, with what a mirror map is asked.

    A subclass has ``grow``, ``times`` and ``solve``. Where H is singular its pseudo-inverse takes
    the place of the inverse: what no gradient has touched does not move.

    Parameters
    ----------
    shape : int or tuple of int
        Shape of the points.
    delta : float
        Offset of H, not negative.
    """

    def __init__(self, shape, delta=0.0):
        self.shape = _check_shape(shape)
        self.delta = check_real(delta, "delta", low=0)

    def grow(self, g):
        """Take in a gradient."""
        self._grow(self._point(g, "g"))

    def times(self, x):
        """``H x``: the gradient of the quadratic."""
        return self._times(self._point(x, "x"))

    def solve(self, u):
        """``H^+ u``: the gradient of the conjugate, where u lies in the range of H."""
        return self._solve(self._point(u, "u"))

    def _point(self, x, name):
        return check_array(x, name, shape=self.shape)

    def value(self, x):
        """The quadratic at ``x``."""
        x = self._point(x, "x")
        return 0.5 * float(np.vdot(x, self._times(x)))

    def norm(self, x):
        """The norm in which the quadratic is strongly convex with modulus 1."""
        return float(np.sqrt(2 * max(self.value(x), 0.0)))

    def dual_norm(self, g):
        """The dual norm of a gradient in the range of H."""
        g = self._point(g, "g")
        return float(np.sqrt(max(np.vdot(g, self._solve(g)), 0.0)))

    def bregman(self, u, v):
        """Bregman divergence: the quadratic at ``u - v``."""
        return self.value(self._point(u, "u") - self._point(v, "v"))

    @property
    def trace(self):
        """Trace of H without its offset: what the regret is measured by."""
        raise NotImplementedError

    def __repr__(self):
        return f"{type(self).__name__}({self.shape}, delta={self.delta:g})"


class _Diagonal(GrowingMetric):
    """A metric with ``diagonal``, the array of the entries of H."""

    def _times(self, x):
        return self.diagonal * x

    def _solve(self, u):
        h = self.diagonal
        # an entry that no gradient touched has h = 0: it stays where it is
        return np.divide(u, h, out=np.zeros(self.shape), where=h > 0)


class DiagonalMetric(_Diagonal):
    r""":math:`H=\delta I+\mathrm{diag}(s)` with :math:`s_i=\|g_{1:t,i}\|_2`; O(size) a gradient.

    Parameters
    ----------
    shape : int or tuple of int
    delta : float

    Attributes
    ----------
    squares : ndarray
        Sums of the squares of the gradients' entries.
    """

    def __init__(self, shape, delta=0.0):
        super().__init__(shape, delta)
        self.squares = np.zeros(self.shape)

    def _grow(self, g):
        self.squares += g * g

    @property
    def diagonal(self):
        """The entries of H."""
        return self.delta + np.sqrt(self.squares)

    @property
    def trace(self):
        """The sum of the norms of the gradients' coordinates."""
        return float(np.sqrt(self.squares).sum())


class RootMetric(_Diagonal):
    r""":math:`H=\sqrt t\,I` after t gradients, whatever they are: one step for all coordinates."""

    def __init__(self, shape):
        super().__init__(shape)
        self.n_gradients = 0

    def _grow(self, g):
        self.n_gradients += 1

    @property
    def diagonal(self):
        """The entries of H."""
        return np.full(self.shape, np.sqrt(self.n_gradients))

    @property
    def trace(self):
        """Size times the root of the number of gradients."""
        return float(np.prod(self.shape) * np.sqrt(self.n_gradients))


class BlockMetric(GrowingMetric):
    r""":math:`H=\delta I+G^{1/2}` within blocks of consecutive entries, 0 between them.

    Parameters
    ----------
    sizes : sequence of int
        Lengths of the blocks.
    delta : float
    shape : int or tuple of int, optional
        Shape of the points, which are read row by row; default the sum of the sizes.

    Attributes
    ----------
    outer : list of ndarray, shape (n_blocks, size, size)
        Sums of the gradients' outer products; an array for the blocks of a size.

    Notes
    -----
    A gradient costs O(sum of squares of sizes), the first question after it O(sum of cubes), for
    the eigenvectors of every block; further ones as a product with H. Source: section 7.
    """

    def __init__(self, sizes, delta=0.0, shape=None):
        sizes = [check_count(n, "sizes", low=1) for n in check_list(sizes, "sizes")]
        total = sum(sizes)
        super().__init__(total if shape is None else shape, delta)
        if np.prod(self.shape) != total:
            raise ValueError(f"sizes must sum to the size of shape {self.shape}, got {total}")
        starts = np.cumsum([0, *sizes[:-1]])
        # blocks of one size are stacked: one eigh and one einsum serve them all
        self._places = [
            np.array([np.arange(a, a + n) for a, n in zip(starts, sizes) if n == size])
            for size in sorted(set(sizes))
        ]
        self.outer = [np.zeros((*index.shape, index.shape[1])) for index in self._places]
        self._spectra = None

    def _grow(self, g):
        g = np.ravel(g)
        for index, outer in zip(self._places, self.outer):
            part = g[index]
            outer += part[:, :, None] * part[:, None, :]
        self._spectra = None  # stale; found again only when somebody asks

    @property
    def spectra(self):
        """For the blocks of each size the roots of G's eigenvalues, and the eigenvectors."""
        if self._spectra is None:
            self._spectra = [_root_spectrum(outer) for outer in self.outer]
        return self._spectra

    def _apply(self, x, factors):
        """Multiply each block's part along an eigenvector by its factor."""
        x = np.ravel(x)
        out = np.empty(x.shape)
        for index, (roots, vectors) in zip(self._places, self.spectra):
            along = np.einsum("kij,ki->kj", vectors, x[index])
            # H and its inverse share eigenvectors: only the factors differ
            out[index] = np.einsum("kij,kj->ki", vectors, factors(roots + self.delta) * along)
        return out.reshape(self.shape)

    def _times(self, x):
        return self._apply(x, lambda h: h)

    def _solve(self, u):
        return self._apply(u, lambda h: np.divide(1.0, h, out=np.zeros_like(h), where=h > 0))

    def rotated(self, x):
        """Coordinates of ``x`` along the eigenvectors, flat; H is diagonal in them."""
        flat = np.ravel(x)
        parts = zip(self._places, self.spectra)
        return np.concatenate([np.einsum("kij,ki->kj", Q, flat[i]).ravel() for i, (_, Q) in parts])

    def rotated_back(self, z):
        """The point with these coordinates along the eigenvectors."""
        out = np.empty(len(z))
        start = 0
        for index, (_, vectors) in zip(self._places, self.spectra):
            part = z[start : start + index.size].reshape(index.shape)
            out[index] = np.einsum("kij,kj->ki", vectors, part)
            start += index.size
        return out.reshape(self.shape)

    @property
    def eigenvalues(self):
        """The eigenvalues of H, in the order of :meth:`rotated`."""
        return np.concatenate([roots.ravel() for roots, _ in self.spectra]) + self.delta

    @property
    def matrix(self):
        """H as a matrix, shape (size, size)."""
        out = np.zeros((np.prod(self.shape),) * 2)
        for index, (roots, vectors) in zip(self._places, self.spectra):
            scaled = vectors * (roots + self.delta)[:, None, :]
            blocks = scaled @ vectors.transpose(0, 2, 1)
            out[index[:, :, None], index[:, None, :]] = blocks
        return out

    @property
    def trace(self):
        """The sum of the roots of G's eigenvalues."""
        return float(sum(roots.sum() for roots, _ in self.spectra))


def _root_spectrum(outer):
    """Roots of the eigenvalues of positive semi-definite matrices, and the eigenvectors.

    What rounding leaves of an eigenvalue 0 is taken for 0: its root would be as large as 1e-8.
    """
    values, vectors = np.linalg.eigh(outer)
    floor = outer.shape[-1] * np.finfo(float).eps * values[:, -1:]
    return np.sqrt(np.where(values > floor, values, 0.0)), vectors


class FullMetric(BlockMetric):
    r""":math:`H=\delta I+G^{1/2}`, one block; O(size^3) after each gradient (Figure 2).

    Parameters
    ----------
    shape : int or tuple of int
    delta : float
    """

    def __init__(self, shape, delta=0.0):
        shape = _check_shape(shape)
        super().__init__([int(np.prod(shape))], delta, shape)
