"""A model for Geweke's test: three normal numbers, mean N(0, 1), precision Gamma(3, rate 1)."""

import numpy as np


def prior(rng):
    """Mean and precision."""
    return np.array([rng.normal(), rng.gamma(3.0)])


def data(state, rng):
    """Three numbers."""
    return rng.normal(state[0], state[1] ** -0.5, size=3)


def step(state, x, rng, surplus=0):
    """One Gibbs sweep; ``surplus`` degrees of freedom too many are the mistake to be found."""
    variance = 1 / (1 + len(x) * state[1])
    mean = rng.normal(variance * state[1] * x.sum(), variance**0.5)
    rate = 1 + ((x - mean) ** 2).sum() / 2
    return np.array([mean, rng.gamma(3 + (len(x) + surplus) / 2) / rate])


def seen(state, x):
    """What is compared."""
    return [state[0] ** 2, state[1], np.log(state[1])]
