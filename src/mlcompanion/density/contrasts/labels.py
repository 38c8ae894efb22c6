r"""How much labels tell about points: quadratic mutual information by least squares.

Sugiyama (2016), section 37.4 and Fig. 37.8. The difference :math:`p(x,y)-p(x)p(y)` is fitted for
each label y by Gaussian kernels at the points of that label; no density is estimated.
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg import eigh

from mlcompanion._validation import check_array, check_memory, check_rng
from mlcompanion.linalg import squared_distances
from mlcompanion.resampling import fold_splits

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
    coef : ndarray, shape (n,)
        Weight of the kernel at each point, in the fit for the point's own label.
    cv_scores : ndarray, shape (S, L) or None
        Squared error up to a constant, by cross validation: smaller is better. None if there was
        nothing to choose.
    """

    qmi: float
    sigma: float
    lam: float
    coef: np.ndarray
    cv_scores: np.ndarray


def lsqmi(X, labels, *, sigma=None, lam=None, folds=2, random_state=None):
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
    Cost: one eigendecomposition of U a label and width, O(n_y^3), serves all penalties and folds;
    O(n^2) memory. Source: Sugiyama (2016), section 37.4 and Fig. 37.8.

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
    check_memory(24 * len(X) ** 2, f"the distances between {len(X)} points")
    squares = squared_distances(X, X)
    median = _median_distance(squares)
    if sigma is None:
        sigma = median * 0.5 ** np.arange(4, -1, -1)
    sigmas = check_array(np.atleast_1d(sigma), "sigma", ndim=1, min_rows=1, low=0, open_low=True)
    volumes = np.array([_volume(width, X.shape[1]) for width in sigmas])
    if lam is None:
        lam = np.array([1e-5, 1e-4, 1e-3]) * _volume(median / 8, X.shape[1])
    lams = check_array(np.atleast_1d(lam), "lam", ndim=1, min_rows=1, low=0, open_low=True)
    rng = check_rng(random_state)
    splits = fold_splits(folds, X, random_state=rng)  # also where they are not used
    scores = None
    best = 0
    if len(sigmas) * len(lams) > 1:
        scores = np.array(
            [
                _held_out_errors(squares, codes, width, lams / volume, splits) / volume
                for width, volume in zip(sigmas, volumes)
            ]
        )
        best = scores.argmin()
    row, column = np.divmod(best, len(lams))
    width, volume, penalty = sigmas[row], volumes[row], lams[column]
    everything = [(np.arange(len(X)),)]
    coef = np.empty(len(X))
    total = 0.0
    for mine, values, vectors, means in _parts(squares, codes, width, everything):
        turned = vectors.T @ means
        alpha = vectors @ (turned / (values[:, None] + penalty / volume))
        total += float(alpha[:, 0] @ means[:, 0])
        coef[mine] = alpha[:, 0] / volume
    return LabelInformation(total / volume, float(width), float(penalty), coef, scores)


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
    if not 1e-250 < volume < 1e250:
        raise ValueError(
            f"sigma={width:.3g} to the power of {d} columns is out of range: take X in other units"
        )
    return volume


def _parts(squares, codes, width, sets):
    """For each label: its points, U decomposed in units of its diagonal, and v of each set of rows.

    A set is a tuple of arrays of rows; the columns of v go through them in order.
    """
    n = len(codes)
    rows = [part for parts in sets for part in parts]
    for y in range(codes.max() + 1):
        mine = np.flatnonzero(codes == y)
        # v as one product: weights of the points of each set, those of label y and all of them
        weights = np.zeros((n, len(rows)))
        for column, part in zip(weights.T, rows):
            own = codes[part] == y
            column[part] = own / len(part) - own.sum() / len(part) ** 2
        near = squares[mine]
        values, vectors = eigh(np.exp(near[:, mine] / (-4 * width**2)))
        means = np.exp(near / (-2 * width**2)) @ weights
        yield mine, np.maximum(values, 0.0), vectors, means


def _held_out_errors(squares, codes, width, lams, splits):
    """Mean over the folds of a'Ua - 2a'v on the points left out, one a penalty; U's diagonal is 1.

    Summed over the labels, as one width and penalty serves them all.
    """
    errors = np.zeros(len(lams))
    for _, values, vectors, means in _parts(squares, codes, width, splits):
        turned = vectors.T @ means
        train, test = turned[:, ::2], turned[:, 1::2]
        for place, lam in enumerate(lams):
            alpha = train / (values[:, None] + lam)
            errors[place] += np.sum(values[:, None] * alpha**2 - 2 * test * alpha) / len(splits)
    return errors
