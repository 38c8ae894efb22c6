"""Section 5.6.2: sparse logistic regression by six methods, on digits and on news.

Objectives are those of equation (5.21), m times the mean loss plus the penalty; all methods work on
the mean loss, with lambda over m. Step constants are in units of the loss's curvature L.
"""

import numpy as np
from scipy import sparse

from mlcompanion.datasets import load_mnist_5k, load_reuters
from mlcompanion.losses import Logistic
from mlcompanion.optimize.finite_sums import FiniteSum
from mlcompanion.optimize.stochastic import (
    SAGE,
    AcceleratedApproximation,
    AcceleratedDualAveraging,
    AveragedDualAveraging,
    OptimalDualAveraging,
    ProximalDescent,
)
from mlcompanion.prox import L1

N_STEPS = 500
BATCH = 50
METHODS = ("RDA", "AC-RDA", "AC-SA", "FOBOS", "SAGE", "ORDA")
#: Steps of the two plain methods, in units of 1/L.
STEPS = (3.16, 10.0, 31.6, 100.0, 316.0)
#: Growths of the others, in units of L. The lowest is as good as none at all.
GROWTHS = (1e-6, 1e-5, 1e-4, 1e-3, 1e-2)
#: Penalty over the number of samples, as in the source.
RATIOS = {"digits": 10 / 12_183, "news": 0.1 / 1_027}
TRAIN = {"digits": 700, "news": 110}


def digits():
    """Grey values of 500 sixes and 500 sevens between 0 and 1; a seven is +1."""
    mnist = load_mnist_5k()
    kept = np.isin(mnist.target, (6, 7))
    return mnist.data[kept] / 255, np.where(mnist.target[kept] == 7, 1.0, -1.0)


def news():
    """Stories from the USA (+1) and the UK: tf-idf of the words, rows of length 1."""
    reuters = load_reuters()
    places = np.array([title.split()[1].strip(":") for title in reuters.titles])
    kept = np.isin(places, ("USA", "UK"))
    counts = sparse.csr_array(reuters.data)[kept].astype(float)
    holders = np.asarray((counts > 0).sum(axis=0)).ravel()
    rarity = np.log(len(places[kept]) / np.maximum(holders, 1))
    weighed = sparse.csr_array(counts.multiply(rarity))
    lengths = np.sqrt(np.asarray(weighed.multiply(weighed).sum(axis=1)).ravel())
    rows = sparse.csr_array(weighed.multiply(1 / lengths[:, None]))
    return rows, np.where(places[kept] == "USA", 1.0, -1.0)


DATA = {"digits": digits, "news": news}


def constants_of(name):
    """What a method is tuned over."""
    return STEPS if name in ("RDA", "FOBOS") else GROWTHS


def make_method(name, constant, lam, L, size):
    """A method with its step constant in units of L."""
    penalty = L1(lam)
    start = np.zeros(size)
    if name == "RDA":
        return AveragedDualAveraging(size, penalty, constant / L)
    if name == "FOBOS":
        return ProximalDescent(size, penalty, constant / L)
    if name == "AC-RDA":
        return AcceleratedDualAveraging(start, penalty, L, constant * L)
    if name == "AC-SA":
        return AcceleratedApproximation(start, penalty, L * (2 + constant * N_STEPS**1.5))
    if name == "SAGE":
        return SAGE(start, penalty, L, constant * L)
    return OptimalDualAveraging(start, penalty, L, constant * L)


def one_run(name, data, lam, seed):
    """Objective, density in % and test error in % for each step constant, one split."""
    X, y, n_train = data
    rng = np.random.default_rng([9, seed])
    order = rng.permutation(len(y))
    train = order[:n_train]
    test = order[n_train:]
    rows = X[train]
    loss = Logistic()
    problem = FiniteSum(rows, y[train], loss)
    L = problem.lipschitz()
    methods = [make_method(name, c, lam, L, X.shape[1]) for c in constants_of(name)]
    for _ in range(N_STEPS):
        picks = rng.integers(n_train, size=BATCH)
        part = rows[picks]
        scores = part @ np.stack([m.query_ for m in methods], axis=1)
        slopes = loss.derivative(scores, np.broadcast_to(y[train][picks, None], scores.shape))
        gradients = part.T @ slopes / BATCH
        for method, g in zip(methods, gradients.T):
            method.step(np.ascontiguousarray(g))
    found = []
    for method in methods:
        w = method.x_
        objective = n_train * (problem.value(w) + lam * np.abs(w).sum())
        wrong = 100 * np.mean((X[test] @ w > 0) != (y[test] > 0))
        found.append((objective, 100 * np.mean(w != 0), wrong))
    return np.array(found)


def race_rows(name, data_name, n_runs):
    """A row for each step constant: means over runs, and their standard errors."""
    data = (*DATA[data_name](), TRAIN[data_name])
    runs = np.array([one_run(name, data, RATIOS[data_name], seed) for seed in range(n_runs)])
    mean = runs.mean(axis=0)
    error = runs.std(axis=0, ddof=1) / np.sqrt(n_runs)
    return [
        {
            "constant": constant,
            "obj": float(mean[k, 0]),
            "obj_se": float(error[k, 0]),
            "dens": float(mean[k, 1]),
            "err": float(mean[k, 2]),
            "err_se": float(error[k, 2]),
        }
        for k, constant in enumerate(constants_of(name))
    ]
