r"""How much labels tell about points: quadratic mutual information by least squares.

Sugiyama (2016), section 37.4 and Fig. 37.8. The difference :math:`p(x,y)-p(x)p(y)` is fitted for
each label y by Gaussian kernels at the points of that label; no density is estimated.
"""

from functools import partial
from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_in, check_memory, check_rng
from mlcompanion.linalg import squared_distances
from mlcompanion.resampling import fold_splits

from .least_squares import KnownGram, check_candidates, penalized_solutions

__all__ = ["LabelInformation", "lsqmi"]


class LabelInformation(NamedTuple):
    """What :func:`lsqmi` returns.

    Attributes
    ----------
    qmi : float
        The estimate, in units of one over the volume of the space of points.
    sigma : float
        Width that was chosen, in the units of the points.
    lam : float
        Penalty that was chosen, in units of volume.
    coef : ndarray, shape (n, c)
        Weights of the kernels at the points, a column for each label in sorted order; 0 where a
        label has no kernel.
    cv_scores : ndarray, shape (S, L) or None
        Half the squared error up to a constant, by cross validation: smaller is better. None if
        there was nothing to choose.
    """

    qmi: float
    sigma: float
    lam: float
    coef: np.ndarray
    cv_scores: np.ndarray


def lsqmi(X, labels, *, sigma=None, lam=None, centers="own", folds=2, random_state=None):
    r"""Quadratic mutual information of points and labels, by least squares.

    .. math:: \mathrm{QMI}=\int\sum_y\bigl(p(x,y)-p(x)p(y)\bigr)^2dx

    For each label y the difference is modelled as :math:`\sum_j\alpha_je^{-\|x-x_j\|^2/2\sigma^2}`
    with kernels at its :math:`n_y` points. Least squares and a penalty have a closed form:

    .. math::
        \hat\alpha&=(U+\lambda I)^{-1}\hat v,\qquad
        U_{jj'}=(\sqrt\pi\sigma)^de^{-\|x_j-x_{j'}\|^2/4\sigma^2},\\
        \hat v_j&=\tfrac1n\sum_{i:y_i=y}K(x_i,x_j)-\tfrac{n_y}{n^2}\sum_iK(x_i,x_j),\qquad
        \widehat{\mathrm{QMI}}=\sum_y\hat\alpha^\top\hat v

    Parameters
    ----------
    X : array_like, shape (n, d)
    labels : array_like, shape (n,)
        Numbers or text, of any number of groups.
    sigma : float or array_like, shape (S,), optional
        Width of the kernels in the units of ``X``; of several the best by cross validation.
        Default: a sixteenth to all of the median distance between points, in steps of two.
    lam : float or array_like, shape (L,), optional
        Penalty, positive, in the units of ``X`` to the power d. Default: 0.00001, 0.0001 and 0.001
        of what U has on its diagonal at an eighth of the median distance.
    centers : {"own", "all"}
        Where each label has its kernels: at its own points, as in the source, or at all points.
        Between groups far apart the first cannot follow the difference where it is negative, and
        of two such groups finds half of the value; the second costs c^3 times as much a label.
    folds : int, splitter, or iterable of pairs (train, test)
        Of the cross validation, as in :func:`mlcompanion.resampling.fold_splits`. A label that a
        fold misses has the estimate 0 there.
    random_state : int, Generator, RandomState or None
        Draws the folds.

    Returns
    -------
    LabelInformation

    Raises
    ------
    ValueError
        If shapes do not match, a width or penalty is not positive, or the power d of a width is
        out of the range of numbers.
    MemoryError
        If the distances between points need more memory than the machine has.

    Notes
    -----
    Values compare labellings of the same points, or of points in the same units. There is no
    factor 1/2, as some definitions have. A single label gives 0.
    Cost: for each label and width a factor of U for each of few penalties, or one decomposition for
    many, O(n_y^3), whatever the number of folds; O(n^2) memory.
    Source: Sugiyama (2016), section 37.4 and Fig. 37.8.

    Examples
    --------
    >>> X = np.r_[np.linspace(0, 1, 30), np.linspace(3, 4, 30)][:, None]
    >>> y = np.repeat(["low", "high"], 30)
    >>> apart, mixed = (lsqmi(X, z, random_state=0).qmi for z in (y, np.tile(["a", "b"], 30)))
    >>> bool(apart > 100 * abs(mixed))
    True
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    codes = _label_codes(labels, len(X))
    check_in(centers, "centers", ("own", "all"))
    check_memory(32 * len(X) ** 2, f"the distances between {len(X)} points")
    squares = squared_distances(X, X)
    median = _median_distance(squares)
    usual = median * 0.5 ** np.arange(4, -1, -1)
    sigmas = check_candidates(usual if sigma is None else sigma, "sigma")
    for width in sigmas:
        _volume(width, X.shape[1])  # before anything is computed with it
    if lam is None:
        lam = np.array([1e-5, 1e-4, 1e-3]) * _volume(median / 8, X.shape[1])
    lams = check_candidates(lam, "lam")
    rng = check_rng(random_state)
    splits = fold_splits(folds, X, random_state=rng)  # also where they are not used
    problem = _LabelProblem(squares, codes, X.shape[1], centers == "own")
    scores = None
    best = 0
    if len(sigmas) * len(lams) > 1:
        scores = np.array([problem.errors(width, lams, splits) for width in sigmas])
        best = scores.argmin()
    width = float(sigmas[best // len(lams)])
    penalty = float(lams[best % len(lams)])
    coef, information = problem.solutions(width, penalty)
    return LabelInformation(information, width, penalty, coef, scores)


def _label_codes(labels, n):
    """Number of each point's label among those that occur."""
    labels = np.asarray(labels)
    if labels.shape != (n,):
        raise ValueError(f"labels must have shape ({n},), got {labels.shape}")
    if labels.dtype.kind == "f" and not np.isfinite(labels).all():
        raise ValueError("labels must be finite")
    return np.unique(labels, return_inverse=True)[1]


