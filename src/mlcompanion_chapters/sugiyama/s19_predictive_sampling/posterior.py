"""The predictive density of a normal law of unknown mean and precision, by three samplers.

Prior: precision ~ Gamma(1, rate 1), mean given the precision ~ N(0, 1 / precision). The exact
predictive density is Student's, so that each sampler can be held against it.
"""

from dataclasses import dataclass

import numpy as np
from scipy import stats

from mlcompanion._jit import njit
from mlcompanion.bayes.sampling import (
    importance_log_weights,
    metropolis_hastings,
    predictive_density,
    rejection_sampling,
)

STEP = (1.2, 0.8)  # of the random walk, in the mean and in the log precision


class NormalGammaPrior:
    """The prior as a law of rows (mean, precision)."""

    def rvs(self, size, random_state=None):
        """Independent draws."""
        rng = np.random.default_rng(random_state)
        precision = rng.standard_exponential(size)
        return np.column_stack([rng.standard_normal(size) / np.sqrt(precision), precision])

    def logpdf(self, draws):
        """Log density."""
        mean, precision = draws.T
        bell = 0.5 * np.log(precision / (2 * np.pi)) - 0.5 * precision * mean**2
        return bell - precision


@dataclass(frozen=True)
class NormalSample:
    """Data by what the likelihood needs of them.

    Attributes
    ----------
    n : int
    mean : float
    squares : float
        Sum of squares about the mean.
    """

    n: int
    mean: float
    squares: float

    @classmethod
    def of(cls, x):
        """From the numbers."""
        return cls(len(x), float(np.mean(x)), float(((x - np.mean(x)) ** 2).sum()))

    def log_likelihood(self, draws):
        """Of rows (mean, precision)."""
        mean, precision = draws.T
        misfit = self.squares + self.n * (self.mean - mean) ** 2
        return 0.5 * self.n * np.log(precision / (2 * np.pi)) - 0.5 * precision * misfit

    def largest_log_likelihood(self):
        """At the sample mean and the inverse of the mean square: the bound for rejection."""
        return float(self.log_likelihood(np.array([[self.mean, self.n / self.squares]]))[0])

    def student(self):
        """The exact predictive law (chapter 17)."""
        rate = 1 + self.squares / 2 + self.n * self.mean**2 / (2 * (self.n + 1))
        shape = 1 + self.n / 2
        scale = np.sqrt(rate * (self.n + 2) / (shape * (self.n + 1)))
        return stats.t(2 * shape, self.n * self.mean / (self.n + 1), scale)

    def most_probable(self):
        """The normal law at the most probable mean and precision."""
        rate = 1 + self.squares / 2 + self.n * self.mean**2 / (2 * (self.n + 1))
        precision = (self.n / 2 + 0.5) / rate
        return stats.norm(self.n * self.mean / (self.n + 1), precision**-0.5)

    def log_posterior(self):
        """Of (mean, log precision), compiled; the last 1 in the first factor is the Jacobian's."""
        n = self.n
        centre = self.mean
        squares = self.squares

        @njit
        def log_posterior(theta):
            mean, log_precision = theta
            misfit = squares + n * (centre - mean) ** 2 + mean**2
            return (n / 2 + 0.5 + 1) * log_precision - np.exp(log_precision) * (1 + misfit / 2)

        return log_posterior


def three_numbers(seed):
    """Three draws from N(1, 4)."""
    return np.random.default_rng([seed, 19]).normal(1, 2, 3)


def log_normal(points, thetas):
    """Log density of N(mean, 1 / precision) at points, for rows (mean, precision)."""
    mean, precision = thetas.T
    return 0.5 * np.log(precision / (2 * np.pi)) - 0.5 * precision * (points[:, None] - mean) ** 2


def grid_around(law, n=97):
    """Points about a Student law, dense in its middle and out to sixty of its scales."""
    middle = law.args[1]
    scale = law.args[2]
    return middle + scale * np.sinh(np.linspace(-4.8, 4.8, n))


def distance(estimate, exact, points):
    """Half the integral of the absolute difference."""
    return 0.5 * np.trapezoid(np.abs(estimate - exact), points)


def by_walk(sample, n_chains, n_steps, burn_in, seed):
    """Rows (mean, precision) of the random walk."""
    chain = metropolis_hastings(
        sample.log_posterior(), np.zeros((n_chains, 2)), n_steps - burn_in,
        step=STEP, burn_in=burn_in, random_state=seed,
    )  # fmt: skip
    mean, log_precision = chain.samples.reshape(-1, 2).T
    return np.column_stack([mean, np.exp(log_precision)])


def by_weights(sample, n, seed):
    """Draws of the prior and their log weights."""
    prior = NormalGammaPrior()
    draws = prior.rvs(n, random_state=np.random.default_rng(seed))

    def log_target(rows):
        return prior.logpdf(rows) + sample.log_likelihood(rows)

    return draws, importance_log_weights(log_target, prior, draws)


def by_rejection(sample, n, seed):
    """Draws of the prior that the likelihood keeps."""
    prior = NormalGammaPrior()
    return rejection_sampling(
        lambda rows: prior.logpdf(rows) + sample.log_likelihood(rows),
        prior,
        sample.largest_log_likelihood(),
        n,
        random_state=seed,
    ).samples


def predictive_case(seed, draws=500_000):
    """Distance of each estimate to the Student density, and of the most probable normal law."""
    sample = NormalSample.of(three_numbers(seed))
    law = sample.student()
    points = grid_around(law)
    exact = law.pdf(points)
    walked = by_walk(sample, 100, draws // 100 + 1000, 1000, seed)
    prior_draws, log_weights = by_weights(sample, draws, seed)
    estimates = {
        "walk": predictive_density(log_normal, walked, points),
        "weights": predictive_density(log_normal, prior_draws, points, log_weights=log_weights),
        "rejection": predictive_density(log_normal, by_rejection(sample, draws, seed), points),
        "most_probable": sample.most_probable().pdf(points),
    }
    return {name: distance(values, exact, points) for name, values in estimates.items()}
