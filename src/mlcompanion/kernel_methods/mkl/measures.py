"""How good a kernel is before a machine is trained on it; a kernel that is boosted.

Source: Gönen and Alpaydın (2011), Sections 3.5 and 3.12.
"""

import numpy as np
from scipy.optimize import minimize_scalar

from mlcompanion._validation import check_array, check_count, check_in, check_real, check_square

from ._base import check_stack, combined

__all__ = ["boosted_kernel", "feature_space_measure", "label_divergence"]


def feature_space_measure(K, y):
    r"""Spread of the classes over the distance of their centres, :math:`(s_++s_-)/\|m_+-m_-\|`.

    Parameters
    ----------
    K : array_like, shape (n, n)
    y : array_like, shape (n,)
        Labels, -1 or 1; at least two of each.

    Returns
    -------
    float
        Small is good. The spreads are along the line between the centres.

    Raises
    ------
    ValueError
        If a class has fewer than two members or the centres coincide.

    Notes
    -----
    Cost: O(n^2). Source: Section 3.5, after Nguyen and Ho (2008), who take the deviations along the
    line between the class centres; the paper does not say it.

    Examples
    --------
    >>> x = np.array([1.0, 3.0, -1.0, -3.0])
    >>> round(feature_space_measure(np.outer(x, x), np.sign(x)), 3)
    0.707
    """
    K = check_square(K, "K", symmetric=True)
    y = check_array(y, "y", shape=(len(K),), among=(-1, 1))
    counts = [(y == sign).sum() for sign in (1, -1)]
    if min(counts) < 2:
        raise ValueError("y must have at least two members of each class")
    direction = np.where(y > 0, 1 / counts[0], -1 / counts[1])  # of the centres' difference
    # positions along the line between the centres, without a feature map
    along = K @ direction
    distance2 = direction @ along
    if distance2 <= 1e-12 * abs(K).max():
        raise ValueError("K must tell the centres of the classes apart")
    spreads = (along[y == sign].std(ddof=1) for sign in (1, -1))
    return float(sum(spreads) / distance2)


def label_divergence(K, y, *, noise=0.1):
    r"""Divergence of the Gaussian law with covariance K from that with :math:`yy^\top`.

    Parameters
    ----------
    K : array_like, shape (n, n)
        Positive semidefinite.
    y : array_like, shape (n,)
        Labels, -1 or 1.
    noise : float
        Positive; added to both diagonals, since :math:`yy^\top` has rank one.

    Returns
    -------
    float
        :math:`\frac12(\mathrm{tr}(T^{-1}S)-\log\det T^{-1}S-n)` with S = K + noise I and
        :math:`T=yy^\top+` noise I.

    Notes
    -----
    Cost: O(n^3). Source: Section 3.5, after Ying et al. (2009).

    Examples
    --------
    >>> y = np.array([1.0, -1.0])
    >>> abs(round(label_divergence(np.outer(y, y), y), 6))
    0.0
    """
    K = check_square(K, "K", symmetric=True)
    n = len(K)
    y = check_array(y, "y", shape=(n,), among=(-1, 1))
    noise = check_real(noise, "noise", low=0, open_low=True)
    # the noise makes both laws proper: a Gram matrix may be singular, and yy' has rank 1
    values = np.linalg.eigvalsh(K) + noise
    if values[0] <= 0:
        raise ValueError("K must be positive semidefinite")
    # T has the eigenvalue noise + n along y and noise across
    trace = values.sum() / noise - n * (y @ K @ y / n + noise) / (noise * (noise + n))
    determinant = np.log(values).sum() - (n - 1) * np.log(noise) - np.log(noise + n)
    return float((trace - determinant - n) / 2)


def _step_length(value, margins, way):
    """How far along a kernel the mean loss falls; the search is in units of its largest entry."""
    size = abs(way).max()
    if size == 0:
        return 0.0
    way = way / size
    best = minimize_scalar(
        lambda step: value(margins + step * way).mean(), bounds=(0, 10), method="bounded"
    )
    return best.x / size


_PAIR_LOSSES = {
    "exponential": (lambda z: np.exp(-z), lambda z: np.exp(-z)),
    "logistic": (lambda z: np.logaddexp(0, -z), lambda z: 1 / (1 + np.exp(z))),
}


def boosted_kernel(Ks, y, *, n_rounds=10, loss="exponential"):
    r"""Add kernels one at a time, so that pairs of equal labels get positive values.

    Each round weighs the pairs by the slope of the loss of :math:`y_iy_jK_{ij}`, takes the kernel
    with the largest weighted sum, and moves along it as far as the loss falls.

    Parameters
    ----------
    Ks : array_like, shape (P, n, n)
    y : array_like, shape (n,)
        Labels, -1 or 1.
    n_rounds : int
    loss : {"exponential", "logistic"}
        :math:`e^{-z}` or :math:`\log(1+e^{-z})`.

    Returns
    -------
    weights : ndarray, shape (P,)
        None negative.
    losses : list of float
        Mean loss over all pairs after each round, the start's first.

    Notes
    -----
    Cost: O(n_rounds P n^2). Source: Section 3.12, after Crammer et al. (2003), with the stack in
    place of their eigenvectors.

    Examples
    --------
    >>> y = np.array([1.0, 1.0, -1.0, -1.0])
    >>> weights, losses = boosted_kernel([np.outer(y, y), np.eye(4)], y, n_rounds=2)
    >>> bool(weights[1] == 0), bool(losses[-1] < 0.01)
    (True, True)
    """
    Ks = check_stack(Ks, "Ks")
    y = check_array(y, "y", shape=Ks.shape[1:2], among=(-1, 1))
    n_rounds = check_count(n_rounds, "n_rounds", low=1)
    value, slope = _PAIR_LOSSES[check_in(loss, "loss", _PAIR_LOSSES)]
    agreements = Ks * np.outer(y, y)
    weights = np.zeros(len(Ks))
    margins = np.zeros(Ks.shape[1:])
    losses = [float(value(margins).mean())]
    for _ in range(n_rounds):
        # the kernel along which the mean loss falls most steeply at once
        best = np.argmax((agreements * slope(margins)).sum(axis=(1, 2)))
        weights[best] += _step_length(value, margins, agreements[best])
        margins = combined(agreements, weights)
        losses.append(float(value(margins).mean()))
    return weights, losses