def _median_distance(squares):
    positive = squares[squares > 0]
    return np.sqrt(np.median(positive)) if len(positive) else 1.0


def _volume(width, d):
    """The diagonal of U, the integral of a squared kernel."""
    with np.errstate(over="ignore", under="ignore"):
        volume = (np.sqrt(np.pi) * width) ** d
    if not 1e-140 < volume < 1e140:
        raise ValueError(
            f"sigma={width:.3g} to the power of {d} columns is out of range: take X in other units"
        )
    return volume


class _LabelProblem:
    """The fits of all labels: which kernels each has, and what samples say of it."""

    def __init__(self, squares, codes, d, own):
        self.squares = squares
        self.codes = codes
        self.d = d
        every = np.arange(codes.max() + 1)
        #: Places of kernels, and the labels that are fitted by them.
        self.groups = [(np.arange(len(codes)), every)]
        if own:
            self.groups = [(np.flatnonzero(codes == y), [y]) for y in every]

    def gram(self, rows, sigma):
        """U between the kernels at some rows."""
        return _volume(sigma, self.d) * np.exp(self.squares[np.ix_(rows, rows)] / (-4 * sigma**2))

    def target(self, rows, labels, sigma, parts):
        """v of each part of the points and each label, in columns, a part after the other."""
        # as one product: what the mean over the label's points has less the mean over all
        weights = np.zeros((len(self.codes), len(parts) * len(labels)))
        columns = iter(weights.T)
        for part in parts:
            for y in labels:
                own = self.codes[part] == y
                next(columns)[part] = own / len(part) - own.sum() / len(part) ** 2
        return np.exp(self.squares[rows] / (-2 * sigma**2)) @ weights

    def errors(self, sigma, lams, splits):
        """J on the points left out, a mean over the folds and a sum over the labels."""
        kept, out = zip(*splits)
        total = 0.0
        for rows, labels in self.groups:
            both = partial(self.targets, rows, labels, parts=(kept, out))
            problem = KnownGram(partial(self.gram, rows), None, both)
            # its mean is one over folds and labels
            total = total + len(labels) * problem.errors(sigma, lams)
        return total

    def targets(self, rows, labels, sigma, parts):
        """Several :meth:`target`."""
        return [self.target(rows, labels, sigma, some) for some in parts]

    def solutions(self, sigma, lam):
        """Weights of the kernels, a column a label, and the sum of their products with v."""
        coef = np.zeros((len(self.codes), self.codes.max() + 1))
        information = 0.0
        for rows, labels in self.groups:
            v = self.target(rows, labels, sigma, [np.arange(len(self.codes))])
            alpha = penalized_solutions(self.gram(rows, sigma), v, [lam])[0]
            coef[np.ix_(rows, labels)] = alpha
            information += float((alpha * v).sum())
        return coef, information
