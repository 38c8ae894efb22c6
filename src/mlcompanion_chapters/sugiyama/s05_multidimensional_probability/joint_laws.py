"""Searches for joint laws that break a rule of Sugiyama (2016), chapter 5, and its polygraph."""

import numpy as np
from scipy.optimize import brentq

from mlcompanion._validation import check_rng
from mlcompanion.probability import JointTable
from mlcompanion.probability.joint.bayes_theorem import bayes_posterior
from mlcompanion.probability.sums.portfolio import portfolio_variance

__all__ = [
    "affine_correlations",
    "alarm_crossing",
    "best_mixtures",
    "correlation_search",
    "independence_search",
    "interrogate",
    "random_table",
    "sum_variance_search",
]


def interrogate(n_subjects, prior, sensitivity, specificity, random_state=None):
    """Draw people, test each, and count (section 5.4).

    Parameters
    ----------
    n_subjects : int
    prior, sensitivity, specificity : float
        Pr(lie), Pr(alarm | lie), Pr(no alarm | truth).
    random_state : int, Generator or None

    Returns
    -------
    alarm, lie_given_alarm, truth_given_alarm : float
        Shares; the last two are nan if there was no alarm.
    """
    rng = check_rng(random_state)
    lies = rng.random(n_subjects) < prior
    alarm = rng.random(n_subjects) < np.where(lies, sensitivity, 1 - specificity)
    right = lies[alarm].mean() if alarm.any() else np.nan
    return float(alarm.mean()), float(right), float(1 - right)


def alarm_crossing(sensitivity, specificity):
    """The prior at which an alarm is right in half of the cases, by bisection on the posterior.

    Parameters
    ----------
    sensitivity, specificity : float

    Returns
    -------
    float
    """
    likelihood = [[sensitivity, 1 - sensitivity], [1 - specificity, specificity]]

    def excess(prior):
        return bayes_posterior([prior, 1 - prior], likelihood)[0, 0] - 0.5

    return float(brentq(excess, 1e-6, 1 - 1e-6, xtol=1e-12))


def random_table(rng, n_max=6):
    """A table with two to ``n_max`` rows and columns, random masses and values in [-2, 2].

    Parameters
    ----------
    rng : Generator
    n_max : int

    Returns
    -------
    JointTable
    """
    rows, columns = rng.integers(2, n_max + 1, size=2)
    masses = rng.dirichlet(np.full(rows * columns, 0.5)).reshape(rows, columns)
    return JointTable(masses, rng.uniform(-2, 2, rows), rng.uniform(-2, 2, columns))


def sum_variance_search(n_tables=1000, random_state=None):
    """Look for a table whose sum has another variance than section 5.5 says.

    Parameters
    ----------
    n_tables : int
    random_state : int, Generator or None

    Returns
    -------
    dict
        ``worst`` relative violation; ``sign``: tables in which the excess of the sum's variance
        has another sign than a covariance above 1e-6 in size; ``negative``: tables with a
        covariance below -1e-6; ``control``: median violation with the covariance counted once.
    """
    rng = check_rng(random_state)
    errors = []
    halves = []
    sign = 0
    negative = 0
    for _ in range(n_tables):
        table = random_table(rng)
        values, masses = table.sum_law()
        variance = (values - values @ masses) ** 2 @ masses
        alone = table.var("x") + table.var("y")
        cov = table.cov()
        errors.append(abs(variance - alone - 2 * cov) / variance)
        halves.append(abs(variance - alone - cov) / variance)
        sign += abs(cov) > 1e-6 and np.sign(variance - alone) != np.sign(cov)
        negative += cov < -1e-6
    return {
        "worst": float(max(errors)),
        "sign": int(sign),
        "negative": int(negative),
        "control": float(np.median(halves)),
    }


def _correlations(masses, x, y):
    """Correlation of each row's discrete law, without bounding it."""
    x = x - np.sum(masses * x, axis=1, keepdims=True)
    y = y - np.sum(masses * y, axis=1, keepdims=True)
    spread = np.sum(masses * x**2, axis=1) * np.sum(masses * y**2, axis=1)
    return np.sum(masses * x * y, axis=1) / np.sqrt(spread)


def correlation_search(n_laws=1000, n_steps=200, random_state=None):
    """Push the correlation of random laws as far as it goes (Eq. 5.3).

    Each law has 2 to 8 points with values from a heavy-tailed law (t with two degrees of
    freedom). A step adds noise to its y values and keeps what raises the correlation's size; a
    success widens the noise, a failure narrows it.

    Parameters
    ----------
    n_laws, n_steps : int
    random_state : int, Generator or None

    Returns
    -------
    largest : float
        Over all laws and steps, rejected ones included.
    reached : float
        Median over the laws of the largest size that a law's search found.
    """
    rng = check_rng(random_state)
    shape = (n_laws, 8)
    present = np.arange(8) < rng.integers(2, 9, size=(n_laws, 1))
    masses = np.where(present, rng.exponential(size=shape) + 0.05, 0)
    masses /= masses.sum(axis=1, keepdims=True)
    x, y = rng.standard_t(2, size=(2, *shape))
    best = np.abs(_correlations(masses, x, y))
    step = np.full((n_laws, 1), 0.5)
    largest = best.max()
    for _ in range(n_steps):
        trial = y + step * np.abs(y).max(axis=1, keepdims=True) * rng.normal(size=shape)
        size = np.abs(_correlations(masses, x, trial))
        better = size > best
        y = np.where(better[:, None], trial, y)
        best = np.maximum(best, size)
        step *= np.where(better, 1.5, 0.9)[:, None]
        largest = max(largest, size.max())
    return float(largest), float(np.median(best))


