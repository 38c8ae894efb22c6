r"""The L1 distance of two densities by a support vector machine: Sugiyama (2016), section 39.1.4.

Over all functions f the two mean hinge losses sum to at least :math:`2\int\min(p,p')=2-L_1(p,p')`,
and the sign of :math:`p-p'` attains it. So :math:`2-\text{loss}` of any function is at most the
distance, and that of a good classifier is close to it. (The source doubles the loss, so that its
bound is -2 where the densities are equal.)
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_rng
from mlcompanion.density.contrasts import median_distance
from mlcompanion.kernels import rbf_kernel
from mlcompanion.optimize.smo import Checked, smo
from mlcompanion.resampling import fold_splits

__all__ = ["HingeDistance", "l1_distance"]

_WIDTHS = np.array([0.25, 0.5, 1.0, 2.0])  # of the median distance


class HingeDistance(NamedTuple):
    """What :func:`l1_distance` returns.

    Attributes
    ----------
    distance : float
        Two minus the hinge loss on samples left out of the fit, from 0 to 2; on average at most
        the distance, but for the choice among few widths and penalties.
    in_sample : float
        The same on the samples of the fit: too large, and 2 for kernels that are narrow enough.
    sigma, lam : float
        Width and penalty chosen.
    held_out : ndarray, shape (S, L)
        Mean over the folds for each width and penalty, before it is raised to 0.
    """

    distance: float
    in_sample: float
    sigma: float
    lam: float
    held_out: np.ndarray


def l1_distance(X, Y, *, sigma=None, lam=(0.001, 0.01, 0.1), folds=5, random_state=None):
    r"""L1 distance of the densities of two samples, from 0 (equal) to 2 (apart).

    .. math:: \min_f\ \tfrac1n\sum_i[1-f(x_i)]_++\tfrac1{n'}\sum_{i'}[1+f(x'_{i'})]_+
        +\tfrac\lambda2\|f\|^2

    Parameters
    ----------
    X : array_like, shape (n, d)
    Y : array_like, shape (n', d)
    sigma : float or array_like, shape (S,), optional
        Width of the Gaussian kernels; of several the one whose function does best on samples left
        out. Default: a quarter, half, one and two times the median distance between points.
    lam : float or array_like, shape (L,)
        Penalty, positive; of several the best as well.
    folds : int, splitter, or iterable of pairs (train, test)
        As in :func:`mlcompanion.resampling.fold_splits`; each sample is divided by itself.
    random_state : int, Generator or None
        Draws the folds.

    Returns
    -------
    HingeDistance

    Raises
    ------
    ValueError
        If a sample has fewer rows than folds, the samples are of unequal width, or a width or
        penalty is not positive.
    MemoryError
        If the kernels' values need more memory than the machine has.

    Notes
    -----
    A support vector machine whose samples weigh 1/n and 1/n', with an intercept. Outputs are cut
    to [-1, 1], which never raises the loss of both samples together. Cost: that of S L folds
    machines of n + n' samples, between O(N^2) and O(N^3) each.
    Source: Sugiyama (2016), section 39.1.4, with one hinge loss in place of two.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X, Y = rng.normal(0, 1, (80, 1)), rng.normal(9, 1, (80, 1))
    >>> l1_distance(X, Y, lam=0.01, random_state=0).distance > 1.9
    True
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    Y = check_array(Y, "Y", shape=(None, X.shape[1]), min_rows=2)
    sigmas = median_distance(X, Y) * _WIDTHS if sigma is None else sigma
    sigmas = _candidates(sigmas, "sigma")
    lams = _candidates(lam, "lam")
    rng = check_rng(random_state)
    splits = [fold_splits(folds, part, random_state=rng) for part in (X, Y)]
    if len(splits[0]) != len(splits[1]):
        raise ValueError("folds must divide both samples into as many parts")
    held_out = np.empty((len(sigmas), len(lams)))
    for row, width in zip(held_out, sigmas):
        K = rbf_kernel(np.concatenate([X, Y]), sigma=width)
        for j, penalty in enumerate(lams):
            row[j] = np.mean([_bound(K, len(X), penalty, *both) for both in zip(*splits)])
    best, other = np.unravel_index(held_out.argmax(), held_out.shape)
    K = rbf_kernel(np.concatenate([X, Y]), sigma=sigmas[best])
    every = [(np.arange(len(part)),) * 2 for part in (X, Y)]
    in_sample = _bound(K, len(X), lams[other], *every)
    distance = max(held_out.max(), 0.0)
    return HingeDistance(
        float(distance), float(in_sample), float(sigmas[best]), float(lams[other]), held_out
    )


def _candidates(values, name):
    """A number or several, all positive."""
    return check_array(np.atleast_1d(values), name, ndim=1, min_rows=1, low=0, open_low=True)


def _bound(K, n, lam, first, second):
    """Two minus the hinge loss on the rows left out, of the machine fitted to those kept."""
    kept = np.concatenate([first[0], n + second[0]])
    y = np.repeat([1.0, -1.0], [len(first[0]), len(second[0])])
    shares = np.repeat([1 / len(first[0]), 1 / len(second[0])], [len(first[0]), len(second[0])])
    inner = np.ascontiguousarray(K[np.ix_(kept, kept)])
    # the dual in multiples of 1 / lam: the box is the shares, whatever the penalty
    found = smo(Checked(inner), C=shares / lam, a=y, signs=y, tol=1e-6)
    out = np.concatenate([first[1], n + second[1]])
    values = K[np.ix_(out, kept)] @ (found.alpha * y) + found.intercept
    values = np.clip(values, -1.0, 1.0)
    return values[: len(first[1])].mean() - values[len(first[1]) :].mean()
