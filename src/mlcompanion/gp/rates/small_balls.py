"""The chance that a draw from a prior stays within a narrow band, by splitting.

Source: van der Vaart and van Zanten (2011), second part of Equation 7, Lemmas 3 and 6. Splitting
over nested bands is Kahn and Harris' (1951), moves that keep the prior Neal's (1999).
"""

import numpy as np
from scipy.linalg import eigh

from mlcompanion._validation import (
    check_array,
    check_count,
    check_instance,
    check_real,
    check_rng,
    check_square,
)

__all__ = ["GaussianSampler", "MarkovSampler", "small_ball"]


#: A band narrows by at least this share from level to level, or the paths have become one.
_PROGRESS = 1e-3


class GaussianSampler:
    """Draws of a Gaussian vector with covariance ``K``: call with a number of draws and a source.

    Parameters
    ----------
    K : array_like, shape (m, m)
        Symmetric, no negative eigenvalue.

    Raises
    ------
    ValueError
        If ``K`` is not symmetric or has a negative eigenvalue.

    Notes
    -----
    Cost: O(m^3) once, O(m r) a draw for rank r.
    """

    def __init__(self, K):
        K = check_square(K, "K", symmetric=True)
        eigenvalues, vectors = eigh(K)
        top = max(float(eigenvalues[-1]), 0.0)
        if eigenvalues[0] < -1e-8 * top or top < 0:
            raise ValueError(f"K must have no negative eigenvalue, got {eigenvalues[0]:.3g}")
        # eigenvalues at the level of rounding are no directions of the prior
        held = eigenvalues > len(K) * np.finfo(float).eps * top
        self.directions = vectors[:, held].T
        self.deviations = np.sqrt(eigenvalues[held])

    def __call__(self, n_draws, rng):
        """Draws, shape (n_draws, m)."""
        draws = rng.standard_normal((n_draws, len(self.deviations)))
        return (draws * self.deviations) @ self.directions

    def turned(self, paths, size, rng):
        """Each path turned towards a fresh one, in every direction by about ``size``.

        Where the prior is wide the turn is small, where it is narrow the coordinate is drawn anew:
        each coordinate keeps its law. One turn for all would hardly move the narrow ones.

        Parameters
        ----------
        paths : ndarray, shape (n, m)
        size : float
            Root mean square of what changes at a point, for each direction.
        rng : Generator

        Returns
        -------
        ndarray, shape (n, m)
        """
        # the turn of a coordinate in units of its own deviation, at most a fresh draw
        reach = np.sqrt(self.directions.shape[1]) * size
        turn = np.minimum(1.0, reach / self.deviations)
        change = paths @ self.directions.T
        # sqrt(1 - t²) w + t w' keeps a normal law
        change *= np.sqrt(1 - turn**2) - 1
        change += rng.standard_normal(change.shape) * (turn * self.deviations)
        return paths + change @ self.directions


class MarkovSampler:
    """Draws of a Gaussian chain: each value is ``carry`` times the last plus fresh noise.

    The Matérn prior with alpha = 1/2 is one on a regular grid, Brownian motion another (carry 1,
    start 0). A draw costs O(m) and not O(m^2).

    Parameters
    ----------
    n_points : int
    carry : float
    step : float
        Deviation of the fresh noise; positive.
    start : float
        Deviation of the value before the first fresh noise.

    Raises
    ------
    ValueError
        If an argument is out of range.
    """

    def __init__(self, n_points, carry, step, start):
        self.n_points = check_count(n_points, "n_points", low=1)
        self.carry = check_real(carry, "carry")
        self.step = check_real(step, "step", low=0, open_low=True)
        self.start = check_real(start, "start", low=0)

    def __call__(self, n_draws, rng):
        """Draws, shape (n_draws, n_points)."""
        steps = rng.standard_normal((self.n_points, n_draws))
        steps *= self.step
        last = self.carry * self.start * rng.standard_normal(n_draws)
        for row in steps:  # point by point, all draws at once
            # row holds fresh noise: it becomes carry * last + noise in place
            row += last
            last = self.carry * row
        return steps.T