def affine_correlations(n_sets=1000, n_points=50, random_state=None):
    """Correlation on lines ``y = c x + e`` that miss the origin, and how far y / x is from fixed.

    Parameters
    ----------
    n_sets, n_points : int
    random_state : int, Generator or None

    Returns
    -------
    error : float
        Largest difference of the correlation from the slope's sign.
    ratio : float
        Median over the sets of the range of y / x over its median, in size.
    """
    rng = check_rng(random_state)
    x = rng.normal(size=(n_sets, n_points))
    slope = rng.choice([-1.0, 1.0], size=(n_sets, 1)) * rng.uniform(0.1, 3, size=(n_sets, 1))
    shift = rng.choice([-1.0, 1.0], size=(n_sets, 1)) * rng.uniform(0.1, 3, size=(n_sets, 1))
    y = slope * x + shift
    found = _correlations(np.full(x.shape, 1 / n_points), x, y)
    ratio = y / x
    spread = np.ptp(ratio, axis=1) / np.abs(np.median(ratio, axis=1))
    return float(np.abs(found - np.sign(slope[:, 0])).max()), float(np.median(spread))


def independence_search(n_tables=500, random_state=None):
    """The four consequences of independence (section 5.6) on product tables, and on a control.

    The control takes a tenth of each table's mass to random cells of its diagonal.

    Parameters
    ----------
    n_tables : int
    random_state : int, Generator or None

    Returns
    -------
    worst, control : ndarray, shape (4,)
        Violations of: conditional law, mean of the product, moment-generating function at
        t = -0.5, 0.3, 1, covariance. Largest over the product tables; median over the control.
    """
    rng = check_rng(random_state)
    product = []
    mixed = []
    for _ in range(n_tables):
        shape = rng.integers(2, 7, size=2)
        g, h = (rng.dirichlet(np.ones(k)) for k in shape)
        values = [rng.uniform(-2, 2, k) for k in shape]
        table = JointTable.from_marginals(g, h, *values)
        diagonal = np.zeros(shape)
        np.fill_diagonal(diagonal, rng.dirichlet(np.ones(shape.min())))
        product.append(_violations(table))
        mixed.append(_violations(JointTable(0.9 * table.P + 0.1 * diagonal, *values)))
    return np.max(product, axis=0), np.median(mixed, axis=0)


def _violations(table):
    """How far a table is from each of the four consequences."""
    sums, masses = table.sum_law()
    g = table.marginal("x")
    h = table.marginal("y")
    generating = [
        masses @ np.exp(t * sums) - (g @ np.exp(t * table.xs)) * (h @ np.exp(t * table.ys))
        for t in (-0.5, 0.3, 1.0)
    ]
    return (
        np.abs(table.conditional("y") - g[:, None]).max(),
        abs(table.xs @ table.P @ table.ys - table.mean("x") * table.mean("y")),
        np.abs(generating).max(),
        abs(table.cov()),
    )


def best_mixtures(n_pairs=1000, random_state=None):
    """When does some mixture of two stocks vary less than the steadier one? (After section 5.5.)

    Pairs have standard deviations in [0.1, 2] and correlations in [-0.95, 0.95]; the shares of the
    noisier stock are 0, 0.001, ..., 1. Pairs whose correlation is within 0.02 of the ratio of the
    smaller to the larger deviation are left out.

    Parameters
    ----------
    n_pairs : int
    random_state : int, Generator or None

    Returns
    -------
    wrong : int
        Pairs in which the grid and the rule "correlation below the ratio" disagree.
    positive : int
        Pairs with positive covariance in which a mixture beats the steadier stock.
    draws : float
        Largest relative difference of formula and 100,000 draws, at equal shares, over 20 pairs.
    """
    rng = check_rng(random_state)
    wrong = 0
    positive = 0
    differences = []
    shares = np.linspace(0, 1, 1001)
    weights = np.stack([shares, 1 - shares], axis=-1)
    for pair in range(n_pairs):
        (calm, wild), rho = np.sort(rng.uniform(0.1, 2, 2)), rng.uniform(-0.95, 0.95)
        covariance = np.array([[wild**2, rho * wild * calm], [rho * wild * calm, calm**2]])
        beaten = portfolio_variance(weights, covariance).min() < calm**2 - 1e-9
        positive += beaten and rho > 0
        if abs(rho - calm / wild) > 0.02:
            wrong += beaten != (rho < calm / wild)
        if pair < 20:
            draws = rng.multivariate_normal([0, 0], covariance, size=100_000).mean(axis=1).var()
            differences.append(abs(draws / portfolio_variance([0.5, 0.5], covariance) - 1))
    return int(wrong), int(positive), float(max(differences))
