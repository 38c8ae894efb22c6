"""Runs of EM that the page reports: the listing's hundred, one bell against three, monotone climbs.

Sugiyama (2016), Figs 15.1, 15.2, 15.9 and 15.10; real rows and k-means beside them.
"""

import warnings
from itertools import islice

import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.cluster import KMeans
from sklearn.datasets import load_digits, load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture

from mlcompanion.datasets import make_two_bells
from mlcompanion.density import GaussianDensity
from mlcompanion.density.mixtures import (
    GaussianMixtureEM,
    MixtureParameters,
    em_rounds,
    match_components,
    mixture_log_likelihood,
    responsibilities,
    start_from_means,
)
from mlcompanion.linalg import pca_project

from .clouds import THREE_BELLS, cloud, random_shares, sample_from, three_bell_density

__all__ = [
    "accuracy",
    "against_kmeans",
    "divergences",
    "listing_run",
    "monotone_run",
    "narrowing",
    "quietly",
    "real_rows",
    "real_run",
    "regular_ends",
    "round_em",
    "stopped_early",
]

GRID = np.linspace(-25, 25, 5001)


def quietly(model, X):
    """Fit; what a run says of its end stands in its attributes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(X)


def listing_run(seed):
    """Fresh data, a fresh start and the listing's stop: is it the book's picture?

    Returns
    -------
    dict
        ``two``: 1 if two weights take 0.8, each other is at most 0.1, and the two large bells lie
        within Mahalanobis distance 1 of the true centres; ``top``: what the two largest weights
        take; ``rounds``, ``singular``, ``log_likelihood``.
    """
    bells = make_two_bells(random_state=np.random.default_rng([seed, 0]))
    model = GaussianMixtureEM(
        5, stop="parameters", tol=1e-3, random_state=np.random.default_rng([seed, 1])
    )
    quietly(model, bells.data)
    order = np.argsort(-model.weights_)
    weights = model.weights_[order]
    _, far = match_components(bells.means, bells.covariances, model.means_[order[:2]])
    two = weights[:2].sum() >= 0.8 and weights[2:].max() <= 0.1 and far.max() <= 1
    return {
        "two": int(two and not model.singular_),
        "top": weights[:2].sum(),
        "rounds": model.n_iter_,
        "singular": int(model.singular_),
        "log_likelihood": model.log_likelihoods_[-1],
    }


def kl(density, log_model):
    """Kullback-Leibler divergence on the grid, by the trapezoid rule."""
    held = density > 0
    gaps = np.zeros_like(density)
    gaps[held] = density[held] * (np.log(density[held]) - log_model[held])
    return np.trapezoid(gaps, GRID)


def divergences(seed, sizes=(100, 1000, 10_000)):
    """From the truth to one bell and to three, for one bump and for several; one row a size."""
    truths = {
        "uni": np.exp(-(GRID**2) / 2) / np.sqrt(2 * np.pi),
        "multi": three_bell_density(GRID),
    }
    found = {"uni": [], "multi": [], "mix": []}
    for n in sizes:
        rng = np.random.default_rng([seed, n])
        samples = {"uni": rng.normal(size=(n, 1)), "multi": sample_from(THREE_BELLS, n, rng)}
        for name, X in samples.items():
            one = GaussianDensity().fit(X)
            found[name].append(kl(truths[name], one.score_samples(GRID[:, None])))
        three = GaussianMixtureEM(3, n_init=3, init="samples", tol=1e-5, random_state=rng)
        quietly(three, samples["multi"])
        found["mix"].append(kl(truths["multi"], three.score_samples(GRID[:, None])))
    return found


def stopped_early(X, lone, tol, seed):
    """Whether two bells from random shares end within 1 of a single one: ours, scikit-learn's."""
    peer = GaussianMixture(2, init_params="random", reg_covar=0, tol=tol, random_state=seed)
    models = (GaussianMixtureEM(2, tol=tol, random_state=seed), peer)
    return [quietly(model, X).score_samples(X).sum() < lone + 1 for model in models]


