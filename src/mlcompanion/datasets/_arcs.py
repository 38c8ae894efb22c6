"""Signals in a few directions among many of noise: arcs that face each other, normal spikes.

The simulated data of Abrahamsen and Hansen (2011), sections 2 and 4.1.
"""

import numpy as np
from sklearn.utils import Bunch

from mlcompanion._validation import check_array, check_count, check_real, check_rng

__all__ = ["make_facing_arcs", "make_spiked_gaussian"]


_RADIUS = 0.2  # of the small arc
_HEIGHT = 0.3  # of its centre
_JITTER = 0.03
_SHARE = 0.6  # of class 0 in the source: its variance measures the noise


def make_facing_arcs(
    n_samples=500, n_features=1000, snr=1.0, share=0.6, *, basis=None, random_state=None
):
    r"""Draw two half-circles in a random plane, one inside the other, hidden among noise.

    With angles :math:`a\sim U(0,\pi)` class 0 is :math:`(\cos a,\sin a)`, open below, and class 1
    :math:`(0.2\cos a,0.3-0.2\sin a)` plus noise of deviation 0.03, open above: no line of the plane
    parts them. The plane is turned into :math:`D` dimensions at random, each with normal noise.

    Parameters
    ----------
    n_samples : int
    n_features : int
        D, at least 2.
    snr : float
        Signal to noise: the variance of the plane's points, both coordinates together, over that
        of the noise, all D dimensions together. The source does not tell its convention.
    share : float
        Of class 0: exactly so many points, rounded, so that two draws have equal shares.
    basis : array_like, shape (2, n_features), optional
        Orthonormal axes of the plane, those of an earlier draw for points of the same law.
        Default: drawn.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n_samples, n_features); ``target`` (n_samples,), 0 or 1; ``plane``
        (n_samples, 2), the points before they were hidden; ``basis`` (2, n_features), the plane's
        axes; ``noise``, the standard deviation in each dimension; ``DESCR``.

    Notes
    -----
    The variance is that of the law at the source's share 0.6, so that two draws have the same
    noise, whatever their shares. Source: Abrahamsen and Hansen (2011), section 4.1, which tells
    neither radius nor gap.
    """
    n = check_count(n_samples, "n_samples", low=1)
    d = check_count(n_features, "n_features", low=2)
    snr = check_real(snr, "snr", low=0, open_low=True)
    share = check_real(share, "share", low=0, high=1)
    rng = check_rng(random_state)
    target = rng.permutation((np.arange(n) >= round(share * n)).astype(int))
    angle = rng.uniform(0, np.pi, n)
    small = target == 1
    plane = np.column_stack([np.cos(angle), np.sin(angle)])
    plane[small] = [0.0, _HEIGHT] + _RADIUS * plane[small] * [1.0, -1.0]
    plane += _JITTER * small[:, None] * rng.standard_normal((n, 2))
    if basis is None:
        basis = np.linalg.qr(rng.standard_normal((d, 2)))[0].T
    else:
        basis = check_array(basis, "basis", shape=(2, d)).copy()
        if not np.allclose(basis @ basis.T, np.eye(2), atol=1e-8):
            raise ValueError("basis must hold two orthogonal rows of length 1")
    noise = float(np.sqrt(_arc_variance(_SHARE) / (snr * d)))
    data = noise * rng.standard_normal((n, d))
    data += plane @ basis
    return Bunch(
        data=data,
        target=target,
        plane=plane,
        basis=basis,
        noise=noise,
        DESCR=f"{n} points of two facing arcs in {d} dimensions, signal to noise {snr:g}",
    )


def _arc_variance(share):
    """Variance of the plane's points, both coordinates together."""
    inner = _HEIGHT - 2 * _RADIUS / np.pi  # mean height of the small arc
    spread = _RADIUS**2 + 2 * _JITTER**2  # about its centre
    square = share + (1 - share) * (_HEIGHT**2 - 4 * _HEIGHT * _RADIUS / np.pi + spread)
    return square - (share * 2 / np.pi + (1 - share) * inner) ** 2


def make_spiked_gaussian(n_samples, n_features, strengths=(1.0,), noise=0.3, random_state=None):
    r"""Draw normal signals on random orthogonal directions, plus noise in all dimensions.

    :math:`x=\sum_k\eta_ku_k+\epsilon`, :math:`\eta_k\sim N(0,s_k^2)`,
    :math:`\epsilon\sim N(0,\sigma^2I)`.

    Parameters
    ----------
    n_samples : int
    n_features : int
        At least as many as signals.
    strengths : array_like, shape (k,)
        Standard deviations of the signals.
    noise : float
        Standard deviation of the noise in each dimension.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n_samples, n_features); ``scores`` (n_samples, k), the signals; ``basis``
        (k, n_features), their directions; ``DESCR``.

    Notes
    -----
    Source: Abrahamsen and Hansen (2011), captions of Figures 2 and 3.
    """
    n = check_count(n_samples, "n_samples", low=1)
    strengths = check_array(strengths, "strengths", ndim=1, min_rows=1, low=0)
    d = check_count(n_features, "n_features", low=len(strengths))
    noise = check_real(noise, "noise", low=0)
    rng = check_rng(random_state)
    basis = np.linalg.qr(rng.standard_normal((d, len(strengths))))[0].T
    scores = strengths * rng.standard_normal((n, len(strengths)))
    data = noise * rng.standard_normal((n, d))
    data += scores @ basis
    return Bunch(
        data=data,
        scores=scores,
        basis=basis,
        DESCR=f"{n} points of {len(strengths)} normal signals in {d} noisy dimensions",
    )
