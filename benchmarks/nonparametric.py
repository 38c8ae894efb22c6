"""Densities and votes without a model against scikit-learn and SciPy, to the same answers.

The kernel estimate at equal bandwidth, also on a grid, where KDEpy bins the samples and transforms;
leave-one-out likelihood for a grid of bandwidths, which scikit-learn answers by n fits each; the
vote of neighbours for ten k, one search against ten.
"""

import numpy as np
from scipy.stats import gaussian_kde
from sklearn.model_selection import LeaveOneOut, cross_val_score
from sklearn.neighbors import KernelDensity as SklearnKernelDensity
from sklearn.neighbors import KNeighborsClassifier

from _race import duel, equal, peer
from mlcompanion.classification import KNNClassifier
from mlcompanion.datasets import load_digits_14
from mlcompanion.density import KernelDensity, loo_log_likelihood

TITLE = "Densities without a model"
CHAPTER = "sugiyama/16_nonparametric_estimation"


def on_a_grid(model, X, h):
    """KDEpy answers on an even grid, wider than the samples."""
    kdepy = peer("KDEpy")
    if kdepy is None:
        return
    grid = np.linspace(X.min() - 10 * h, X.max() + 10 * h, 2048)
    yield duel(
        "kernel density estimate", "2,048 points of a grid, 2,000 samples, d = 1",
        lambda: np.exp(model.score_samples(grid[:, None])), "KDEpy FFTKDE",
        lambda: kdepy.FFTKDE(kernel="gaussian", bw=h).fit(X[:, 0]).evaluate(grid),
        same=equal(rtol=0, atol=1e-5), note="densities equal to 1e-5 at equal bandwidth",
        reason="a Fourier transform of samples binned on the grid: O(n + m log m) for O(n m), "
        "with an error, and only on an even grid",
    )  # fmt: skip


def rows():
    """Kernel estimates, leave-one-out for 10 bandwidths, votes for ten k."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(2000, 1))
    points = rng.normal(size=(2000, 1))
    h = 0.2
    model = KernelDensity(h).fit(X)
    sklearns = SklearnKernelDensity(bandwidth=h).fit(X)
    scipys = gaussian_kde(X[:, 0], h / X.std(ddof=1))
    size = "2,000 points, 2,000 samples, d = 1"
    same = equal(rtol=1e-8, atol=1e-8)
    yield duel(
        "kernel density estimate", size, lambda: model.score_samples(points),
        "sklearn KernelDensity", lambda: sklearns.score_samples(points), same=same,
        note="equal log-densities",
    )  # fmt: skip
    yield duel(
        "kernel density estimate", size, lambda: model.score_samples(points),
        "scipy gaussian_kde", lambda: scipys.logpdf(points[:, 0]), same=same,
        note="equal log-densities at equal bandwidth",
    )  # fmt: skip
    yield from on_a_grid(model, X, h)
    few = X[:200]
    grid = np.geomspace(0.05, 1, 10)
    yield duel(
        "leave-one-out for 10 bandwidths", "n = 200, d = 1",
        lambda: [loo_log_likelihood(few, h) for h in grid],
        "sklearn KernelDensity, LeaveOneOut",
        lambda: [cross_val_score(SklearnKernelDensity(bandwidth=h), few, cv=LeaveOneOut()).sum()
                 for h in grid],
        same=same, note="equal log-likelihoods", repeats=3,
    )  # fmt: skip
    data = load_digits_14(0, 300, 100)
    ks = list(range(1, 11))
    votes = KNNClassifier().fit(data.X_train, data.y_train)
    peers = [KNeighborsClassifier(k, algorithm="brute").fit(data.X_train, data.y_train) for k in ks]
    yield duel(
        "vote of the neighbours for k = 1, ..., 10", "1,000 digits against 3,000, d = 196",
        lambda: votes.predict_path(data.X_test, ks), "sklearn KNeighborsClassifier, ten",
        lambda: [p.predict(data.X_test) for p in peers], same=same, note="equal labels", repeats=3,
    )  # fmt: skip
