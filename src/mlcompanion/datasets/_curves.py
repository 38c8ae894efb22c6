"""Generators of curves with noise around them, and of planar Gaussian mixtures.

Ozertem and Erdogmus (2011) draw spirals, zig-zags, a snow crystal, a helix, crescents, blocky and
time-frequency signals and a fading channel, but print no equations for them; the equations here are
this project's, except for the covariances that their figures suggest.
"""

import numpy as np
from sklearn.utils import Bunch

from mlcompanion._validation import check_count, check_in, check_real, check_rng

__all__ = [
    "PLANAR_MIXTURES",
    "make_crescents",
    "make_crystal",
    "make_helix",
    "make_planar_mixture",
    "make_spiral",
    "make_zigzag",
]


def _arguments(n_samples, noise, random_state):
    count = check_count(n_samples, "n_samples", low=1)
    return count, check_real(noise, "noise", low=0), check_rng(random_state)


def make_spiral(n_samples=200, noise=0.02, random_state=None):
    r"""Draw a spiral of one and a half turns with radial noise.

    :math:`t=\sqrt u,\ u\sim U(0.05,1)`, angle :math:`4\pi t`, radius :math:`t+\text{noise}\cdot
    \varepsilon`, :math:`\varepsilon\sim N(0,1)`: the density along the curve is nearly even.

    Parameters
    ----------
    n_samples : int
    noise : float
        Standard deviation of the radius.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` and ``clean`` (n_samples, 2): the points and where they were on the curve;
        ``curve`` (600, 2): the curve itself; ``DESCR``.
    """
    n, noise, rng = _arguments(n_samples, noise, random_state)
    t = np.sqrt(rng.uniform(0.05, 1, size=n))
    radius = t + noise * rng.normal(size=n)
    around = np.column_stack([np.cos(4 * np.pi * t), np.sin(4 * np.pi * t)])
    line = np.linspace(np.sqrt(0.05), 1, 600)
    curve = line[:, None] * np.column_stack([np.cos(4 * np.pi * line), np.sin(4 * np.pi * line)])
    return Bunch(
        data=radius[:, None] * around,
        clean=t[:, None] * around,
        curve=curve,
        DESCR=f"{n} points around a spiral, radial noise {noise:g}",
    )


def _along(corners, ends, n, noise, rng, description):
    """Points uniform along straight segments, with spherical noise."""
    starts = np.asarray(corners, dtype=float)
    ends = np.asarray(ends, dtype=float)
    length = np.linalg.norm(ends - starts, axis=1)
    # by their lengths: points are spread evenly along all segments
    part = rng.choice(len(starts), size=n, p=length / length.sum())
    share = rng.uniform(size=(n, 1))
    clean = starts[part] + share * (ends - starts)[part]
    data = clean + noise * rng.normal(size=clean.shape)
    return Bunch(data=data, clean=clean, segments=np.stack([starts, ends], 1), DESCR=description)


def make_zigzag(n_samples=200, noise=0.07, random_state=None):
    """Draw points around four segments through (0, 0), (1, 1), (2, 0), (3, 1), (4, 0).

    Parameters
    ----------
    n_samples : int
    noise : float
        Standard deviation of each coordinate.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data``, ``clean`` (n_samples, 2), ``segments`` (4, 2, 2), ``DESCR``.
    """
    n, noise, rng = _arguments(n_samples, noise, random_state)
    corners = np.array([[0, 0], [1, 1], [2, 0], [3, 1], [4, 0]], dtype=float)
    return _along(corners[:-1], corners[1:], n, noise, rng, f"{n} points around a zig-zag")


def make_crystal(n_samples=800, noise=0.02, random_state=None):
    """Draw points around a snow crystal: six arms with branches, and a ring through them.

    The arms have length 1 and side branches of length 0.3 and 0.2, at 60 degrees, at two thirds and
    nine tenths; a hexagonal ring joins the arms at one third. There are loops, forks, crossings.

    Parameters
    ----------
    n_samples : int
    noise : float
        Standard deviation of each coordinate.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data``, ``clean`` (n_samples, 2), ``segments`` (36, 2, 2), ``DESCR``.
    """
    n, noise, rng = _arguments(n_samples, noise, random_state)
    starts = []
    ends = []
    for arm in range(6):
        angle = np.pi * arm / 3
        direction, after = (np.array([np.cos(a), np.sin(a)]) for a in (angle, angle + np.pi / 3))
        starts += [np.zeros(2), direction / 3]
        ends += [direction, after / 3]
        for place, size in ((2 / 3, 0.3), (0.9, 0.2)):
            for side in (angle - np.pi / 3, angle + np.pi / 3):
                starts.append(place * direction)
                ends.append(place * direction + size * np.array([np.cos(side), np.sin(side)]))
    return _along(starts, ends, n, noise, rng, f"{n} points around a snow crystal")


