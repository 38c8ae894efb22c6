"""Checks of Sugiyama (2016), section 2.4.3: moments, and the two functions that generate them."""

import numpy as np
from scipy import stats
from scipy.integrate import quad

from mlcompanion._validation import check_rng
from mlcompanion.probability import Cauchy, Exponential, Laplace, Normal, Uniform
from mlcompanion.probability.sums.moments import moments_from_mgf, moments_to_shape

__all__ = ["characteristic_checks", "mgf_growth", "moment_formulas"]


def moment_formulas(n_laws=500, random_state=None):
    """The formulas of section 2.4.3 on random discrete laws.

    Parameters
    ----------
    n_laws : int
        With 2 to 6 values in [-2, 2] and a variance of at least 0.1.
    random_state : int, Generator or None

    Returns
    -------
    dict
        ``shape``: largest error of variance, skewness and kurtosis from raw moments against
        deviations from the mean; ``mgf``: of the derivatives at 0 against moments 1 to 6;
        ``control``: median error of the kurtosis formula with a 4 for its last 3.
    """
    rng = check_rng(random_state)
    shape = []
    mgf = []
    control = []
    while len(shape) < n_laws:
        m = int(rng.integers(2, 7))
        x = rng.uniform(-2, 2, m)
        p = rng.dirichlet(np.ones(m))
        deviation = x - p @ x
        variance = p @ deviation**2
        if variance < 0.1:
            continue
        raw = np.array([p @ x**k for k in range(1, 7)])
        direct = np.array(
            [variance, p @ deviation**3 / variance**1.5, p @ deviation**4 / variance**2 - 3]
        )
        shape.append(np.max(np.abs(moments_to_shape(*raw[:4]) - direct) / (1 + np.abs(direct))))
        found = moments_from_mgf(lambda t, x=x, p=p: np.exp(np.multiply.outer(t, x)) @ p, 6)
        mgf.append(np.max(np.abs(found - raw) / (1 + np.abs(raw))))
        control.append(raw[0] ** 4 / variance**2 / (1 + abs(direct[2])))
    return {
        "shape": float(max(shape)),
        "mgf": float(max(mgf)),
        "control": float(np.median(control)),
    }


def mgf_growth(t=0.5, ranges=(10, 20, 40, 80)):
    """Factors by which a moment-generating integral grows when its range is doubled.

    Parameters
    ----------
    t : float
    ranges : sequence of float

    Returns
    -------
    dict of str to ndarray
        For the standard Cauchy and the standard lognormal law.
    """

    def grown(pdf, low):
        cut = [
            quad(lambda x: np.exp(t * x) * pdf(x), low(reach), reach, points=(1.0,), limit=500)[0]
            for reach in ranges
        ]
        return np.divide(cut[1:], cut[:-1])

    return {
        "Cauchy": grown(Cauchy().pdf, lambda reach: -reach),
        "lognormal": grown(lambda x: stats.lognorm(1).pdf(x), lambda reach: 0.0),
    }


def characteristic_checks(places=(0.5, 1.0, 2.0, 5.0), n_draws=400_000, random_state=None):
    """Characteristic functions of six laws by quadrature, and as means over draws.

    Parameters
    ----------
    places : sequence of float
        Arguments t.
    n_draws : int
    random_state : int, Generator or None

    Returns
    -------
    bound : float
        Largest absolute value.
    z : float
        Largest difference of a real or imaginary part in standard errors.
    """
    rng = check_rng(random_state)
    laws = {
        "Cauchy": (stats.cauchy(), Cauchy()),
        "normal": (stats.norm(), Normal()),
        "exponential": (stats.expon(), Exponential()),
        "uniform": (stats.uniform(), Uniform()),
        "Laplace": (stats.laplace(), Laplace()),
    }
    draws = {name: law.rvs(n_draws, rng) for name, (_, law) in laws.items()}
    draws["lognormal"] = np.exp(rng.normal(size=n_draws))
    densities = {name: peer for name, (peer, _) in laws.items()} | {"lognormal": stats.lognorm(1)}
    bound = 0.0
    z = 0.0
    for name, x in draws.items():
        for t in places:
            exact = _fourier(densities[name], t)
            bound = max(bound, abs(exact))
            for part, wave in ((exact.real, np.cos(t * x)), (exact.imag, np.sin(t * x))):
                z = max(z, abs(part - wave.mean()) / (wave.std() / np.sqrt(n_draws)))
    return float(bound), float(z)


def _fourier(law, t):
    """E[exp(itX)] by quadrature for oscillating integrands, on both sides of 0."""
    total = 0.0
    for weight, unit in (("cos", 1), ("sin", 1j)):
        low, high = law.support()
        if np.isfinite(high):
            total += unit * quad(law.pdf, low, high, weight=weight, wvar=t)[0]
            continue
        start = 1e-12 if low == 0 else 0.0
        total += unit * quad(law.pdf, start, np.inf, weight=weight, wvar=t, limlst=500)[0]
        if low < 0:
            sign = 1 if weight == "cos" else -1
            mirrored = quad(lambda x: law.pdf(-x), 0, np.inf, weight=weight, wvar=t, limlst=500)[0]
            total += unit * sign * mirrored
    return total