def _sup(paths):
    return np.maximum(paths.max(axis=1), -paths.min(axis=1))


def _move(paths, width, sampler, turn, rng):
    """Turn every path towards a fresh one; what leaves the band stays as it was."""
    if hasattr(sampler, "turned"):
        fresh = sampler.turned(paths, turn * width, rng)
    else:
        fresh = sampler(len(paths), rng)
        fresh *= turn
        fresh += np.sqrt(1 - turn**2) * paths
    inside = _sup(fresh) < width
    paths[inside] = fresh[inside]
    return inside.mean()


def _check_sampler(sampler, rng):
    check_instance(sampler, "sampler", callable, "function")
    trial = check_array(sampler(2, rng), "sampler(2, rng)", ndim=2)
    if trial.shape[0] != 2 or not trial.shape[1]:
        raise ValueError(f"sampler must give one row a draw, got shape {trial.shape} for 2 draws")


def small_ball(sampler, eps, *, n_paths=20000, keep=0.1, n_moves=5, random_state=None):
    r"""Minus the log probability that all values of a draw lie within ``eps``, by splitting.

    The band is narrowed so that a share ``keep`` of the paths is still inside. These are copied
    up to the old number, and then all turn: :math:`w\leftarrow\sqrt{1-t^2}\,w+t\,w'` with a fresh
    draw w' keeps the prior's law, and is accepted if the band still holds the path. The
    probability is the product of the shares. A sampler that has ``turned`` chooses the turn by
    direction.

    Parameters
    ----------
    sampler : callable
        ``sampler(n_draws, rng)`` gives centred Gaussian draws, one a row.
    eps : float or array_like
        Half widths of the bands, all from one run; positive.
    n_paths : int
        At least 100.
    keep : float
        In (0, 1).
    n_moves : int
        Turns after each narrowing; their size adapts to an acceptance near 0.3.
    random_state : int, Generator or None

    Returns
    -------
    float or ndarray of the shape of ``eps``

    Raises
    ------
    ValueError
        If an argument is out of range, or ``sampler`` gives something else than one row a draw.

    Notes
    -----
    Cost: about -log P / log(1 / keep) levels of ``n_moves`` draws of all paths; three times the
    memory of the paths. Copies make neighbouring paths alike: judge the error by repeats.
    Source: second part of Equation 7.
    """
    eps = check_array(eps, "eps", low=0, open_low=True)
    if not eps.size:
        raise ValueError("eps must hold at least one value")
    n_paths = check_count(n_paths, "n_paths", low=100)
    keep = check_real(keep, "keep", low=0, high=1, open_low=True, open_high=True)
    n_moves = check_count(n_moves, "n_moves", low=1)
    rng = check_rng(random_state)
    _check_sampler(sampler, rng)
    paths = np.ascontiguousarray(sampler(n_paths, rng))
    found = {}
    log_p = 0.0
    turn = 1.0
    last = np.inf
    for width in np.unique(eps)[::-1]:
        while True:
            sup = _sup(paths)
            # the next band: the keep-quantile of the paths, but no narrower than what is asked
            level = max(float(width), float(np.quantile(sup, keep)))
            inside = np.flatnonzero(sup < level)
            if not len(inside) or width < level > last * (1 - _PROGRESS):
                raise ValueError(f"n_paths = {n_paths} are too few: copies of one path are left")
            last = level
            # the probability is the product of the shares that stay inside
            log_p += np.log(len(inside) / n_paths)
            # copies fill up the number of paths; the moves below part them again
            paths = paths[rng.choice(inside, n_paths)]
            for _ in range(n_moves):
                accepted = _move(paths, level, sampler, turn, rng)
                # three moves in ten accepted: the turn is lengthened or shortened towards that
                turn = float(np.clip(turn * np.exp(accepted - 0.3), 1e-6, 1.0))
            if level == width:
                break
        found[width] = -log_p
    return np.array([found[width] for width in eps.ravel()]).reshape(eps.shape)[()]
