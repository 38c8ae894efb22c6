"""Independent draws: the circle, the proxies, inverse functions, the ceiling of Fig. 19.12."""

from functools import partial

import numpy as np
from scipy import stats

from mlcompanion.bayes.sampling import (
    importance_sampling,
    inverse_transform,
    metropolis_hastings_table,
    monte_carlo,
    rejection_sampling,
)
from mlcompanion.probability import Normal, Uniform
from mlcompanion.probability.laws import FivePiece

WIDTHS = (1.0, 1.5, 2.0, 3.0, 5.0)
SHARP = (2.0, 1.0, 0.5, 0.25, 0.1)


def square_points(size, rng):
    """Points uniform on the square from -1 to 1."""
    return rng.uniform(-1, 1, (size, 2))


def four_if_inside(points):
    """4 in the inscribed circle, else 0: its average is pi."""
    return 4.0 * ((points**2).sum(axis=1) <= 1)


def pi_estimate(n, seed):
    """The program of Fig. 19.2."""
    return monte_carlo(four_if_inside, square_points, n, random_state=seed).value


def squares(x):
    """The function whose average under the Laplace law is 2."""
    return x**2


def log_laplace(x):
    """Log density of La(0, 1)."""
    return -np.abs(x) - np.log(2)


def by_proxy(n, s, seed):
    """The program of Fig. 19.3 with the proxy N(0, s^2)."""
    return importance_sampling(squares, log_laplace, Normal(0, s**2), n, random_state=seed)


def laplace_inverse(u):
    """The inverse distribution function of Fig. 19.8."""
    return -np.sign(u - 1 / 2) * np.log(1 - 2 * np.abs(u - 1 / 2))


def without_the_two(u):
    """The same with the factor 2 left out: the control."""
    return -np.sign(u - 1 / 2) * np.log(1 - np.abs(u - 1 / 2))


def printed_density(x):
    """The five pieces as they are printed in section 19.3.2."""
    pieces = [x / 4, 1 / 2 - x / 4, 1 / 4 + 0 * x, x / 2 - 3 / 2, 5 / 2 - x / 2]
    inside = [(x >= k) & (x < k + 1) for k in range(4)] + [(x >= 4) & (x <= 5)]
    return np.select(inside, pieces, 0.0)


_NODES = np.linspace(0, 5, 50_001)
_HEIGHTS = printed_density(_NODES)
_BELOW = np.concatenate([[0], np.cumsum((_HEIGHTS[1:] + _HEIGHTS[:-1]) / 2 * np.diff(_NODES))])
#: The distribution function of the printed density, by the trapezoidal rule.
five_piece_cdf = partial(np.interp, xp=_NODES, fp=_BELOW)

#: Inverse functions, and distribution functions that owe nothing to them.
LAWS = {
    "Laplace": (laplace_inverse, stats.laplace.cdf),
    "exponential": (lambda u: -np.log(1 - u), stats.expon.cdf),
    "Cauchy": (lambda u: np.tan(np.pi * (u - 0.5)), stats.cauchy.cdf),
    "Weibull": (lambda u: (-np.log(1 - u)) ** 0.5, stats.weibull_min(2).cdf),
    "five pieces": (FivePiece().quantile, five_piece_cdf),
}


def distance(draws, cdf):
    """The distance of Kolmogorov and Smirnov."""
    return stats.kstest(draws, cdf).statistic


def inverse_distance(name, n, seed):
    """Distance of draws through an inverse function to its law."""
    quantile, cdf = LAWS[name]
    own_seed = seed + 100 * list(LAWS).index(name)
    return distance(inverse_transform(quantile, n, random_state=own_seed), cdf)


def control_distance(n, seed):
    """The same for the Laplace formula without its factor 2."""
    return distance(inverse_transform(without_the_two, n, random_state=seed), stats.laplace.cdf)


def _chi_square(kept, cells):
    edges = np.linspace(0, 5, cells + 1)
    expected = len(kept) * np.diff(five_piece_cdf(edges))
    return np.sum((np.histogram(kept, edges)[0] - expected) ** 2 / expected)


def under_the_curve(ceiling, n, seed):
    """The program of Fig. 19.12 with any ceiling: it does not notice that one cuts the curve."""
    rng = np.random.default_rng(seed)
    u = 5 * rng.random(n)
    v = ceiling * rng.random(n)
    return u[v <= printed_density(u)]


def five_piece_draws(n, seed):
    """Accepted draws of the five-piece density from n uniform proposals, ceiling 0.6."""
    return rejection_sampling(
        FivePiece().logpdf, Uniform(0, 5), np.log(5 * 0.6), n_proposals=n, random_state=seed
    )


def rejection_case(seed, n=100_000, cells=50):
    """Share and fit of the accepted proposals, and the fit under a ceiling that is too low."""
    kept = five_piece_draws(n, seed)
    return {
        "share": kept.acceptance,
        "chi": _chi_square(kept.samples, cells),
        "control": _chi_square(under_the_curve(0.35, n, seed), cells),
    }


def sharp_rate(s, n, factor=1.0, seed=0):
    """Accepted share and largest ratio: a normal law cut to [-5, 5] under uniform proposals."""
    target = stats.truncnorm(-5 / s, 5 / s, scale=s)
    kappa = 10 * target.pdf(0)
    found = rejection_sampling(
        target.logpdf, Uniform(-5, 5), np.log(factor * kappa), n_proposals=n, random_state=seed
    )
    return found.acceptance, kappa


def _stationary(table):
    """The law that the table leaves as it is: the eigenvector of the eigenvalue 1."""
    values, vectors = np.linalg.eig(table.T)
    law = np.real(vectors[:, np.argmin(np.abs(values - 1))])
    return law / law.sum()


def table_case(seed):
    """Distance of the stationary law to a random target, by the right rule and a wrong one."""
    rng = np.random.default_rng(seed)
    k = rng.integers(3, 9)
    target = rng.dirichlet(np.ones(k))
    proposal = rng.dirichlet(np.ones(k), size=k)
    constant = rng.uniform(-30, 30) * np.log(10)
    table = metropolis_hastings_table(np.log(target) + constant, proposal)
    wrong = proposal * np.minimum(1, target / target[:, None])
    np.fill_diagonal(wrong, 0)
    np.fill_diagonal(wrong, 1 - wrong.sum(axis=1))
    laws = [_stationary(one) for one in (table, wrong)]
    gap, control = (0.5 * np.abs(law - target).sum() for law in laws)
    return {"gap": gap, "control": control}