def monotone_run(seed, n_rounds=200):
    """One run: the largest relative fall, the total rise, the rounds, and whether it was singular.

    Data, number of bells and kind of start go round with the seed.
    """
    kinds = ("two bells", "three bells", "iris", "1", "2", "5")
    kind = kinds[seed % len(kinds)]
    m = (2, 3, 5, 8)[seed % 4]
    rng = np.random.default_rng([seed, 15])
    X = cloud(kind, rng)
    if seed // 12 % 2:
        start = start_from_means(X, X[rng.choice(len(X), m, replace=False)])
    else:
        start = random_shares(len(X), m, rng)
    path = np.array([s.log_likelihood for s in islice(em_rounds(X, start), n_rounds + 1)])
    falls = -np.diff(path) / (1 + np.abs(path[:-1]))
    return {
        "fall": max(falls.max(), 0.0),
        "rise": path[-1] - path[0],
        "rounds": len(falls),
        "singular": int(len(path) <= n_rounds),
    }


def regular_ends(X, m, n_starts):
    """Log-likelihoods of EM runs from random responsibilities that end regular."""
    runs = [quietly(GaussianMixtureEM(m, random_state=seed), X) for seed in range(n_starts)]
    return np.array([run.log_likelihoods_[-1] for run in runs if not run.singular_])


def narrowing(X, widths):
    """Log-likelihoods with one bell of each width on the first sample, the other on all samples."""
    all_mean = X.mean(axis=0)
    all_covariance = np.cov(X.T, bias=True)
    found = []
    for s in widths:
        covariances = np.array([s**2 * np.eye(X.shape[1]), all_covariance])
        theta = MixtureParameters(np.array([0.5, 0.5]), np.array([X[0], all_mean]), covariances)
        found.append(mixture_log_likelihood(X, theta))
    return np.array(found)


def round_em(X, centres, variance=None, n_rounds=2000):
    """EM with round covariances: own weights and variances, or equal weights and one held fixed.

    Returns
    -------
    eta : ndarray, shape (n, m)
    """
    n, d = X.shape
    m = len(centres)
    means = centres.astype(float)
    weights = np.full(m, 1 / m)
    held = variance is not None
    variances = np.full(m, variance if held else X.var(axis=0).mean())
    for _ in range(n_rounds):
        theta = MixtureParameters(weights, means, variances[:, None, None] * np.eye(d))
        eta, _ = responsibilities(X, theta)
        masses = eta.sum(axis=0)
        new = eta.T @ X / masses[:, None]
        if not held:
            weights = masses / n
            squares = np.sum((X[:, None] - new) ** 2, axis=2)
            variances = np.sum(eta * squares, axis=0) / (d * masses)
        done = np.abs(new - means).max() < 1e-9
        means = new
        if done:
            break
    return eta


def against_kmeans(seed, n=300):
    """Two round clouds of widths 1 and 3: EM with own variances, and with a tiny one, and k-means.

    Returns
    -------
    dict
        ``diff``: share of samples in other clusters than those of k-means; ``soft``: share whose
        largest responsibility is below 0.99; ``limit``: 1 if a sample differs at variance 1e-6.
    """
    rng = np.random.default_rng([seed, 37])
    X = np.vstack([rng.normal(size=(n // 2, 2)), 3 * rng.normal(size=(n // 2, 2)) + [4.0, 0.0]])
    centres = X[rng.choice(n, 2, replace=False)]
    hard = KMeans(2, init=centres, n_init=1, tol=0, max_iter=1000).fit_predict(X)
    eta = round_em(X, centres)
    limit = round_em(X, centres, 1e-6).argmax(axis=1)
    return {
        "diff": 1 - accuracy(hard, eta.argmax(axis=1)),
        "soft": np.mean(eta.max(axis=1) < 0.99),
        "limit": int((limit != hard).any()),
    }


def accuracy(labels, found):
    """Share of rows whose cluster is their class's, after the best matching of clusters."""
    table = np.zeros((labels.max() + 1, found.max() + 1))
    np.add.at(table, (labels, found), 1)
    return table[linear_sum_assignment(-table)].sum() / len(labels)


def real_rows(name):
    """Rows and classes: iris, or handwritten digits on their two principal axes."""
    if name == "iris":
        return load_iris(return_X_y=True)
    X, y = load_digits(return_X_y=True)
    return pca_project(X, 2), y


def real_run(name, seed, n_init=1):
    """One fit with as many bells as classes: log-likelihood, accuracy, whether singular."""
    X, y = real_rows(name)
    m = y.max() + 1
    model = quietly(GaussianMixtureEM(m, init="samples", n_init=n_init, random_state=seed), X)
    return {
        "log_likelihood": model.log_likelihoods_[-1],
        "accuracy": accuracy(y, model.predict(X)),
        "singular": int(model.singular_),
    }
