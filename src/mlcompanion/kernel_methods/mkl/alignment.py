"""Weights that make the combined kernel look like the labels, found before any machine is trained.

Source: Gönen and Alpaydın (2011), Sections 3.2 to 3.5.
"""

import numpy as np
from scipy.optimize import nnls

from mlcompanion._validation import check_array, check_count, check_in, check_real
from mlcompanion.kernels import center_gram
from mlcompanion.optimize.smo.solver import smo

from ._base import MKLClassifier, check_stack

__all__ = ["AlignmentMKL", "alignment_ascent", "alignment_weights", "kandola_weights"]

_RULES = ("ratio", "conic", "convex", "centered_linear", "centered_conic")


def alignment_weights(Ks, y, rule="ratio"):
    r"""Kernel weights from inner products of Gram matrices with each other and with the labels.

    With :math:`b_m=\langle K_m,yy^\top\rangle_F` and :math:`G_{mh}=\langle K_m,K_h\rangle_F`; M and
    a are the same of the centred kernels.

    Parameters
    ----------
    Ks : array_like, shape (P, n, n)
    y : array_like, shape (n,)
        Labels, -1 or 1.
    rule : {"ratio", "conic", "convex", "centered_linear", "centered_conic"}
        ``"ratio"``: proportional to the alignment of each kernel. ``"conic"``: the nonnegative
        weights of largest alignment. ``"convex"``: the weights on the simplex with
        :math:`\|K_\eta-yy^\top\|_F` least. ``"centered_linear"``: :math:`M^{-1}a`, of largest
        centred alignment, perhaps negative. ``"centered_conic"``: the same among nonnegative
        weights.

    Returns
    -------
    ndarray, shape (P,)
        ``"ratio"`` and ``"convex"`` sum to 1, the others have Euclidean length 1: alignment does
        not see the scale.

    Raises
    ------
    ValueError
        If no kernel is aligned with the labels, so that the weights would all be zero.

    Notes
    -----
    Cost: O(P^2 n^2). Source: Eqs. (2), (4) to (7). Eq. (5) scales its weights to
    :math:`\eta^\top G\eta=1` instead.

    Examples
    --------
    >>> y = np.array([1.0, 1.0, -1.0, -1.0])
    >>> alignment_weights([np.outer(y, y), np.eye(4)], y).round(2)
    array([0.67, 0.33])
    """
    Ks, y = _checked(Ks, y)
    check_in(rule, "rule", _RULES)
    if rule.startswith("centered"):
        Ks = np.array([center_gram(K) for K in Ks])
    G, b = frobenius_products(Ks, y)
    if rule == "ratio":
        weights = b / np.sqrt(np.diag(G))
        return weights / _positive(weights.sum())
    if rule == "convex":
        start = np.full(len(b), 1 / len(b))
        scale = np.trace(G) / len(b)  # the programme in units of a kernel's squared length
        # the simplex is smo's box with one equality of ones
        return smo(2 * G / scale, 2 * b / scale, 1.0, np.ones(len(b)), 1.0, alpha0=start).alpha
    if rule == "centered_linear":
        size = _sizes(G)
        # kernels that depend on each other leave G singular: the shortest of the best weights
        weights = np.linalg.lstsq(G / np.outer(size, size), b / size, rcond=None)[0] / size
    else:
        weights = nonnegative_quadratic(G, b)
    return weights / _positive(np.linalg.norm(weights))


def _checked(Ks, y):
    """Kernels and signs, checked."""
    Ks = check_stack(Ks, "Ks")
    return Ks, check_array(y, "y", shape=Ks.shape[1:2], among=(-1, 1))


def _positive(size):
    """The size of a vector of weights, if it has one."""
    if not size > 0:
        raise ValueError("Ks has no kernel that is aligned with y")
    return size


def frobenius_products(Ks, y):
    """Inner products of the kernels with each other, and with the outer product of the labels."""
    flat = Ks.reshape(len(Ks), -1)
    return flat @ flat.T, (Ks @ y) @ y


def nonnegative_quadratic(G, b):
    r"""Minimise :math:`v^\top Gv-2v^\top b` over nonnegative v: least squares with a root of G."""
    size = _sizes(G)  # one length for all: no kernel is lost beside a larger one
    values, vectors = np.linalg.eigh(G / np.outer(size, size))
    # with root' root = G the form is |root v - root^-T b|^2, up to a constant: nnls solves that
    keep = values > 1e-12 * values[-1]
    root = np.sqrt(values[keep])
    return (
        nnls(root[:, None] * vectors[:, keep].T, vectors[:, keep].T @ (b / size) / root)[0] / size
    )


def _sizes(G):
    """Lengths of the kernels, 1 for one that is zero."""
    size = np.sqrt(np.diag(G))
    return np.where(size > 0, size, 1.0)


