"""Methods that see one noisy gradient at a time, run on a bowl for their rates."""

import numpy as np

from mlcompanion.optimize.stochastic import orda

from .rate_slopes import Trace

__all__ = ["by_averages", "by_orda"]

SHAPE = (10, 50)  # independent runs, unknowns
N_ITER = 2000


class NoisyBowl:
    """Curvatures from 1 down to ``least``, gradients with normal noise of length ``sigma``."""

    def __init__(self, seed, least, sigma):
        self.rng = np.random.default_rng(seed)
        self.curvatures = np.geomspace(1, least, SHAPE[1])
        self.best = self.rng.normal(size=SHAPE[1])
        self.scale = sigma / np.sqrt(SHAPE[1])
        self.gaps = []

    def gradient(self, x):
        """A draw for each run."""
        noise = self.scale * self.rng.normal(size=SHAPE)
        return self.curvatures * (x - self.best) + noise

    def watch(self, t, method):
        """Note the mean gap of the runs."""
        self.gaps.append(0.5 * np.mean((method.x_ - self.best) ** 2 @ self.curvatures))

    def trace(self, promised):
        """What was noted."""
        return Trace(np.arange(1, N_ITER + 1), np.array(self.gaps), promised)


def by_orda(power, least, sigma):
    """Optimal dual averaging, with the best c for a convex bowl and 0 for a strongly convex one."""

    def run(seed):
        bowl = NoisyBowl(seed, least, sigma)
        options = {"c": sigma / np.sqrt(2 * bowl.best @ bowl.best)}
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
