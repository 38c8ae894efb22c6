"""Methods that see one noisy gradient at a time, run on a bowl for their rates."""

import numpy as np

from mlcompanion.optimize.stochastic import ac_sa, multistage_orda, orda, stage_schedule

from .rate_slopes import Trace

__all__ = ["by_accelerated", "by_averages", "by_horizons", "by_orda", "by_restarts"]

SHAPE = (10, 50)  # independent runs, unknowns
N_ITER = 2000


class NoisyBowl:
    """Curvatures from 1 down to ``least``, gradients with normal noise of length ``sigma``."""

    def __init__(self, seed, least, sigma):
        self.rng = np.random.default_rng(seed)
        self.curvatures = np.geomspace(1, least, SHAPE[1])
        self.best = self.rng.normal(size=SHAPE[1])
        self.sigma = sigma
        self.scale = sigma / np.sqrt(SHAPE[1])
        self.gaps = []

    def gradient(self, x):
        """A draw for each run."""
        noise = self.scale * self.rng.normal(size=SHAPE)
        return self.curvatures * (x - self.best) + noise

    def watch(self, t, method):
        """Note the mean gap of the runs."""
        self.gaps.append(0.5 * np.mean((method.x_ - self.best) ** 2 @ self.curvatures))

    def constant(self):
        """The c with the least bound, from the distance to go and the noise."""
        return self.sigma / np.sqrt(2 * self.best @ self.best)

    def trace(self, promised):
        """What was noted."""
        return Trace(np.arange(1, len(self.gaps) + 1), np.array(self.gaps), promised)


def by_orda(power, least, sigma):
    """Optimal dual averaging, with the best c for a convex bowl and 0 for a strongly convex one."""

    def run(seed):
        bowl = NoisyBowl(seed, least, sigma)
        options = {"c": bowl.constant()}
        if least > 0.01:
            options = {"mu": least}
        orda(bowl.gradient, np.zeros(SHAPE), N_ITER, lipschitz=1.0, callback=bowl.watch, **options)
        return bowl.trace(power)

    return run


def by_averages(method):
    """Dual averaging with the mean of its points, and forward-backward steps, from zero."""

    def run(seed):
        bowl = NoisyBowl(seed, 1e-9, 1.0)
        method(bowl.gradient, SHAPE, N_ITER, callback=bowl.watch)
        return bowl.trace(-0.5)

    return run


def by_accelerated(method):
    """Its accelerated rivals, each with the constant c of optimal dual averaging, from zero."""

    def run(seed):
        bowl = NoisyBowl(seed, 1e-9, 1.0)
        method(
            bowl.gradient,
            np.zeros(SHAPE),
            N_ITER,
            lipschitz=1.0,
            c=bowl.constant(),
            callback=bowl.watch,
        )
        return bowl.trace(-0.5)

    return run


def by_horizons(seed, horizons=(125, 250, 500, 1000, 2000)):
    """AC-SA, whose steps depend on the length of the run: the gap at the end of each length."""
    gaps = []
    for n_iter in horizons:
        bowl = NoisyBowl(seed, 1e-9, 1.0)
        ac_sa(
            bowl.gradient,
            np.zeros(SHAPE),
            n_iter,
            lipschitz=1.0,
            c=bowl.constant(),
            callback=bowl.watch,
        )
        gaps.append(bowl.gaps[-1])
    return Trace(np.array(horizons), np.array(gaps), -0.5)


def by_restarts(seed, n_stages=20):
    """Optimal dual averaging in stages, without noise: each stage promises a half."""
    bowl = NoisyBowl(seed, 0.1, 0.0)
    start = 0.5 * bowl.best**2 @ bowl.curvatures
    stages = stage_schedule(n_stages, lipschitz=1.0, mu=0.1, gap=start)
    multistage_orda(
        bowl.gradient, np.zeros(SHAPE), stages, lipschitz=1.0, mu=0.1, callback=bowl.watch
    )
    return bowl.trace(np.log(0.5) / stages[0].length)
