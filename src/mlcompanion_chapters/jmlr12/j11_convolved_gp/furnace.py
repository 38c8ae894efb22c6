"""The page's running case: four probes see one heat through four walls, and one loses its cable."""

from functools import cache
from typing import NamedTuple

import numpy as np

from mlcompanion.gp import msll
from mlcompanion.gp.outputs import ConvolvedGaussianKernel, condition_outputs, draw_outputs

from .toy import GAP, KERNEL, NOISE

__all__ = ["FINE", "Answer", "Readings", "answer", "blurred", "lone_kernel", "readings"]

FINE = np.linspace(-1, 1, 241)
SEED = 3


class Readings(NamedTuple):
    """Lists of times ``X`` and readings ``y`` of four probes; ``f`` (4, 241), ``u`` (241,)."""

    X: list
    y: list
    f: np.ndarray
    u: np.ndarray


class Answer(NamedTuple):
    """Probe 4 on the fine grid, and what the answer is worth."""

    mean: np.ndarray
    std: np.ndarray
    gap_error: float
    loss: float
    likelihood: float


@cache
def readings(gap=True):
    """Sixty-one readings a probe; with ``gap`` those of probe 4 from -0.8 to 0 are lost."""
    f, y, u = draw_outputs(KERNEL, [FINE] * 4, noise=NOISE, Z=FINE, random_state=SEED)
    rows = [np.arange(0, 241, 4)] * 4
    if gap:
        x = FINE[rows[3]]
        rows[3] = rows[3][(x < GAP[0]) | (x > GAP[1])]
    X = [FINE[r] for r in rows]
    return Readings(X, [v[0, r] for v, r in zip(y, rows)], np.array(f)[:, 0], u[0, 0])


def lone_kernel(d=3):
    """The kernel of one probe on its own, with its true parameters."""
    return ConvolvedGaussianKernel(KERNEL.S[d : d + 1], KERNEL.P[d : d + 1], KERNEL.Lam)


@cache
def answer(method="full", K=12, gap=True):
    """Predict probe 4 at the true parameters; "alone" uses its own readings only.

    Parameters
    ----------
    method : {"full", "dtc", "fitc", "pitc", "alone"}
    K : int
        Inducing points, equally spaced.
    gap : bool

    Returns
    -------
    Answer
        ``gap_error`` is the root mean square error of the heat between -0.8 and 0; ``loss`` the
        standardized log loss of readings that were not used.
    """
    data = readings(gap)
    alone = method == "alone"
    kept = slice(3, 4) if alone else slice(None)
    seen = condition_outputs(
        lone_kernel() if alone else KERNEL,
        data.X[kept],
        data.y[kept],
        noise=NOISE[kept],
        approx="full" if alone else method,
        Z=None if alone or method == "full" else np.linspace(-1, 1, K),
    )
    means, variances = seen.predict([FINE] * len(data.X[kept]), include_noise=True)
    mean, std = means[-1], np.sqrt(variances[-1])
    first, last = GAP
    inside = np.abs(FINE - (first + last) / 2) <= (last - first) / 2
    wrong = float(np.sqrt(np.mean((mean - data.f[3])[inside] ** 2)))
    rng = np.random.default_rng(9)
    fresh = data.f[3] + np.sqrt(NOISE[3]) * rng.normal(size=len(FINE))
    loss = msll(fresh, mean, std**2, data.y[3])
    return Answer(mean, std, wrong, float(loss), seen.log_marginal_likelihood)


def blurred(u, grid, precision):
    """The integral (7) on a grid, for a window of unit mass; infinity is no window."""
    if np.isinf(precision):
        return u.copy()
    window = np.exp(-precision * (grid[:, None] - grid) ** 2 / 2)
    return window @ u / window.sum(axis=1)
