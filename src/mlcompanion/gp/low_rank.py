r"""Gaussian processes whose covariance is a low rank plus blocks: DTC, FITC (FIC), PITC and PIC.

All of them replace :math:`K_{ff}` by :math:`Q=K_{fu}K_{uu}^{-1}K_{uf}` plus a part of what is
missing, :math:`D=(K_{ff}-Q)\odot M`: nothing (DTC), the diagonal (FITC), blocks (PITC). Blocks of
one point are FITC. Prediction by :meth:`LowRankFit.predict` is that of DTC, FITC and PITC; with the
covariance to one's own block, :meth:`LowRankFit.predict_in_block`, it is PIC's.

Written from Álvarez and Lawrence (2011), sections 5.1, 5.2 and Appendix A, in whitened form: with
:math:`K_{uu}=LL^\top` and :math:`V=L^{-1}K_{uf}` everything hangs on
:math:`B=I+V(D+\Sigma)^{-1}V^\top`, whose eigenvalues are at least one. No n × n matrix is made.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from scipy.linalg import blas, lapack

from mlcompanion._validation import check_array, check_count, check_real, check_square

__all__ = ["LowRankFit", "low_rank_fit"]


class LowRankGradient(NamedTuple):
    """Derivatives of the log-likelihood, as matrices of the same shapes as what they belong to.

    ``K_ff`` is None (DTC), an array of the diagonal (FITC) or a list of blocks (PITC); ``noise``
    has an entry for each point. A symmetric matrix's derivative counts both of its triangles.
    """

    K_uu: np.ndarray
    K_fu: np.ndarray
    K_ff: object
    noise: np.ndarray


def low_rank_fit(y, K_fu, K_uu, *, noise, K_ff=None, jitter=1e-8):
    r"""Condition on data under :math:`y\sim N(0,\,K_{fu}K_{uu}^{-1}K_{uf}+D+\Sigma)`.

    Parameters
    ----------
    y : array_like, shape (n,)
        Observations, in the order of the blocks.
    K_fu : array_like, shape (n, K)
        Covariance of the function at the data with the inducing values.
    K_uu : array_like, shape (K, K)
        Covariance of the inducing values.
    noise : float or array_like, shape (n,)
        Variance of the noise, not negative; where :math:`D` leaves nothing, it must be positive.
    K_ff : None, array_like of shape (n,), or list of square arrays
        What is kept of the exact covariance: None is DTC (:math:`D=0`), its diagonal FITC, its
        diagonal blocks PITC; their sizes add up to n.
    jitter : float
        Added to the diagonal of ``K_uu``, as a share of its mean.

    Returns
    -------
    LowRankFit

    Raises
    ------
    ValueError
        If shapes disagree, there are more inducing values than data, ``K_uu`` is not positive
        definite, or the covariance has no positive variance left at some point.

    Notes
    -----
    Cost: O(nK²) time and O(nK) memory; blocks of sizes :math:`n_b` add :math:`\sum_b n_b^3` and
    :math:`\sum_b n_b^2`. Source: (16) to (18).

    Examples
    --------
    >>> import numpy as np
    >>> from mlcompanion.kernels import rbf_kernel
    >>> x = np.linspace(0, 1, 200)[:, None]
    >>> z = np.linspace(0, 1, 12)[:, None]
    >>> y = np.sin(6 * x[:, 0])
    >>> K_fu, K_uu = rbf_kernel(x, z, sigma=0.2), rbf_kernel(z, sigma=0.2)
    >>> fit = low_rank_fit(y, K_fu, K_uu, noise=0.01, K_ff=np.ones(200))
    >>> mean, variance = fit.predict(rbf_kernel([[0.5]], z, sigma=0.2), [1.0])
    >>> bool(abs(mean[0] - np.sin(3)) < 0.01)
    True
    """
    y = check_array(y, "y", ndim=1, min_rows=1)
    n = len(y)
    K_fu = check_array(K_fu, "K_fu", shape=(n, None))
    n_inducing = K_fu.shape[1]
    if not 1 <= n_inducing <= n:
        raise ValueError(
            f"K_fu must have between 1 and {n} columns, no more inducing values than data, "
            f"got {n_inducing}"
        )
    K_uu = check_square(K_uu, "K_uu", size=n_inducing, symmetric=True)
    noise = check_array(noise, "noise", low=0)
    noise = np.full(n, noise) if noise.ndim == 0 else check_array(noise, "noise", shape=(n,))
    jitter = check_real(jitter, "jitter", low=0)
    return LowRankFit(y, K_fu, K_uu, noise, _check_kept(K_ff, n), jitter)


def _check_kept(K_ff, n):
    """What is kept of the exact covariance: None, the diagonal, or blocks that cover all points."""
    if K_ff is None:
        return None
    one_number_a_point = not isinstance(K_ff, list | tuple) or all(np.ndim(k) == 0 for k in K_ff)
    if one_number_a_point:
        return check_array(K_ff, "K_ff", shape=(n,), low=0)
    blocks = [check_square(block, "K_ff", symmetric=True) for block in K_ff]
    sizes = [len(block) for block in blocks]
    if sum(sizes) != n:
        raise ValueError(f"K_ff must hold blocks for all {n} points, got sizes {sizes}")
    return blocks


def _factor(matrix, name, meaning):
    """Lower Cholesky factor by LAPACK itself: of thousands of small blocks, checks cost most."""
    factor, info = lapack.dpotrf(matrix, lower=1, clean=1)
    if info:
        raise ValueError(f"{name} {meaning}: the factor stops at row {abs(info)}")
    return factor


def _solve(factor, right, *, trans=0):
    """A triangular system, as often as a block has columns; an empty block has an empty answer."""
    if right.size == 0:
        return np.zeros_like(right)
    return lapack.dtrtrs(factor, right, lower=1, trans=trans)[0]


def _solve_rows(factor, rows, *, trans=0, scale=1.0, overwrite=False):
    """``scale * rows`` times the inverse of a factor, or of its transpose; stored by columns.

    A column of n entries is worked on at a time, which takes half as long as row by row.
    """
    return blas.dtrsm(scale, factor, rows, side=1, lower=1, trans_a=trans, overwrite_b=overwrite)


class _Diagonal:
    """D + Σ where it is diagonal (DTC and FITC); its factor is a vector of square roots."""

    def __init__(self, variances):
        if not (variances > 0).all():
            raise ValueError("noise must be positive where the covariance leaves no variance")
        self.root = np.sqrt(variances)
        self.log_det = 2 * np.log(self.root).sum()

    def whiten(self, columns):
        """Divide by the factor."""
        return (columns.T / self.root).T

    def unwhiten(self, columns):
        """Divide by the factor's transpose, which is the same here."""
        return self.whiten(columns)

    def precision_less(self, half):
        """Diagonal of the inverse of the whole covariance, ``half`` whitened by B's factor too."""
        return (1 - np.einsum("ik,ik->i", half, half)) / self.root**2