def make_helix(n_samples=400, noise=(0.2, 0.05, 0.02), random_state=None):
    r"""Draw points around two turns of a helix, with different noise in each direction.

    :math:`(\cos t,\sin t,t/4)` with :math:`t\sim U(0,4\pi)`; the noise is along the radius, along
    the axis, and along the direction of rotation.

    Parameters
    ----------
    n_samples : int
    noise : tuple of three floats
        Standard deviations (radial, axial, tangential).
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data``, ``clean`` (n_samples, 3), ``curve`` (600, 3), ``angle`` (n_samples,), ``DESCR``.
    """
    sizes = tuple(noise) if np.iterable(noise) else (noise,)
    if len(sizes) != 3:
        raise ValueError(f"noise must hold three standard deviations, got {noise!r}")
    sizes = [check_real(s, "noise", low=0) for s in sizes]
    n, _, rng = _arguments(n_samples, 0.0, random_state)
    t = rng.uniform(0, 4 * np.pi, size=n)
    line = np.linspace(0, 4 * np.pi, 600)
    clean, curve = (np.column_stack([np.cos(s), np.sin(s), s / 4]) for s in (t, line))
    zero = np.zeros(n)
    one = np.ones(n)
    frames = np.stack(
        [
            np.column_stack([np.cos(t), np.sin(t), zero]),
            np.column_stack([zero, zero, one]),
            np.column_stack([-np.sin(t), np.cos(t), zero]),
        ]
    )
    data = clean + np.einsum("k,nk,kni->ni", sizes, rng.normal(size=(n, 3)), frames)
    return Bunch(data=data, clean=clean, curve=curve, angle=t, DESCR=f"{n} points around a helix")


def make_crescents(n_samples=300, n_outliers=150, noise=0.06, random_state=None):
    """Draw two interleaved crescents buried in uniform noise.

    Half circles of radius 1 around (0, 0) and (1, 0.5); outliers are uniform on the box
    [-1.75, 2.75] x [-1.25, 1.75].

    Parameters
    ----------
    n_samples, n_outliers : int
    noise : float
        Standard deviation of each coordinate of the points that are no outliers.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n_samples + n_outliers, 2), the outliers last; ``clean`` (n_samples, 2); ``curve``
        (2, 200, 2); ``is_outlier``; ``DESCR``.
    """
    n, noise, rng = _arguments(n_samples, noise, random_state)
    outliers = check_count(n_outliers, "n_outliers")
    lower = rng.integers(2, size=n).astype(bool)

    def crescent(t, lower):
        x = np.cos(t)
        y = np.sin(t)
        return np.column_stack([np.where(lower, 1 - x, x), np.where(lower, 0.5 - y, y)])

    clean = crescent(rng.uniform(0, np.pi, size=n), lower)
    data = clean + noise * rng.normal(size=clean.shape)
    box = rng.uniform([-1.75, -1.25], [2.75, 1.75], size=(outliers, 2))
    line = np.linspace(0, np.pi, 200)
    return Bunch(
        data=np.vstack([data, box]),
        clean=clean,
        curve=np.stack([crescent(line, side) for side in (False, True)]),
        is_outlier=np.arange(n + outliers) >= n,
        DESCR=f"{n} points around two crescents and {outliers} outliers",
    )


def _turned(variances, degrees):
    """A planar covariance with its first axis turned from the horizontal."""
    c = np.cos(np.radians(degrees))
    s = np.sin(np.radians(degrees))
    turn = np.array([[c, -s], [s, c]])
    return turn @ np.diag(variances) @ turn.T


def _seven():
    angles = np.linspace(-80, 80, 7)
    means = [(3 * np.sin(np.radians(a)), 2 * np.cos(np.radians(a))) for a in angles]
    return np.ones(7), means, [_turned((0.35, 0.04), -0.8 * a) for a in angles]


#: Weights, means and covariances of the mixtures that :func:`make_planar_mixture` knows by name.
PLANAR_MIXTURES = {
    "tee": (
        np.ones(2),
        [(0.0, 0.0), (0.0, -1.5)],
        [np.diag([2.0, 0.03]), np.diag([0.03, 0.7])],
    ),
    "three": (
        np.ones(3),
        [(-2.5, 0.0), (0.0, 1.5), (2.5, 0.0)],
        [_turned((1.2, 0.05), 45), np.diag([1.2, 0.05]), _turned((1.2, 0.05), -45)],
    ),
    "seven": _seven(),
}


def make_planar_mixture(name="three", n_samples=400, random_state=None):
    """Draw from a named mixture of Gaussians in the plane.

    ``"tee"`` is T-shaped (figure 2 of the paper), ``"three"`` an arc of three elongated components
    (figures 1 and 20), ``"seven"`` a longer arc (figure 1).

    Parameters
    ----------
    name : {"tee", "three", "seven"}
    n_samples : int
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n_samples, 2), ``target`` (the component), ``weights``, ``means``,
        ``covariances``, ``DESCR``.
    """
    weights, means, covariances = PLANAR_MIXTURES[check_in(name, "name", PLANAR_MIXTURES)]
    n, _, rng = _arguments(n_samples, 0.0, random_state)
    weights = weights / sum(weights)
    means = np.array(means)
    covariances = np.array(covariances)
    part = rng.choice(len(weights), size=n, p=weights)
    factors = np.linalg.cholesky(covariances)
    data = means[part] + np.einsum("nij,nj->ni", factors[part], rng.normal(size=(n, 2)))
    return Bunch(
        data=data,
        target=part,
        weights=weights,
        means=means,
        covariances=covariances,
        DESCR=f"{n} points of the planar Gaussian mixture {name!r}",
    )
