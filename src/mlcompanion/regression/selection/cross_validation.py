"""Choosing the penalty and the kernel width: Sugiyama (2016), Section 23.3.

k-fold cross validation by refitting, with one decomposition for a whole row of penalties, and
leave-one-out cross validation (23.4) in closed form, without refitting.
"""

import numpy as np

from mlcompanion._validation import check_array, check_flag, check_in, check_instance, check_real
from mlcompanion.kernels import rbf_kernel
from mlcompanion.regression.linear.ridge import DesignSVD, check_design, check_penalties
from mlcompanion.resampling import fold_splits, validation_of

__all__ = [
    "cross_validate_grid",
    "cross_validate_path",
    "gcv_path",
    "loo_by_refitting",
    "loo_error",
    "loo_grid",
    "loo_path",
    "loo_residuals",
]


def loo_residuals(svd, y, lam):
    r"""What each sample's output misses of its prediction by all *other* samples.

    The vector :math:`\tilde H^{-1}Hy` of (23.4), with :math:`H=I-\Phi(\Phi^\top\Phi+\lambda
    I)^{-1}\Phi^\top` and :math:`\tilde H` its diagonal.

    Parameters
    ----------
    svd : DesignSVD
        Of the design matrix, shape (n, m).
    y : ndarray, shape (n,) or (n, q)
        One or many outputs.
    lam : float or ndarray, shape (L,)
        Penalty, or many for a single output; may be 0 where the factor that vanishes in ``H``
        cancels.

    Returns
    -------
    ndarray, shape (n,), (n, q) or (n, L)
        Infinite where a sample alone determines a parameter.

    Notes
    -----
    Cost: O(n min(n, m)) an output or penalty. Source: Sugiyama (2016), (23.4).
    """
    U = check_instance(svd, "svd", DesignSVD).U
    y = check_array(y, "y", shape=(len(U), *([None] * (np.ndim(y) == 2))))
    Y = y.reshape(len(y), -1)
    lams = np.atleast_1d(check_array(lam, "lam", low=0))
    if lams.ndim > 1 or (len(lams) != 1 and Y.shape[1] != 1):
        raise ValueError("lam must be a number, or a vector for a single output y")
    total = svd.s[:, None] ** 2 + lams
    square = U.shape[0] == U.shape[1]
    if square and total.min() > 0:
        left = 1 / total  # H up to its factor lam, which cancels: no 0/0 as lam vanishes
    else:
        left = np.divide(lams, total, out=np.ones_like(total), where=total > 0)
    spectrum = U.T @ Y
    residual = U @ (left * spectrum)
    diagonal = U**2 @ left
    if not square:  # outside the range of Phi, H is the identity
        residual += Y - U @ spectrum
        diagonal += 1 - (U**2).sum(axis=1, keepdims=True)
    # samples that decide a direction alone: the others say nothing of it
    alone = diagonal <= 1e-13 * np.maximum(left.max(axis=0), 1.0)
    left_out = np.where(alone, np.inf, residual / np.where(alone, 1.0, diagonal))
    return left_out[:, 0] if np.ndim(lam) == 0 and y.ndim == 1 else left_out


def loo_error(Phi, y, lam):
    """Leave-one-out cross validation error (23.4): the mean square of :func:`loo_residuals`.

    Parameters
    ----------
    Phi : array_like, shape (n, m)
    y : array_like, shape (n,)
    lam : float

    Returns
    -------
    float
        In squared units of ``y``; infinite if a sample alone determines a parameter.

    Notes
    -----
    Cost: O(n m min(n, m)), as one fit. The basis stays as it is while a sample is left out.
    """
    return float(loo_path(Phi, y, [check_real(lam, "lam", low=0)])[0])


def loo_path(Phi, y, lams):
    """:func:`loo_error` for many penalties, shape (L,), from one decomposition."""
    Phi, y = check_design(Phi, y)
    if Phi.shape[1] > Phi.shape[0]:  # a triangle with the same U and s, and fewer columns
        Phi = np.linalg.qr(Phi.T, mode="r").T
    return np.mean(loo_residuals(DesignSVD.of(Phi), y, check_penalties(lams)) ** 2, axis=0)