class _Blocks:
    """D + Σ in blocks (PITC), each with a Cholesky factor of its own."""

    def __init__(self, blocks):
        self.roots = [
            _factor(block, "noise", "is too small for the block's residual") for block in blocks
        ]
        ends = np.cumsum([0, *map(len, blocks)])
        self.slices = [slice(*pair) for pair in pairwise(ends)]
        self.log_det = 2 * sum(np.log(np.diag(root)).sum() for root in self.roots)

    def _each(self, columns, trans):
        found = np.empty_like(columns)
        for root, rows in zip(self.roots, self.slices):
            found[rows] = _solve(root, columns[rows], trans=trans)
        return found

    def whiten(self, columns):
        """Solve with the factors."""
        return self._each(columns, 0)

    def unwhiten(self, columns):
        """Solve with the factors' transposes."""
        return self._each(columns, 1)

    def precision_less(self, half):
        """Diagonal blocks of the inverse of the whole covariance."""
        T = self.unwhiten(half)
        inverses = []
        for root, rows in zip(self.roots, self.slices):
            own = _solve(root, np.eye(len(root)))
            inverses.append(own.T @ own - T[rows] @ T[rows].T)
        return inverses


class LowRankFit:
    r"""Posterior of a Gaussian process under a low-rank covariance; made by :func:`low_rank_fit`.

    Attributes
    ----------
    log_marginal_likelihood : float
        :math:`\log N(y\mid 0,\,Q+D+\Sigma)`, equation (17).
    coef : ndarray, shape (K,)
        The mean of a prediction is ``K_su @ coef``.
    alpha : ndarray, shape (n,)
        :math:`(Q+D+\Sigma)^{-1}y`.
    """

    def __init__(self, y, K_fu, K_uu, noise, K_ff, jitter):
        n, n_inducing = K_fu.shape
        self._jitter = jitter
        size = np.trace(K_uu) / n_inducing
        self._L = _factor(
            K_uu + jitter * size * np.eye(n_inducing), "K_uu", "must be positive definite"
        )
        self._V = _solve_rows(self._L, K_fu, trans=1).T
        self._residual = self._make_residual(K_ff, noise)
        # ridge regression on whitened rows: a sum of squares loses no digits, a difference does
        W = self._residual.whiten(self._V.T)
        z = self._residual.whiten(y)
        self._W = W
        self._L_B = _factor(np.eye(n_inducing) + W.T @ W, "K_fu", "must not overflow")
        self._beta = _solve(self._L_B, _solve(self._L_B, W.T @ z), trans=1)
        left = z - W @ self._beta
        self.alpha = self._residual.unwhiten(left)
        self.coef = _solve(self._L, self._beta, trans=1)
        log_det = self._residual.log_det + 2 * np.log(np.diag(self._L_B)).sum()
        # y' P y as |z - W b|² + |b|²: both parts are sums of squares
        square = left @ left + self._beta @ self._beta
        self.log_marginal_likelihood = float(-0.5 * (square + log_det + n * np.log(2 * np.pi)))

    def _make_residual(self, K_ff, noise):
        """D + Σ of equation (16), with rounding below zero taken off the diagonal."""
        self._masked = K_ff is not None
        if isinstance(K_ff, list):
            return _Blocks(self._residual_blocks(K_ff, noise))
        if K_ff is None:
            return _Diagonal(noise)
        # D = diag(K - Q), with Q = V' V
        missing = K_ff - np.einsum("kn,kn->n", self._V, self._V)
        return _Diagonal(np.maximum(missing, 0.0) + noise)

    def _residual_blocks(self, K_ff, noise):
        start = 0
        blocks = []
        for block in K_ff:
            rows = slice(start, start + len(block))
            V = self._V[:, rows]
            blocks.append(block - V.T @ V + np.diag(noise[rows]))
            start += len(block)
        return blocks

    def _whiten_new(self, K_su):
        K_su = check_array(K_su, "K_su", shape=(None, len(self.coef)))
        return K_su, _solve(self._L, K_su.T)

    def predict(self, K_su, k_ss):
        r"""Mean and variance of the function at new places, by the exact conditional (15).

        Parameters
        ----------
        K_su : array_like, shape (m, K)
            Covariance of the new values with the inducing values.
        k_ss : array_like, shape (m,)
            Prior variances of the new values.

        Returns
        -------
        mean, variance : ndarray, shape (m,)
            Without noise; add its variance for an observation.

        Raises
        ------
        ValueError
            If shapes disagree or a prior variance is negative.

        Notes
        -----
        Cost: O(mK²). Source: the display below (18).
        """
        K_su, v = self._whiten_new(K_su)
        k_ss = check_array(k_ss, "k_ss", shape=(len(K_su),), low=0)
        t = _solve(self._L_B, v)
        # prior - explained by the inducing values + what the data leave open of these
        variance = k_ss - np.einsum("km,km->m", v, v) + np.einsum("km,km->m", t, t)
        return K_su @ self.coef, np.maximum(variance, 0.0)

    def predict_covariance(self, K_su, K_ss):
        """Mean, and the covariance (m, m) among new values; ``K_ss`` is their prior covariance."""
        K_su, v = self._whiten_new(K_su)
        K_ss = check_square(K_ss, "K_ss", size=len(K_su), symmetric=True)
        t = _solve(self._L_B, v)
        return K_su @ self.coef, K_ss - v.T @ v + t.T @ t

    def predict_in_block(self, K_su, k_ss, K_sb, block):
        r"""Mean and variance by PIC: the exact covariance with the data of one's own block.

        Parameters
        ----------
        K_su : array_like, shape (m, K)
        k_ss : array_like, shape (m,)
        K_sb : array_like, shape (m, n_b)
            Exact covariance of the new values with the function at the data of their block.
        block : int
            Which block of the list ``K_ff``.

        Returns
        -------
        mean, variance : ndarray, shape (m,)

        Raises
        ------
        ValueError
            If the fit has no blocks, or shapes disagree.

        Notes
        -----
        Cost: O(m(K² + n_b² + K n_b)). Source: Snelson and Ghahramani (2007), after whom the
        source calls its own approximation.
        """
        if not isinstance(self._residual, _Blocks):
            raise ValueError("block needs a fit whose K_ff is a list of blocks")
        block = check_count(block, "block", high=len(self._residual.roots) - 1)
        rows = self._residual.slices[block]
        K_su, v = self._whiten_new(K_su)
        k_ss = check_array(k_ss, "k_ss", shape=(len(K_su),), low=0)
        K_sb = check_array(K_sb, "K_sb", shape=(len(K_su), rows.stop - rows.start))
        # the covariance with the block beyond Q
        extra = K_sb - v.T @ self._V[:, rows]  # what the inducing values do not explain
        S = _solve(self._residual.roots[block], extra.T)
        t = _solve(self._L_B, v - self._W[rows].T @ S)
        variance = k_ss - np.einsum("km,km->m", v, v) + np.einsum("km,km->m", t, t)
        variance -= np.einsum("nm,nm->m", S, S)
        return K_su @ self.coef + extra @ self.alpha[rows], np.maximum(variance, 0.0)

    def inducing_posterior(self):
        r"""Mean (K,) and covariance (K, K) of the inducing values given the data, (18).

        The covariance is :math:`K_{uu}A^{-1}K_{uu}=LB^{-1}L^\top`. Cost: O(K³).
        """
        half = _solve(self._L_B, self._L.T)
        return self._L @ self._beta, half.T @ half

    def gradient(self):
        r"""Derivatives of the log-likelihood by the covariances, Appendix A with its sign mended.

        Returns
        -------
        LowRankGradient
            ``K_uu`` (K, K), ``K_fu`` (n, K), ``K_ff`` as it was given, ``noise`` (n,).

        Notes
        -----
        :math:`E=\tfrac12(\alpha\alpha^\top-P)\odot M` with :math:`P=(Q+D+\Sigma)^{-1}` is the
        derivative by what is kept of :math:`K_{ff}`; that by :math:`Q` is
        :math:`\tfrac12(\alpha\alpha^\top-P)-E`, of which only the product with :math:`V^\top` is
        formed. Cost: as the fit.
        """
        residual = self._residual
        # B has no eigenvalue below one: the inverse of its factor is as good as a solution
        B_half = _solve(self._L_B, np.eye(len(self.coef)))
        half = blas.dtrmm(1.0, B_half, self._W, side=1, lower=1, trans_a=1)
        E, noise = self._kept_gradient(residual.precision_less(half))
        # P V' = (D + Σ)^-1 V' B^-1, by the factor's other half
        FV = residual.unwhiten(blas.dtrmm(-0.5, B_half, half, side=1, lower=1, overwrite_b=True))
        # (alpha beta' - P V') / 2, in place: fresh memory costs more than the sums
        FV = blas.dger(0.5, self.alpha, self._beta, a=FV, overwrite_a=True)
        VFV = 0.5 * (np.outer(self._beta, self._beta) - np.eye(len(self.coef)))
        VFV += 0.5 * B_half.T @ B_half
        # E is what is kept: the rest of (alpha alpha' - P) / 2 acts through Q
        if self._masked:
            EV = self._product(E)
            FV -= EV
            VFV -= self._V @ EV
        # back from whitened V to K_fu, and from V V' to K_uu
        by_fu = _solve_rows(self._L, FV, scale=2.0, overwrite=True)
        by_uu = -_solve(self._L, _solve_rows(self._L, VFV), trans=1)
        by_uu = (by_uu + by_uu.T) / 2
        # the jitter is a share of the diagonal's mean and so moves with it
        by_uu += self._jitter * np.trace(by_uu) / len(by_uu) * np.eye(len(by_uu))
        return LowRankGradient(by_uu, by_fu, E if self._masked else None, noise)

    def _kept_gradient(self, precision):
        if not isinstance(precision, list):
            E = 0.5 * (self.alpha**2 - precision)
            return E, E
        parts = [self.alpha[rows] for rows in self._residual.slices]
        blocks = [0.5 * (np.outer(a, a) - P) for a, P in zip(parts, precision)]
        return blocks, np.concatenate([np.diag(block) for block in blocks])

    def _product(self, E):
        """E V' block by block: shape (n, K)."""
        if not isinstance(E, list):
            return E[:, None] * self._V.T
        product = np.empty_like(self._V.T)
        for block, rows in zip(E, self._residual.slices):
            product[rows] = block @ self._V[:, rows].T
        return product