class AlignmentMKL(MKLClassifier):
    """A support vector machine on the weighted kernel that is most like the labels.

    Parameters
    ----------
    rule : {"ratio", "conic", "convex", "centered_linear", "centered_conic"}
        As for :func:`alignment_weights`.
    C : float
        Bound of the dual variables, one a row.
    tol : float
        Largest violation of the machine's optimality conditions.
    kernels : None, "precomputed" or callable
        As for :class:`RuleMKL`.

    Attributes
    ----------
    weights_ : ndarray, shape (P,)
        With ``"centered_linear"`` some may be negative: the combined kernel may be indefinite, and
        the machine then stops at a point that fulfils the optimality conditions.
    support_, dual_coef_, intercept_ : ndarray, ndarray, float
        The machine.
    objective_ : float
        Value of its dual.
    n_svm_calls_ : int

    Notes
    -----
    Cost: O(P^2 n^2) and one support vector machine; memory O(P n^2). Source: Sections 3.2 to 3.5
    and 4.1.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> X = (X - X.mean(axis=0)) / X.std(axis=0)
    >>> AlignmentMKL("convex").fit(X, y).weights_.round(1)
    array([0.2, 0.8, 0. ])
    """

    _inner_share = 1.0

    def __init__(self, rule="ratio", *, C=1.0, tol=1e-3, kernels=None):
        self.rule = rule
        self.C = C
        self.tol = tol
        self.kernels = kernels

    def _check_parameters(self):
        check_in(self.rule, "rule", _RULES)

    def _learn(self, Ks, calls):
        self.weights_ = alignment_weights(Ks, calls.signs, self.rule)
        return calls(self._mix(Ks))


def kandola_weights(Ks, y, lam=0.0):
    r"""Maximise :math:`\eta^\top b-\eta^\top G\eta-\lambda\|\eta\|^2` over nonnegative weights.

    Parameters
    ----------
    Ks : array_like, shape (P, n, n)
    y : array_like, shape (n,)
        Labels, -1 or 1.
    lam : float
        At least 0; it pulls the weights together and towards 0.

    Returns
    -------
    ndarray, shape (P,)

    Notes
    -----
    Cost: O(P^2 n^2). Source: Section 3.4, after Kandola et al. (2002).

    Examples
    --------
    >>> y = np.array([1.0, 1.0, -1.0, -1.0])
    >>> kandola_weights([np.outer(y, y), np.eye(4)], y).round(6)
    array([0.5, 0. ])
    """
    Ks, y = _checked(Ks, y)
    lam = check_real(lam, "lam", low=0)
    G, b = frobenius_products(Ks, y)
    return nonnegative_quadratic(G + lam * np.eye(len(b)), b / 2)  # there 2 b stands with v


def alignment_ascent(Ks, y, *, n_steps=200, learning_rate=1.0):
    r"""Climb the alignment by its gradient in the kernel weights, from equal ones.

    Parameters
    ----------
    Ks : array_like, shape (P, n, n)
    y : array_like, shape (n,)
        Labels, -1 or 1.
    n_steps : int
    learning_rate : float
        Length of the first step; it is halved whenever the alignment would fall.

    Returns
    -------
    weights : ndarray, shape (P,)
        Of Euclidean length 1; some may be negative.
    alignments : list of float
        After each step, the start's first.

    Notes
    -----
    Cost: O(P^2 n^2), then O(P^2) a step. Source: Section 3.3, after Igel et al. (2007), with the
    gradient :math:`(b_m\,\eta^\top G\eta-\eta^\top b\,(G\eta)_m)/(n(\eta^\top G\eta)^{3/2})`.

    Examples
    --------
    >>> y = np.array([1.0, 1.0, -1.0, -1.0])
    >>> weights, alignments = alignment_ascent([np.outer(y, y), np.eye(4)], y)
    >>> round(alignments[-1], 4)
    1.0
    """
    Ks, y = _checked(Ks, y)
    step = check_real(learning_rate, "learning_rate", low=0, open_low=True)
    n_steps = check_count(n_steps, "n_steps", low=1)
    G, b = frobenius_products(Ks, y)
    weights = np.full(len(b), 1 / np.sqrt(len(b)))

    def aligned(w):
        return w @ b / (len(y) * np.sqrt(w @ G @ w))

    alignments = [aligned(weights)]
    for _ in range(n_steps):
        size = weights @ G @ weights
        slope = (b * size - weights @ b * (G @ weights)) / (len(y) * size**1.5)
        further = weights + step * slope
        further /= np.linalg.norm(further)  # alignment does not know the length
        if aligned(further) > alignments[-1]:
            weights = further
        else:
            step /= 2  # the weights stay: the next round tries half as far from here
        alignments.append(aligned(weights))
    return weights, [float(value) for value in alignments]
