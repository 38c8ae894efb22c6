"""The curve and the noises of De Brabanter et al. (2011), Sections 2 and 4."""

import numpy as np

from mlcompanion.datasets import make_ar_noise

AR5 = (0.7, -0.5, 0.4, -0.3, 0.2)


def places(n):
    """The design i / n for i = 1, ..., n."""
    return np.arange(1, n + 1) / n


def curve(x):
    """The mean function of all of the source's examples, between 0 and 4.7."""
    return 300 * x**3 * (1 - x) ** 3


def close_noise(n, alpha, variance, seed):
    """Errors with correlation exp(-alpha |x - z|); infinite ``alpha`` for independent ones."""
    return make_ar_noise(n, np.exp(-alpha / n), variance=variance, random_state=seed)


def ar5_noise(n, seed):
    """The AR(5) errors of Table 3, started from five standard normal values."""
    innovation = 0.5 * (1 - AR5[0] ** 2)
    return make_ar_noise(n, AR5, innovation_variance=innovation, start="unit", random_state=seed)


def neighbour_noise(n, seed):
    """The errors of Table 3 that depend on one innovation of the neighbour: weights 1/sqrt(2)."""
    return make_ar_noise(n, 0.0, 1.0, variance=1.0, random_state=seed)


def series(kind, n, seeds, **options):
    """Columns of one kind of noise, one a seed."""
    makers = {"ar5": ar5_noise, "m-dependent": neighbour_noise, "close": close_noise}
    make = makers[kind]
    return np.stack([make(n, seed=seed, **options) for seed in seeds], axis=1)


def first_order(n, phi, seeds):
    """AR(1) errors of variance 1, a column a seed."""
    return np.stack([make_ar_noise(n, phi, random_state=seed) for seed in seeds], axis=1)
