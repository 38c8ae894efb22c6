"""Mixtures of local lines: a sweep against one that adds up every cluster for every sample.

There is no sound peer: the same random numbers must give the same labels. The other side computes
each cluster's law from its samples with the conjugate families, as the source writes it.
"""

from functools import partial

import numpy as np

from _race import duel, equal, least, row
from mlcompanion.bayes.conjugate import NormalInverseGamma, NormalInverseGammaRegression
from mlcompanion.bayes.local_models import LocalPrior
from mlcompanion.bayes.local_models.local_regressions import (
    local_regressions,
    more_regressions,
    regression_sweep,
)
from mlcompanion.bayes.local_models.prior import regression_data
from mlcompanion.bayes.mixtures import process_partition, run_sweeps, seats_of
from mlcompanion.teaching import log_slope

TITLE = "Mixtures of local lines"
CHAPTER = "jmlr12/24_dp_glm"
PRIOR = LocalPrior(b_x=0.1, b_y=0.05, coef_scale=2.0)


def bent(n, d, seed=0):
    """A bent curve of the first of d inputs, and labels of five pieces."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    y = np.sin(3 * X[:, 0]) + 0.1 * rng.normal(size=n)
    labels = np.clip(np.floor(X[:, 0] + 2.5), 0, 4).astype(np.int64)
    return X, y, np.unique(labels, return_inverse=True)[1]


def apart(n, d, seed=0):
    """Five clouds far apart with a plane each, and their labels: sweeps keep the clusters."""
    rng = np.random.default_rng(seed)
    labels = np.arange(n) % 5
    X = 20.0 * (1 + labels[:, None]) + rng.normal(size=(n, d))
    y = np.sum(rng.normal(size=(5, d))[labels] * X, axis=1) / d + 0.1 * rng.normal(size=n)
    return X, y, labels


def ours(X, y, labels, n_sweeps=1, seed=0):
    """Labels after some sweeps."""
    seats = seats_of(labels, int(labels.max()) + 2)
    model = local_regressions(regression_data(X, y), seats.labels, PRIOR, len(seats.sizes))
    uniforms = np.random.default_rng(seed).random(n_sweeps * len(y))
    partition = process_partition(1.0)
    _, seats, _ = run_sweeps(regression_sweep, model, seats, partition, uniforms, more_regressions)
    return seats.labels


def recomputed(X, y, labels, seed=0):
    """One sweep that adds up every cluster anew for every sample."""
    design = np.column_stack([np.ones(len(y)), X])
    q = design.shape[1]
    place = NormalInverseGamma(PRIOR.centre, PRIOR.nu, PRIOR.a_x, PRIOR.b_x)
    line = NormalInverseGammaRegression(
        np.zeros(q), np.eye(q) / PRIOR.coef_scale**2, PRIOR.a_y, PRIOR.b_y
    )
    labels = labels.copy()
    capacity = labels.max() + 2
    for i, uniform in enumerate(np.random.default_rng(seed).random(len(y))):
        labels[i] = -1
        sizes = np.bincount(labels[labels >= 0], minlength=capacity)
        if (sizes > 0).all():
            capacity *= 2
            sizes = np.append(sizes, np.zeros(capacity - len(sizes), dtype=int))
        places = [*np.flatnonzero(sizes), np.flatnonzero(sizes == 0)[0]]
        places.sort()
        logs = []
        for k in places:
            held = labels == k
            law = line.posterior(design[held], y[held])
            value = law.predictive_logpdf(design[i], y[i])
            for j in range(X.shape[1]):
                after = place.posterior(X[held, j]) if held.any() else place
                value += after.predictive_logpdf(X[i, j])
            logs.append(np.log(sizes[k] if sizes[k] else 1.0) + value)
        sums = np.cumsum(np.exp(logs - np.max(logs)))
        labels[i] = places[min(np.searchsorted(sums, uniform * sums[-1], "right"), len(sums) - 1)]
    return labels


def seconds(n, d, n_sweeps):
    """Seconds of some sweeps over five clusters, the least of three runs."""
    found, labels = least(partial(ours, *apart(n, d), n_sweeps))
    # a sample may have opened a cluster for itself in the last sweep
    assert len(np.unique(labels)) in (5, 6), "a slope at a fixed number of clusters"
    return found


def rows():
    """A sweep, and the slopes of its time."""
    for n, d in ((150, 1), (300, 4)):
        X, y, labels = bent(n, d)
        yield duel(
            "one sweep over labels", f"n = {n}, d = {d}, five pieces",
            partial(ours, X, y, labels), "recomputed", partial(recomputed, X, y, labels),
            same=equal(rtol=0), note="same random numbers, same labels",
        )  # fmt: skip
    sizes = (1000, 2000, 4000)
    times = [seconds(n, 2, 10) for n in sizes]
    yield row("sweeps: slope in n", "d = 2, five clouds", times[-1], "none", None,
              f"exponent {log_slope(sizes, times):.2f}")  # fmt: skip
    widths = (100, 200, 400)
    times = [seconds(300, d, 2) for d in widths]
    yield row("sweeps: slope in d", "n = 300, five clouds", times[-1], "none", None,
              f"exponent {log_slope(widths, times):.2f}")  # fmt: skip
