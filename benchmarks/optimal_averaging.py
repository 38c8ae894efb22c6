"""Optimal dual averaging on sparse rows: what a step costs, by entries, by features, by time.

No library has the method; what is asserted is that lazy steps end at the weights of dense ones. A
row gives the seconds of 2,000 steps of one row each, and the slope of the seconds in what grows.
"""

import numpy as np
from scipy import sparse

from _race import least, row
from mlcompanion.losses import Logistic
from mlcompanion.sparse.streams.orda_engines import DenseAveraging, LazyAveraging, Settings
from mlcompanion.teaching import log_slope

TITLE = "Optimal dual averaging on sparse rows"
CHAPTER = "chen/05_optimal_rda"
STEPS = 2000


def stream(n_features, n_entries, seed=0):
    """Rows with so many entries of length 1, and signs."""
    rng = np.random.default_rng(seed)
    places = rng.integers(n_features, size=(500, n_entries))
    starts = np.arange(0, 500 * n_entries + 1, n_entries)
    values = rng.choice([-1.0, 1.0], 500 * n_entries) / np.sqrt(n_entries)
    X = sparse.csr_array((values, places.ravel(), starts), (500, n_features))
    X.sum_duplicates()
    return X, rng.choice([-1.0, 1.0], 500), rng.integers(500, size=STEPS)


def settings(n_features):
    """Logistic loss, one row a step."""
    return Settings(Logistic(), np.full(n_features, 1e-3), np.zeros(n_features), 0.5, 0.01, 0.0, 1)


def played(kind, n_features, n_entries):
    """Seconds of the steps, and the weights at their end."""
    X, y, order = stream(n_features, n_entries)

    def call():
        engine = kind(settings(n_features))
        engine.play(X, y, order)
        return engine

    seconds, engine = least(call)
    return seconds, engine.weights


def rows():
    """Growth with entries and with features, and the dense engine beside."""
    entries = (20, 80, 320)
    times = [played(LazyAveraging, 100_000, k)[0] for k in entries]
    slope = f"slope {log_slope(entries, times):.2f} in the entries"
    yield row(
        "2,000 steps, by entries of a row", f"{entries} entries", times[-1], "ours", None, slope
    )
    features = (10_000, 100_000, 1_000_000)
    times = [played(LazyAveraging, n, 80)[0] for n in features]
    slope = f"slope {log_slope(features, times):.2f} in the features"
    name = "2,000 steps, by features"
    yield row(name, f"{features} features", times[-1], "ours", None, slope)
    lazy_s, lazy = played(LazyAveraging, 20_000, 80)
    dense_s, dense = played(DenseAveraging, 20_000, 80)
    np.testing.assert_allclose(lazy, dense, atol=1e-9)
    assert ((lazy == 0) == (dense == 0)).all()
    yield row(
        "lazy against dense steps",
        "20,000 features, 80 entries a row",
        lazy_s,
        "ours, all weights a step",
        dense_s,
        "same weights, same zeros",
    )
