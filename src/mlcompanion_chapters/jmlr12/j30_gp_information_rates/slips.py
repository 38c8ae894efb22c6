"""The source's slips, each by a computation that does not use what is under suspicion."""

from decimal import Decimal

import numpy as np
from scipy.integrate import quad
from scipy.stats import norm

from mlcompanion.gp.rates import (
    PreciseGram,
    local_slopes,
    psi_inverse,
    sequence_risk,
    spectral_norm,
)

from .theorem_checks import spaced_modes

__all__ = ["cutoff_powers", "example_dimension", "gaussian_norms", "lemma_test", "slow_rates"]

DISTANCES = (1.0, 2.0, 4.0, 8.0, 12.0)


def _overlap(distance):
    """Common mass of two unit normals half the distance apart: no test's errors add up to less."""
    half = distance / 2
    return quad(lambda v: min(norm.pdf(v), norm.pdf(v - half)), -10, half + 10, limit=200,
                points=(half / 2,))[0]  # fmt: skip


def lemma_test(draws=400_000):
    """Lemma 12: least possible errors over the printed bound and over the right one."""
    t = np.array(DISTANCES)
    # of two errors the larger is at least half of their sum
    best = np.array([_overlap(d) / 2 for d in t])
    y = np.random.default_rng(0).normal(size=draws)
    false_alarm = np.mean(y > 8 / 4)
    overlooked = np.mean(y + 8 / 2 <= 8 / 4)
    return {
        "best": (best / np.exp(-(t**2) / 8)).tolist(),
        "right": (best / np.exp(-(t**2) / 32)).tolist(),
        "drawn": float(max(false_alarm, overlooked) / np.exp(-8.0)),
    }


def _power_of_error(gamma, r, eps, factor):
    """Log error over log eps, cut off where gamma K^r is ``factor`` times log(1 / eps)."""
    cut = (factor * np.log(1 / eps) / gamma) ** (1 / r)
    # the largest term is taken out, so that nothing falls below the smallest number
    rest = quad(lambda v: np.exp(-gamma / 2 * (v**r - cut**r)), cut, np.inf)[0]
    return float((np.log(2 * rest) - gamma / 2 * cut**r) / np.log(eps))


def cutoff_powers():
    """Lemma 9: the error that the printed cut-off leaves, as a power of eps."""
    pairs = [(gamma, r) for r in (1.0, 1.5) for gamma in (0.5, 1.0, 2.0)]
    return {
        "printed": [_power_of_error(g, r, 1e-12, 1) for g, r in pairs],
        "right": [_power_of_error(g, r, 1e-12, 2) for g, r in pairs],
    }


def example_dimension():
    """Example 1 in the plane: squared norms up to four cuts, for two smoothnesses."""
    alpha = 1.5

    def norms(s):
        return [
            spectral_norm(
                lambda v: (1 + v * v) ** -(s + 1), lambda v: (1 + v * v) ** -(alpha + 1),
                cut, dimension=2,
            )
            for cut in (1e2, 1e3, 1e4, 1e5)
        ]  # fmt: skip

    return {"between": norms(2.25), "above": norms(2.75)}


def _kernel(x, y):
    return (-((x - y) ** 2)).exp()


def _norms(a):
    sizes = (10, 20, 30, 40)
    grams = [PreciseGram(_kernel, [Decimal(i) / (n - 1) for i in range(n)], digits=100)
             for n in sizes]  # fmt: skip
    return [gram.squared_norm(lambda x: (-a * (x - Decimal("0.5")) ** 2).exp()) for gram in grams]


def gaussian_norms():
    """Lemma 9, first part: norms of interpolants of Gaussian bumps, in a hundred digits."""
    return {
        "one": _norms(Decimal(1) / 2),
        "three": _norms(Decimal(5) / 3),
        "two": _norms(Decimal(5) / 2),
    }


def slow_rates(runge):
    """Theorem 10 for r = 1: Equation 8 inverted, the sequence model, and the stored risks."""

    def phi(eps):
        log = max(np.log(1 / eps), 0.0)
        return np.exp(min(log**2 / 4, 600.0)) + log**2

    sizes = np.array([1e15, 1e16, 1e17])
    rates = psi_inverse(phi, sizes)
    frequencies, variances, weight = spaced_modes()
    n = np.array([1e4, 1e12])
    with np.errstate(under="ignore"):
        squares = np.exp(-frequencies)
    risk = sequence_risk(variances, squares, n, multiplicity=weight).total
    scaled = n * risk / np.log(n) ** 2
    return {
        "psi": float(local_slopes(sizes, rates).mean()),
        "grow": float(scaled[1] / scaled[0]),
        "runge": float(runge),
    }
