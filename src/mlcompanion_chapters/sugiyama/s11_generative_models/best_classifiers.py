r"""Checks on Sugiyama (2016), chapter 11: the best rule among rivals, and what data add to it.

Random problems have classes whose densities are mixtures of normal laws, so every probability is
known. Rivals are compared on the same points of a grid; on the line a second route to the rate is
the integral of the largest prior-weighted density, written out here without the package's laws.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from scipy.integrate import quad
from scipy.spatial.distance import cdist

from mlcompanion._validation import check_array, check_in, check_rng
from mlcompanion.classification import decision_intervals, interval_rates, total_risk
from mlcompanion.classification.rules import bayes_rule
from mlcompanion.probability import MultivariateNormal, Normal

__all__ = [
    "MixtureClass",
    "RandomProblem",
    "centring_errors",
    "compare_with_rivals",
    "random_loss",
    "random_problem",
    "two_routes",
    "umbrella_costs",
]

LINE = np.linspace(-12, 12, 801)[:, None]
_SIDE = np.linspace(-9, 9, 41)
PLANE = np.stack(np.meshgrid(_SIDE, _SIDE), axis=-1).reshape(-1, 2)
GRIDS = {1: (LINE, 24 / 800), 2: (PLANE, (18 / 40) ** 2)}  # points, weight of each

#: How many rivals of each sort; with two that the caller names they are 200.
N_SHIFTED = 70
N_REWEIGHTED = 50
N_RANDOM = 78


@dataclass(frozen=True)
class MixtureClass:
    """A class whose density is a mixture of normal laws."""

    shares: np.ndarray
    laws: list

    def pdf(self, points):
        """Density at points, shape (m, d)."""
        if points.shape[1] == 1:
            points = points[:, 0]
        return sum(share * law.pdf(points) for share, law in zip(self.shares, self.laws))

    def cdf(self, x):
        """Distribution function, on the line."""
        return sum(share * law.cdf(x) for share, law in zip(self.shares, self.laws))

    def mean(self):
        """Expectation, shape (d,)."""
        return sum(share * np.atleast_1d(law.mean()) for share, law in zip(self.shares, self.laws))


@dataclass(frozen=True)
class RandomProblem:
    """Priors and class-conditional densities, with their values on a grid."""

    priors: np.ndarray
    classes: list
    d: int

    @cached_property
    def joint(self):
        """Prior-weighted densities p(x, y) at the points of the grid, shape (m, c)."""
        return self.joint_at(GRIDS[self.d][0])

    def joint_at(self, points):
        """Prior-weighted densities at points, shape (m, c)."""
        return np.column_stack([p * c.pdf(points) for p, c in zip(self.priors, self.classes)])


def random_problem(d, random_state=None):
    """Two to five classes, each a mixture of one to three normal laws; the rarest below 0.2.

    Parameters
    ----------
    d : {1, 2}
        Dimension of the patterns.
    random_state : int, Generator or None

    Returns
    -------
    RandomProblem
    """
    check_in(d, "d", (1, 2))
    rng = check_rng(random_state)
    c = int(rng.integers(2, 6))
    priors = np.ones(1)
    while priors.min() >= 0.2:
        priors = rng.dirichlet(np.ones(c))
    return RandomProblem(priors, [_random_class(d, rng) for _ in range(c)], d)


def _random_class(d, rng):
    k = int(rng.integers(1, 4))
    means = rng.normal(0, 2, size=(k, d))
    if d == 1:
        laws = [
            Normal(m, v) for m, v in zip(means[:, 0].tolist(), rng.uniform(0.2, 2.0, k).tolist())
        ]
    else:
        roots = rng.normal(0, 0.7, size=(k, 2, 2))
        laws = [MultivariateNormal(m, A @ A.T + 0.5 * np.eye(2)) for m, A in zip(means, roots)]
    return MixtureClass(rng.dirichlet(np.ones(k)), laws)


def random_loss(c, random_state=None):
    """A table of losses: zero on the diagonal, else log-uniform from 0.1 to 10, not symmetric.

    Parameters
    ----------
    c : int
        Number of classes.
    random_state : int, Generator or None

    Returns
    -------
    ndarray, shape (c, c)
    """
    rng = check_rng(random_state)
    return np.exp(rng.uniform(np.log(0.1), np.log(10), size=(c, c))) * (1 - np.eye(c))


def compare_with_rivals(problem, loss=None, random_state=None):
    """Total risk of the Bayes decision rule and of 200 rival rules on one problem.

    Rivals are the same rule with its boundaries shifted, rules with wrong priors, random regions,
    and two by name: without ``loss`` the rule that leaves the priors out and the nearest mean; with
    it the rule of the highest posterior and the one with the transposed table.

    Parameters
    ----------
    problem : RandomProblem
    loss : array_like, shape (c, c), optional
        Default: 1 for every error.
    random_state : int, Generator or None

    Returns
    -------
    best : float
        Risk of the Bayes decision rule.
    rivals : ndarray, shape (200,)
        Risks of the rivals; those by name come first.
    """
    rng = check_rng(random_state)
    joint, (points, weight) = problem.joint, GRIDS[problem.d]
    c = len(problem.priors)
    if loss is None:
        loss = 1 - np.eye(c)
        means = np.array([one.mean() for one in problem.classes])
        named = [bayes_rule(joint / problem.priors), cdist(points, means).argmin(axis=1)]
    else:
        loss = check_array(loss, "loss", shape=(c, c))
        named = [bayes_rule(joint), bayes_rule(joint, loss.T)]
    chosen = bayes_rule(joint, loss)
    rules = [*named, *_shifted(chosen, problem.d, rng), *_reweighted(joint, loss, rng)]
    rules += _random_regions(points, c, rng)
    losses = weight * (joint @ loss)  # what each decision costs at each point
    risks = np.take_along_axis(losses, np.stack([chosen, *rules], axis=1), axis=1).sum(axis=0)
    return float(risks[0]), risks[1:]


def _shifted(chosen, d, rng):
    """The same regions, moved by some points of the grid."""
    side = (len(chosen),) if d == 1 else (len(_SIDE),) * 2
    axes = tuple(range(d))
    reach = 40 if d == 1 else 4
    steps = rng.integers(-reach, reach + 1, size=(N_SHIFTED, d))
    regions = chosen.reshape(side)
    return [np.roll(regions, tuple(step), axes).ravel() for step in steps.tolist()]


def _reweighted(joint, loss, rng):
    """The rule with priors that are wrong by factors around 1."""
    factors = np.exp(rng.normal(0, 0.5, size=(N_REWEIGHTED, joint.shape[1], 1)))
    return [(joint @ table).argmin(axis=1) for table in factors * loss]


def _random_regions(points, c, rng):
    """Each point decides like the nearest of eight random places."""
    places = rng.uniform(points.min(), points.max(), size=(N_RANDOM, 8, points.shape[1]))
    labels = rng.integers(0, c, size=(N_RANDOM, 8))
    return [label[cdist(points, p).argmin(axis=1)] for p, label in zip(places, labels)]


def two_routes(problem):
    """The rate of the highest-posterior rule on the line, computed twice.

    Parameters
    ----------
    problem : RandomProblem
        Of dimension 1.

    Returns
    -------
    by_boundaries : float
        Distribution functions between the boundaries that a root search finds.
    by_integral : float
        1 minus the integral of the largest prior-weighted density, by adaptive quadrature.
    """
    ends, chosen = decision_intervals(
        lambda x: bayes_rule(problem.joint_at(x[:, None])), -12.0, 12.0, 4001
    )
    by_boundaries = total_risk(interval_rates(problem.classes, ends, chosen), problem.priors)
    laws = [law for one in problem.classes for law in one.laws]
    c = len(problem.classes)
    of_class = np.repeat(np.arange(c), [len(one.laws) for one in problem.classes])
    mass = np.concatenate([p * one.shares for p, one in zip(problem.priors, problem.classes)])
    mean, sd = np.array([(law.mean(), law.std()) for law in laws]).T
    height = mass / (np.sqrt(2 * np.pi) * sd)
    members = (of_class[:, None] == np.arange(c)).astype(float)

    def largest(x):
        return (height * np.exp(-0.5 * ((x - mean) / sd) ** 2) @ members).max()

    kinks = ends[1:-1]
    corners = [-20.0, *kinks, 20.0]
    pieces = [quad(largest, a, b, epsabs=1e-9)[0] for a, b in pairwise(corners)]
    return by_boundaries, 1 - sum(pieces)


def umbrella_costs(b, days=100_000, random_state=None):
    """Mean loss over simulated days when the umbrella is always carried, and when it never is.

    Parameters
    ----------
    b : float
        Loss of the umbrella on a dry day; getting wet costs 1.
    days : int
        It rains with probability 0.4.
    random_state : int, Generator or None

    Returns
    -------
    carried, left : float
    """
    rng = check_rng(random_state)
    rain = rng.random(days) < 0.4
    return float(np.mean(np.where(rain, 0.0, b))), float(np.mean(rain))


def centring_errors(random_state=None, n_planes=100):
    """Squared errors of projections to two eigenvectors of the covariance, and of the best plane.

    One random data set of 5 to 20 features and 50 to 200 samples whose mean lies 1 to 5 times the
    largest standard deviation off the origin.

    Parameters
    ----------
    random_state : int, Generator or None
    n_planes : int
        Random planes to compare with on centred samples.

    Returns
    -------
    centred, raw : float
        Error on the centred samples, and on the samples as they are, each divided by that of the
        truncated singular value decomposition of the same samples.
    beaten : int
        How many random planes have a smaller error on the centred samples.
    """
    rng = check_rng(random_state)
    d = int(rng.integers(5, 21))
    n = int(rng.integers(50, 201))
    X = rng.normal(size=(n, d)) @ rng.normal(size=(d, d))
    direction = rng.normal(size=d)
    spread = np.sqrt(np.linalg.eigvalsh(np.cov(X.T))[-1])
    X += rng.uniform(1, 5) * spread * direction / np.linalg.norm(direction)
    centred = X - X.mean(axis=0)
    axes = np.linalg.eigh(centred.T @ centred)[1][:, -2:]

    def error(samples, basis):
        return np.sum(samples**2) - np.sum((samples @ basis) ** 2)

    def least(samples):
        return np.sum(np.linalg.svd(samples, compute_uv=False)[2:] ** 2)

    planes = np.linalg.qr(rng.normal(size=(n_planes, d, 2)))[0]
    others = np.sum(centred**2) - np.sum((centred @ planes) ** 2, axis=(1, 2))
    ratios = error(centred, axes) / least(centred), error(X, axes) / least(X)
    return *map(float, ratios), int(np.sum(others < error(centred, axes)))