def gcv_path(Phi, y, lams):
    r"""Generalized cross validation: each :math:`H_{ii}` in (23.4) replaced by their mean.

    Parameters
    ----------
    Phi : array_like, shape (n, m)
    y : array_like, shape (n,)
    lams : array_like, shape (L,)

    Returns
    -------
    ndarray, shape (L,)
        Infinite where the fit has as many effective parameters as samples.

    Notes
    -----
    Cost: one decomposition, then O(n min(n, m)) a penalty. Source: Golub, Heath, Wahba (1979).
    """
    Phi, y = check_design(Phi, y)
    svd = DesignSVD.of(Phi)
    spectrum = svd.U.T @ y
    scores = []
    for lam in check_penalties(lams):
        residual = y - svd.U @ (svd.s * svd.filter_factors(lam) * spectrum)
        free = 1 - svd.effective_parameters(lam) / len(y)
        scores.append(np.mean(residual**2) / free**2 if free > 1e-13 else np.inf)
    return np.array(scores)


def loo_by_refitting(Phi, y, lam):
    """The same number as :func:`loo_error` by n fits: O(n) times the cost, for comparison."""
    Phi, y = check_design(Phi, y)
    lam = check_real(lam, "lam", low=0)
    errors = []
    for i in range(len(y)):
        rest = np.arange(len(y)) != i
        theta = DesignSVD.of(Phi[rest]).coefficients(y[rest], lam)
        errors.append(y[i] - Phi[i] @ theta)
    return float(np.mean(np.square(errors)))


def _widths(sigmas):
    return check_array(sigmas, "sigmas", ndim=1, min_rows=1, low=0, open_low=True)


def _samples(X, y):
    X = check_array(X, "X")
    X = check_array(X[:, None] if X.ndim == 1 else X, "X", ndim=2, min_rows=2)
    return X, check_array(y, "y", shape=(len(X),))


def loo_grid(X, y, sigmas, lams, G="I"):
    """Leave-one-out errors of :class:`KernelLeastSquares` for every width and penalty.

    Parameters
    ----------
    X : array_like, shape (n,) or (n, d)
    y : array_like, shape (n,)
    sigmas : array_like, shape (H,)
        Widths, positive, in the units of ``X``.
    lams : array_like, shape (L,)
    G : {"I", "K"}
        Penalty; see :class:`KernelLeastSquares`.

    Returns
    -------
    ndarray, shape (H, L)
        In squared units of ``y``. The kernel at a sample that is left out stays in the basis.

    Notes
    -----
    Cost: O(n^3) a width, O(n^2) a penalty. Source: Sugiyama (2016), (23.4).
    """
    X, y = _samples(X, y)
    lams = check_penalties(lams)
    check_in(G, "G", ("I", "K"))
    table = []
    for sigma in _widths(sigmas):
        svd = DesignSVD.of_gram(rbf_kernel(X, sigma=sigma))
        if G == "K":  # the penalty by K is the plain one in the basis K^(1/2)
            svd = DesignSVD(svd.U, np.sqrt(svd.s), svd.Vt)
        table.append(np.mean(loo_residuals(svd, y, lams) ** 2, axis=0))
    return np.array(table)


def cross_validate_path(Phi, y, lams, labels, *, full=False):
    """Mean squared error on each fold, of ridge regression on the others.

    Parameters
    ----------
    Phi : array_like, shape (n, m)
    y : array_like, shape (n,)
    lams : array_like, shape (L,)
    labels : array_like of int, shape (n,)
        Fold of each sample, as from :func:`mlcompanion.resampling.fold_labels`; or folds as
        :func:`mlcompanion.resampling.fold_splits` takes them, but for a number.
    full : bool
        Return the :class:`~mlcompanion.resampling.CrossValidation` with all folds instead.

    Returns
    -------
    ndarray, shape (folds, L), or CrossValidation

    Notes
    -----
    Cost: one decomposition a fold, then O(min(n, m)) a penalty and validation sample.
    Source: Sugiyama (2016), Section 23.3.
    """
    Phi, y = check_design(Phi, y)
    lams = check_penalties(lams)

    def predict(kept, out):
        svd = DesignSVD.of(Phi[kept])
        factors = np.array([svd.filter_factors(lam) for lam in lams])  # one decomposition for all
        return (Phi[out] @ svd.Vt.T) @ (factors * (svd.U.T @ y[kept])).T

    full = check_flag(full, "full")
    splits = _labelled_splits(labels, y)
    errors = _errors_by_fold(predict, y, splits)
    return validation_of(errors, splits) if full else errors


