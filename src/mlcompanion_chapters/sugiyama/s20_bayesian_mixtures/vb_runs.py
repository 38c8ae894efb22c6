"""Runs of variational inference for the page: the hundred of the listing, the bound, the choice.

Sugiyama (2016), section 20.1.2, Figs 20.2 to 20.4.
"""

import warnings
from itertools import islice

import numpy as np
from scipy.special import digamma
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.bayes.mixtures import MixturePrior, VBGaussianMixture, vb_rounds
from mlcompanion.datasets import make_two_bells
from mlcompanion.density.mixtures import match_components

from .evidence import exact_log_evidence

__all__ = [
    "BOOK",
    "best_number",
    "book_mixture",
    "bound_run",
    "charged_run",
    "charged_shares",
    "listing_run",
    "quietly",
]

#: The prior of the listings.
BOOK = {"mean0": (0.0, 0.0), "W0": ((1.0, 0.0), (0.0, 1.0)), "nu0": 3.0}


def quietly(model, X):
    """Fit; whether it converged stands in its attributes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(X)


def book_mixture(m=5, alpha0=1.0, seed=0, **options):
    """The listing's mixture with a seed of its own."""
    rng = np.random.default_rng([seed, 1])
    return VBGaussianMixture(m, alpha0=alpha0, random_state=rng, **{**BOOK, **options})


def listing_run(seed):
    """Fresh data, a fresh start and the listing's stop.

    Returns
    -------
    dict
        ``w``: the weights, from large to small; ``live``: how many are above 0.02; ``centre``: the
        largest distance of the two heaviest means from the true ones; ``rounds``.
    """
    bells = make_two_bells(random_state=np.random.default_rng([seed, 0]))
    model = quietly(book_mixture(seed=seed, stop="parameters", tol=1e-3), bells.data)
    order = np.argsort(-model.weights_)
    weights = model.weights_[order]
    _, far = match_components(bells.means, 1.0, model.means_[order[:2]])
    return {
        "w": weights,
        "live": int(np.sum(weights > 0.02)),
        "centre": far.max(),
        "rounds": model.n_iter_,
    }


def charged_shares(X, posterior, charges):
    """Shares by the mean weights, means and precisions, less some charges for not knowing them.

    With all three, ``"weight"``, ``"mean"`` and ``"width"``, it is the VB-E step.
    """
    alpha, beta, means, inverse_W, nu = posterior
    d = X.shape[1]
    precisions = nu[:, None, None] * np.linalg.inv(inverse_W)
    gaps = X[:, None] - means
    squares = np.einsum("nla,lab,nlb->nl", gaps, precisions, gaps)
    logs = np.log(alpha) + 0.5 * np.linalg.slogdet(precisions)[1] - 0.5 * squares
    halves = 0.5 * (nu[:, None] - np.arange(d))
    charge = {
        "weight": np.log(alpha) - digamma(alpha),
        "mean": 0.5 * d / beta,
        "width": 0.5 * np.sum(np.log(0.5 * nu)[:, None] - digamma(halves), axis=1),
    }
    logs -= sum(charge[name] for name in charges)
    shares = np.exp(logs - logs.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def charged_run(seed, charges, m=5, max_rounds=300):
    """How many weights end above 0.02, with some charges only; data and start of the listing."""
    X = make_two_bells(random_state=np.random.default_rng([seed, 0])).data
    prior = MixturePrior(1.0, 1.0, np.zeros(2), np.eye(2), 3.0)
    eta = np.random.default_rng([seed, 1]).random((len(X), m))
    eta /= eta.sum(axis=1, keepdims=True)
    for _ in range(max_rounds):
        posterior = next(vb_rounds(X, eta, prior)).posterior
        before = eta
        eta = charged_shares(X, posterior, charges)
        if np.abs(eta - before).max() < 1e-4:
            break
    weights = posterior.alpha / posterior.alpha.sum()
    return int(np.sum(weights > 0.02))


def bound_run(seed, sizes=(1, 2, 3), n_starts=5, n_points=8):
    """Runs on a few points, whose evidence is a sum over all labellings; one row a size.

    Returns
    -------
    dict
        Per size: ``rise``, the largest increase of F; ``over``, the largest of -F minus the log
        evidence; ``gap``, the smallest of log evidence + F at the end; ``runs``.
    """
    rng = np.random.default_rng([seed, 202])
    X = rng.normal(size=(n_points, 2))
    if seed % 2:
        X[n_points // 2 :] += [3.0, 1.0]
    prior = MixturePrior(1.0, 1.0, np.zeros(2), np.eye(2), 3.0)
    found = {"rise": [], "over": [], "gap": []}
    for m in sizes:
        exact = exact_log_evidence(X, m)
        rises = []
        overs = []
        gaps = []
        for _ in range(n_starts):
            eta = rng.random((n_points, m))
            eta /= eta.sum(axis=1, keepdims=True)
            path = []
            for state in islice(vb_rounds(X, eta, prior), 50):
                path.append(state.free_energy)
                if len(path) > 2 and abs(path[-2] - path[-1]) < 1e-6:
                    break
            rises.append(np.diff(path).max())
            overs.append(-min(path) - exact)
            gaps.append(exact + path[-1])
        found["rise"].append(max(rises))
        found["over"].append(max(overs))
        found["gap"].append(min(gaps))
    return {**found, "runs": len(sizes) * n_starts}


def best_number(seed, sizes=(1, 2, 3, 4, 5, 6), n_init=5):
    """Lowest free energy for each number of components, one data set of the listing."""
    X = make_two_bells(random_state=np.random.default_rng([seed, 203])).data
    energies = [
        quietly(
            book_mixture(m, seed=seed, n_init=1 if m == 1 else n_init, tol=1e-5), X
        ).free_energy_
        for m in sizes
    ]
    return {"energies": energies, "best": sizes[int(np.argmin(energies))]}
