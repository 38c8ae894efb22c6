"""Combining kernels without learning, or by rules of thumb.

Source: Gönen and Alpaydın (2011), Sections 3.1 and 3.2.
"""

import numpy as np

from mlcompanion._validation import check_array, check_in, check_real, check_square

from ._base import MKLClassifier, check_stack, check_weights, combined

__all__ = [
    "RuleMKL",
    "accuracy_weights",
    "correlation_weights",
    "difference_kernel",
    "error_weights",
    "pairwise_kernel",
    "weighted_kernel",
]


class RuleMKL(MKLClassifier):
    r"""A support vector machine on the mean or the product of several kernels.

    Parameters
    ----------
    rule : {"mean", "product"}
        :math:`\frac1P\sum_mK_m`, or the product entry by entry.
    C : float
        Bound of the dual variables, one a row.
    tol : float
        Largest violation of the machine's optimality conditions.
    kernels : None, "precomputed" or callable
        Default: Gaussian kernels of three widths on all columns. ``"precomputed"``: ``X`` is a
        stack (P, n, n). A callable: ``kernels(X, X_train)`` returns a stack, as
        :class:`ViewKernels` does.

    Attributes
    ----------
    weights_ : ndarray, shape (P,)
        1/P each; the product has exponents, all 1.
    support_, dual_coef_, intercept_ : ndarray, ndarray, float
        The machine.
    objective_ : float
        Value of its dual.
    n_svm_calls_ : int

    Notes
    -----
    Cost: one support vector machine; memory O(P n^2). Source: Section 3.1, Eq. (1).

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> X = (X - X.mean(axis=0)) / X.std(axis=0)
    >>> bool(RuleMKL("mean").fit(X[::2], y[::2]).score(X[1::2], y[1::2]) > 0.95)
    True
    """

    _inner_share = 1.0

    def __init__(self, rule="mean", *, C=1.0, tol=1e-3, kernels=None):
        self.rule = rule
        self.C = C
        self.tol = tol
        self.kernels = kernels

    def _check_parameters(self):
        check_in(self.rule, "rule", ("mean", "product"))

    def _learn(self, Ks, calls):
        share = 1 / len(Ks) if self.rule == "mean" else 1.0
        self.weights_ = np.full(len(Ks), share)
        return calls(self._mix(Ks))

    def _mix(self, Ks):
        return combined(Ks, self.weights_) if self.rule == "mean" else Ks.prod(axis=0)


def weighted_kernel(Ks, weights):
    r"""The conic combination :math:`\sum_m\eta_mK_m`.

    Parameters
    ----------
    Ks : array_like, shape (P, n, m)
    weights : array_like, shape (P,)
        None negative, so that the sum is a kernel.

    Returns
    -------
    ndarray, shape (n, m)

    Notes
    -----
    Cost: O(P n m). It is the inner product of the feature maps, each scaled by the root of its
    weight and put one behind the other. Source: Section 2.2.

    Examples
    --------
    >>> weighted_kernel([[[1.0]], [[2.0]]], [0.5, 1.0])
    array([[2.5]])
    """
    Ks = check_stack(Ks, "Ks", square=False)
    return combined(Ks, check_weights(weights, len(Ks)))


def pairwise_kernel(K, first, second=None):
    r"""Similarity of pairs: each member of one is like a member of the other.

    :math:`k(a,b)k(a',b')+k(a,b')k(a',b)` for the pairs {a, a'} and {b, b'}.

    Parameters
    ----------
    K : array_like, shape (n, n)
        A kernel of single things.
    first : array_like of int, shape (r, 2)
        Pairs of row numbers.
    second : array_like of int, shape (s, 2), optional
        Default ``first``.

    Returns
    -------
    ndarray, shape (r, s)

    Notes
    -----
    Cost: O(r s). Source: Section 3.1, after Ben-Hur and Noble (2005). The paper adds such kernels
    over m, or adds the K before; both are sums of stacks.

    Examples
    --------
    >>> pairwise_kernel([[1.0, 0.5], [0.5, 1.0]], [[0, 1], [1, 0]])
    array([[1.25, 1.25],
           [1.25, 1.25]])
    """
    K = check_square(K, "K", symmetric=True)
    pairs = {"dtype": int, "shape": (None, 2), "min_rows": 1, "low": 0, "high": len(K) - 1}
    first = check_array(first, "first", **pairs)
    second = first if second is None else check_array(second, "second", **pairs)
    # columns beside rows: K[a, b] is at once a table over all pairs of pairs
    (a, a2), (b, b2) = first.T[:, :, None], second.T
    return K[a, b] * K[a2, b2] + K[a, b2] * K[a2, b]