def _labelled_splits(labels, y):
    """Pairs of rows kept and left out, from a label for each row or as they are given."""
    pairs = isinstance(labels, list) and labels and isinstance(labels[0], (tuple, list))
    if pairs or (hasattr(labels, "split") and not isinstance(labels, str)):
        return fold_splits(labels, y, y, name="labels")
    labels = check_array(labels, "labels", shape=(len(y),), dtype=int)
    folds = np.unique(labels)
    if len(folds) < 2:
        raise ValueError("labels must name at least two folds")
    return [(np.flatnonzero(labels != f), np.flatnonzero(labels == f)) for f in folds]


def _errors_by_fold(predict, y, splits):
    """Mean squared errors of ``predict(kept, out)``, shape (n_out, L), on each fold."""
    errors = [np.mean((y[out, None] - predict(kept, out)) ** 2, axis=0) for kept, out in splits]
    return np.array(errors)


def _kernel_ridge_by_fold(K, y, lams, splits):
    """As :func:`cross_validate_path` for the penalty by ``K``: the kept kernels suffice."""

    def predict(kept, out):
        half = DesignSVD.of_gram(K[np.ix_(kept, kept)])
        total = half.s[:, None] + lams
        spectrum = np.divide(
            (half.U.T @ y[kept])[:, None], total, out=np.zeros_like(total), where=total > 0
        )
        return (K[np.ix_(out, kept)] @ half.U) @ spectrum

    return _errors_by_fold(predict, y, splits)


def cross_validate_grid(X, y, sigmas, lams, folds=5, random_state=None, G="I", *,
                        full=False):  # fmt: skip
    """k-fold cross validation errors of the Gaussian kernel model for every width and penalty.

    Parameters
    ----------
    X : array_like, shape (n,) or (n, d)
    y : array_like, shape (n,)
    sigmas : array_like, shape (H,)
        Widths, positive, in the units of ``X``.
    lams : array_like, shape (L,)
        Penalties, not negative.
    folds : int, splitter, or iterable of pairs (train, test)
        As in :func:`mlcompanion.resampling.fold_splits`.
    random_state : int, Generator or None
        Draws the folds.
    G : {"I", "K"}
        Penalty; see :class:`KernelLeastSquares`.
    full : bool
        Return the :class:`~mlcompanion.resampling.CrossValidation` with all folds instead.

    Returns
    -------
    ndarray, shape (H, L), or CrossValidation
        In squared units of ``y``. As in the source, there is a kernel at *every* sample, whether
        or not its output is held out; under ``"K"`` those of held-out samples get weight zero.

    Raises
    ------
    ValueError
        If a width or penalty is out of range, or there are more folds than samples.

    Notes
    -----
    Cost: folds · H decompositions of O(n^3); the penalties come nearly free.
    Source: Sugiyama (2016), Fig. 23.10.
    """
    X, y = _samples(X, y)
    splits = fold_splits(folds, X, y, random_state=random_state)
    by_fold = {"I": cross_validate_path, "K": _kernel_ridge_by_fold}[check_in(G, "G", ("I", "K"))]
    lams = check_penalties(lams)
    grams = (rbf_kernel(X, sigma=sigma) for sigma in _widths(sigmas))
    full = check_flag(full, "full")
    tables = [by_fold(K, y, lams, splits) for K in grams]
    means = np.array([table.mean(axis=0) for table in tables])
    if full:
        return validation_of(np.stack(tables, axis=1), splits, means)
    return means
