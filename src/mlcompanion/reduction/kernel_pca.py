r"""Kernel principal components: of :math:`N` points in a feature space that is never entered.

Abrahamsen and Hansen (2011), equations 2 and 3. With the linear kernel they are those of PCA, from
the :math:`N\times N` matrix of inner products: what pays where columns outnumber rows.
"""

import numpy as np
from scipy.linalg import eigh
from scipy.sparse.linalg import eigsh
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_count, check_memory, check_real, check_square
from mlcompanion.kernels import gram, rbf_kernel
from mlcompanion.linalg import squared_distances
from mlcompanion.linalg.vectors import expanded_squares, rounding_of_squares

from .leave_one_out import loo_projections

__all__ = ["KernelPCA", "percentile_width"]

_FEW = 200  # rows: below, one dense decomposition is quicker than a search for some of its pairs
_SHIFT_FREE = ("linear", "rbf")  # kernels whose centred matrix does not see the origin


def percentile_width(X, percent=5.0):
    r"""Width of a Gaussian kernel from the distances between the rows.

    :math:`\sigma` with :math:`2\sigma^2=c`, the given percentile of the *squared* distances
    between different rows, for the kernel :math:`e^{-\|x-y\|^2/c}`.

    Parameters
    ----------
    X : array_like, shape (n, d)
    percent : float
        Between 0 and 100; 5 in the source, which keeps the kernel local.

    Returns
    -------
    float
        In the units of the data.

    Raises
    ------
    ValueError
        If all rows are equal.

    Notes
    -----
    Cost: O(n² d) time, O(n²) memory. Source: Abrahamsen and Hansen (2011), section 4.2; only
    *squared* distances give the c that is printed there.

    Examples
    --------
    >>> percentile_width([[0.0], [2.0], [2.0]], 50)
    1.4142135623730951
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    percent = check_real(percent, "percent", low=0, high=100)
    check_memory(16 * len(X) ** 2, f"the distances between {len(X)} rows")
    rows = X - _central_row(X)
    unit = np.abs(rows).max(initial=0.0)
    if unit == 0:
        raise ValueError("X must have two different rows")
    rows /= unit
    pairs = np.triu_indices(len(X), 1)
    square = _positive_percentile(expanded_squares(rows, rows)[pairs], percent)
    if square < 1e6 * rounding_of_squares(rows, rows).max():  # near pairs decide: differences
        square = _positive_percentile(squared_distances(rows, rows)[pairs], percent)
    return float(unit * np.sqrt(square / 2))


def _positive_percentile(squares, percent):
    return np.percentile(squares[squares > 0], percent)


def _central_row(X):
    """The row nearest to the mean. Reckoned from it, constant columns are exactly zero."""
    gaps = X - X.mean(axis=0)
    with np.errstate(over="ignore", under="ignore"):  # any row will do then
        return X[np.einsum("ij,ij->i", gaps, gaps).argmin()]


def _leading(K, count):
    """The largest eigenvalues of a symmetric matrix, descending, and their vectors."""
    n = len(K)
    if n > _FEW and 10 * count < n:
        # the same start in every run: the same digits
        start = np.random.default_rng(0).standard_normal(n)
        values, vectors = eigsh(K, count, which="LA", v0=start)
    else:
        values, vectors = eigh(K, subset_by_index=[n - count, n - 1], check_finite=False)
        if len(values) < count:  # LAPACK finds none where all are equal
            values, vectors = eigh(K, check_finite=False)
            values = values[-count:]
            vectors = vectors[:, -count:]
    order = np.argsort(-values, kind="stable")
    return values[order], vectors[:, order]


class KernelPCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    r"""Projections on the directions of largest variance in the feature space of a kernel.

    The centred kernel matrix :math:`\tilde K` of the training points has eigenpairs
    :math:`\tilde Ka_k=\lambda_ka_k`, :math:`\|a_k\|=1`; a point's projection is

    .. math:: \beta_k(x)=\lambda_k^{-1/2}\sum_{n=1}^Na_{nk}\,\tilde k(x,x_n).

    Parameters
    ----------
    n_components : int, float or None
        How many; below 1 the share of the variance that they must reach together. Directions
        without variance are left out, so there may be fewer. None: all.
    kernel : {"linear", "rbf", "poly", "precomputed"} or callable
        As for :func:`mlcompanion.kernels.gram`.
    sigma : float, optional
        Width of "rbf", in the units of ``X``: the kernel is :math:`e^{-\|x-y\|^2/2\sigma^2}`.
        Default: :func:`percentile_width`.
    degree : int
        Of "poly".
    coef0 : float
        Of "poly".

    Attributes
    ----------
    eigenvalues_ : ndarray, shape (q,)
        Of the centred matrix, descending; divided by the number of samples they are variances.
    eigenvectors_ : ndarray, shape (n_samples, q)
        Of length 1; the entry that is largest in absolute value is positive.
    explained_variance_ratio_ : ndarray, shape (q,)
    gram_means_ : ndarray, shape (n_samples,)
        Column means of the kernel matrix: all that centring a new point needs.
    X_fit_ : ndarray, shape (n_samples, n_features)
        The training rows, to which the model refers, or the kernel matrix if it is precomputed.
    sigma_ : float
        The width, with "rbf".

    Raises
    ------
    ValueError
        If no direction has variance, there are fewer rows than ``n_components``, or a precomputed
        matrix is not symmetric.

    See Also
    --------
    HistogramEqualizer : What new points' projections need where rows are few.

    Notes
    -----
    Cost: O(n² d) for the matrix, O(n³) for its pairs, O(n² q) a round where few of many are asked
    for; O(n d + n q) a new point. Memory: two n × n matrices while fitting, none afterwards.
    Source: Abrahamsen and Hansen (2011), equations 2 and 3.

    Examples
    --------
    >>> X, new = np.random.default_rng(0).normal(size=(2, 20, 500))
    >>> model = KernelPCA(2).fit(X)
    >>> bool(model.transform(X).std() > 4 * model.transform(new).std())
    True
    """

    def __init__(self, n_components=None, *, kernel="linear", sigma=None, degree=3, coef0=1.0):
        self.n_components = n_components
        self.kernel = kernel
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags

    def fit(self, X, y=None):
        """Find the leading eigenpairs of the centred kernel matrix.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features), or the kernel matrix
        y : None
            Not used.

        Returns
        -------
        self
        """
        X = validate_data(self, X, dtype=np.float64, ensure_min_samples=2)
        n = len(X)
        count = self._asked(n)
        self.X_fit_ = X
        self._prepare(X)
        check_memory(16 * n**2, f"the kernel matrix of {n} rows and its decomposition")
        K = self._kernel(X)
        if self.kernel == "precomputed" or callable(self.kernel):
            name = "X" if self.kernel == "precomputed" else "kernel"
            K = check_square(K, name, size=n, symmetric=True).copy()
        self.gram_means_ = K.mean(axis=0)
        # center_gram, in place: one matrix in all
        K -= self.gram_means_
        K -= self.gram_means_[:, None]
        K += self.gram_means_.mean()
        values, vectors = _leading(K, count)
        # rounding leaves so much where there is nothing; its inverse root would be noise
        floor = 8 * n * np.finfo(float).eps
        kept = values > floor * max(values[0], np.abs(self.gram_means_).max())
        kept[n - 1 :] = False  # the constant vector's
        if not kept.any():
            raise ValueError("X must have two different rows: no direction has variance")
        values = values[kept]
        shares = values / np.trace(K)
        if isinstance(self.n_components, float):
            enough = np.searchsorted(np.cumsum(shares), self.n_components * (1 - 1e-12)) + 1
            values = values[:enough]
        q = len(values)
        vectors = vectors[:, kept][:, :q]
        # an eigenvector's sign is arbitrary: the largest entry is made positive, on any machine
        vectors *= np.sign(vectors[np.abs(vectors).argmax(axis=0), np.arange(q)])
        self.eigenvalues_ = values
        self.eigenvectors_ = vectors
        self.explained_variance_ratio_ = shares[:q]
        return self

    def _asked(self, n):
        """How many pairs to compute: all, where a share decides how many are kept."""
        q = self.n_components
        if q is None:
            return n
        if isinstance(q, float):
            check_real(q, "n_components", low=0, high=1, open_low=True, open_high=True)
            return n
        return check_count(q, "n_components", low=1, high=n)

    def _prepare(self, X):
        """Check the kernel's parameters; find a width and an origin where it needs them."""
        check_count(self.degree, "degree", low=1)
        check_real(self.coef0, "coef0", low=0)
        width = self.sigma
        if width is not None:
            width = check_real(width, "sigma", low=0, open_low=True)
        self._origin = 0.0
        if self.kernel in _SHIFT_FREE:
            self._origin = _central_row(X)  # near it products keep their digits
        if self.kernel == "rbf":
            self.sigma_ = percentile_width(X) if width is None else width

    def _kernel(self, X, Y=None):
        """Kernel between rows of ``X`` and of ``Y``, by default themselves."""
        if self.kernel == "rbf":
            return _gaussian(X - self._origin, Y, self.sigma_, self._origin)
        if self.kernel == "linear":
            rows = X - self._origin
            return rows @ (rows if Y is None else Y - self._origin).T
        own = {"degree": self.degree, "coef0": self.coef0} if self.kernel == "poly" else {}
        return gram(X, Y, kernel=self.kernel, **own)

    def transform(self, X):
        """Project on the components; equation 3.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
            Or kernels with the training points, shape (n_samples, n_training).

        Returns
        -------
        ndarray, shape (n_samples, q)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        K = X if self.kernel == "precomputed" else self._kernel(X, self.X_fit_)
        # each eigenvector sums to zero: what centring takes off whole rows drops out
        return (K - self.gram_means_) @ (self.eigenvectors_ / np.sqrt(self.eigenvalues_))

    def fit_transform(self, X, y=None):
        """Fit, and return the training projections, at no further cost."""
        self.fit(X)
        return self.eigenvectors_ * np.sqrt(self.eigenvalues_)

    def leave_one_out(self, method="exact"):
        """Projections of the training points as if each had been new.

        Parameters
        ----------
        method : {"exact", "geometric", "refit"}
            As for :func:`loo_projections`.

        Returns
        -------
        ndarray, shape (n_samples, q)
        """
        check_is_fitted(self)
        K = self.X_fit_ if self.kernel == "precomputed" else self._kernel(self.X_fit_)
        return loo_projections(K, len(self.eigenvalues_), method=method)

    @property
    def _n_features_out(self):
        return len(self.eigenvalues_)


def _gaussian(rows, Y, sigma, origin):
    """The Gaussian kernel by one matrix product; where that would lose digits, by differences."""
    others = rows if Y is None else Y - origin
    K = rows @ others.T  # of a matrix with itself at half the price
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        lengths = np.diag(K) if Y is None else np.einsum("ij,ij->i", rows, rows)
        others_lengths = lengths if Y is None else np.einsum("ij,ij->i", others, others)
        lengths = lengths / 2
        others_lengths = others_lengths / 2
        largest = lengths.max() + others_lengths.max()
        rounding = 4 * (rows.shape[1] + 2) * np.finfo(float).eps * largest
        exact = 1e-200 < largest < 1e200 and rounding < 1e-10 * sigma**2 < 1e200
    if not exact:
        return rbf_kernel(rows, others, sigma=sigma)
    K -= lengths[:, None]
    K -= others_lengths
    K /= sigma**2
    np.minimum(K, 0, out=K)
    if Y is None:
        np.fill_diagonal(K, 0.0)
    return np.exp(K, out=K)