def difference_kernel(K1, K2, y=None, *, tau=0.1, form="square"):
    r"""The mean of two kernels plus :math:`\tau` times what they disagree on.

    Parameters
    ----------
    K1, K2 : array_like, shape (n, n)
        Symmetric kernels.
    y : array_like, shape (n,)
        Labels, -1 or 1; not for ``"square"``.
    tau : float
        At least 0.
    form : {"absolute", "signed", "square"}
        With D = K1 - K2: :math:`y_iy_j|D_{ij}|`, :math:`y_iy_jD_{ij}`, or the matrix product DD.

    Returns
    -------
    ndarray, shape (n, n)
        Only ``"square"`` is positive semidefinite for sure; the other two look at the labels, which
        new rows do not have.

    Notes
    -----
    Cost: O(n^2), ``"square"`` O(n^3). Source: Section 3.2, after de Diego et al. (2004).

    Examples
    --------
    >>> difference_kernel([[1.0]], [[3.0]], tau=0.5)
    array([[4.]])
    """
    K1 = check_square(K1, "K1", symmetric=True)
    K2 = check_square(K2, "K2", size=len(K1), symmetric=True)
    tau = check_real(tau, "tau", low=0)
    difference = K1 - K2
    if check_in(form, "form", ("absolute", "signed", "square")) == "square":
        # the square of a symmetric matrix is positive semidefinite; the other two forms need not be
        return (K1 + K2) / 2 + tau * difference @ difference
    if y is None:
        raise ValueError(f"y is needed for form={form!r}")
    y = check_array(y, "y", shape=(len(K1),), among=(-1, 1))
    part = abs(difference) if form == "absolute" else difference
    return (K1 + K2) / 2 + tau * y[:, None] * part * y


def accuracy_weights(accuracies, threshold):
    r"""Weights :math:`\eta_m\propto\pi_m-\delta` from the accuracy of each kernel alone.

    Parameters
    ----------
    accuracies : array_like, shape (P,)
        In [0, 1].
    threshold : float
        At most the least accuracy.

    Returns
    -------
    ndarray, shape (P,)
        They sum to 1.

    Raises
    ------
    ValueError
        If the threshold is above an accuracy, or equal to all.

    Notes
    -----
    Source: Section 3.2, after Tanabe et al. (2008).

    Examples
    --------
    >>> accuracy_weights([0.9, 0.7], 0.5).round(2)
    array([0.67, 0.33])
    """
    accuracies = check_array(accuracies, "accuracies", ndim=1, min_rows=1, low=0, high=1)
    excess = accuracies - check_real(threshold, "threshold", low=0, high=1)
    if excess.min() < 0 or excess.max() == 0:
        raise ValueError(
            f"threshold must not exceed the least accuracy, nor equal all, got {threshold}"
        )
    return excess / excess.sum()


def correlation_weights(correlations):
    r"""Weights :math:`\eta_m=R_m/\sum_hR_h` from the correlation that each regressor reaches.

    Parameters
    ----------
    correlations : array_like, shape (P,)
        In [0, 1], not all 0.

    Returns
    -------
    ndarray, shape (P,)
        They sum to 1.

    Notes
    -----
    Source: Section 3.2, after Qiu and Lane (2009).

    Examples
    --------
    >>> correlation_weights([0.6, 0.2])
    array([0.75, 0.25])
    """
    R = check_array(correlations, "correlations", ndim=1, min_rows=1, low=0, high=1)
    if R.max() == 0:
        raise ValueError("correlations must not all be 0")
    return R / R.sum()


def error_weights(errors):
    r"""Weights :math:`(\sum_hM_h-M_m)/((P-1)\sum_hM_h)` from the mean squared error of each kernel.

    Parameters
    ----------
    errors : array_like, shape (P,)
        At least two, none negative, not all 0.

    Returns
    -------
    ndarray, shape (P,)
        They sum to 1.

    Notes
    -----
    Source: Section 3.2, after Qiu and Lane (2009).

    Examples
    --------
    >>> error_weights([1.0, 3.0])
    array([0.75, 0.25])
    """
    M = check_array(errors, "errors", ndim=1, min_rows=2, low=0)
    if M.max() == 0:
        raise ValueError("errors must not all be 0")
    return (M.sum() - M) / ((len(M) - 1) * M.sum())
