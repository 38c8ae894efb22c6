r"""The source's streams, and one pass over them and over real rows.

Sugiyama (2016), chapter 31: the data of Figs. 31.3, 31.5, 31.7 and 31.9, played by the library's
learners in the order in which they come.
"""

import numpy as np
from sklearn.preprocessing import StandardScaler

from mlcompanion.datasets import load_magic, load_spambase, load_twonorm, make_sinc_trend
from mlcompanion.losses import Absolute, Squared
from mlcompanion.online import DualAscentRegressor, FixedScale, PassiveAggressive
from mlcompanion.online.learners import AROW
from mlcompanion.regression import Ridge, gaussian_basis

__all__ = [
    "CELLS",
    "distance_from_truth",
    "exact_fit_runs",
    "first_three",
    "fixed_steps",
    "kernel_pass",
    "learners",
    "one_pass",
    "outlier_errors",
    "passing_clouds",
    "real_rows",
    "stray_clouds",
]

CELLS = [(outliers, shift) for shift in (0.0, 10.0) for outliers in (0, 2)]
STEPS = (1e-4, 1e-3, 1e-2, 1e-1, 1.0)
PASSIVENESS = (0.1, 1.0, 10.0)
LOST = 1e300  # stands for an error that is no finite number


def learners(lam=1.0):
    """The squared-hinge passive-aggressive classifier (variant 2) and AROW, by name."""
    return {"PA": PassiveAggressive(C=1 / (2 * lam), variant=2), "AROW": AROW(lam=lam)}


def passing_clouds(seed, n=200):
    """Fig. 31.3: classes around (-5, 0) and (5, 0), deviations 1 across and 5 along.

    Returns
    -------
    X : ndarray, shape (n, 2)
    y : ndarray, shape (n,)
    """
    rng = np.random.default_rng(seed)
    y = np.repeat([1.0, -1.0], n // 2)
    X = rng.normal(size=(n, 2)) * [1.0, 5.0] - np.outer(y, [5.0, 0.0])
    order = rng.permutation(n)
    return X[order], y[order]


def stray_clouds(seed, outliers=2, shift=0.0, n=50):
    """Fig. 31.7: classes around (-15, 0) and (-5, 0); the first positive points moved by 10.

    The draw and the order depend on the seed alone.

    Parameters
    ----------
    seed : int
    outliers : int
    shift : float
        Added to the first coordinate of every point; 10 centres the data.
    n : int

    Returns
    -------
    X : ndarray, shape (n, 2)
    y : ndarray, shape (n,)
    """
    rng = np.random.default_rng(seed)
    y = np.repeat([1.0, -1.0], n // 2)
    X = rng.normal(size=(n, 2)) + np.outer(np.where(y > 0, -15.0, -5.0), [1.0, 0.0])
    X[:outliers, 0] += 10
    X[:, 0] += shift
    order = rng.permutation(n)
    return X[order], y[order]


def first_three(seed, first=3):
    """Errors of the passive-aggressive line after some samples and at the end, and their distance.

    Returns
    -------
    err3, err_end : float
        Percentage of the training points on the wrong side.
    gap : float
        Largest horizontal distance of the two lines for second coordinates from -10 to 10.
    """
    X, y = passing_clouds(seed)
    model = learners()["PA"].fit(X, y)
    early = model.path(X).hypotheses()[first]
    late = np.append(model.coef_[0], model.intercept_)
    rows = np.c_[X, np.ones(len(X))]
    errors = [100 * np.mean(y * (rows @ w) <= 0) for w in (early, late)]
    heights = np.array([-10.0, 10.0])  # the distance is linear in the height
    with np.errstate(divide="ignore"):
        places = [-(w[1] * heights + w[2]) / w[0] for w in (early, late)]
    return *errors, np.max(np.abs(places[0] - places[1]))


def outlier_errors(seed, lam=1.0, n_test=10_000):
    """Errors on fresh clean points after one pass, in the four cells of offset and outliers.

    Returns
    -------
    dict of float
        Percentages, by ``"PA 2 10"``: learner, outliers, shift.
    """
    fresh, labels = stray_clouds([seed, 1], outliers=0, n=n_test)
    errors = {}
    for outliers, shift in CELLS:
        X, y = stray_clouds(seed, outliers, shift)
        for name, model in learners(lam).items():
            model.fit(X, y)
            wrong = model.predict(fresh + np.array([shift, 0.0])) != labels
            errors[f"{name} {outliers} {shift:g}"] = 100 * wrong.mean()
    return errors


def _stream(seed, d, T, noise):
    rng = np.random.default_rng([seed, d, T])
    X = rng.normal(size=(T, d))
    w = rng.normal(size=d)
    return X, X @ w + noise * rng.normal(size=T), w


def _regressor(loss, lam, step="coordinate"):
    """A regressor without intercept: one pass at a fixed scale."""
    scale = FixedScale(lam)
    return DualAscentRegressor(loss=loss, scale=scale, step=step, fit_intercept=False, n_epochs=1)


def _excess(model, w):
    """Excess squared error for standard normal inputs, relative to that of zero."""
    with np.errstate(over="ignore", invalid="ignore"):
        excess = np.sum((model.coef_[0] - w) ** 2) / np.sum(w**2)
    return excess if np.isfinite(excess) else LOST


def fixed_steps(seed, d=10, T=500):
    """Excess errors at the end of a stream, relative to the start, of fixed steps and of PA.

    Returns
    -------
    dict of ndarray
        ``"sgd"`` for the steps ``STEPS``, ``"pa"`` for the values ``PASSIVENESS``.
    """
    X, y, w = _stream(seed, d, T, 0.1)
    sgd = [_regressor(Squared(), 1 / step, "subgradient") for step in STEPS]
    pa = [_regressor(Squared(), lam) for lam in PASSIVENESS]
    return {
        "sgd": np.array([_excess(model.fit(X, y), w) for model in sgd]),
        "pa": np.array([_excess(model.fit(X, y), w) for model in pa]),
    }


def exact_fit_runs(seed, d=10, T=1000, noise=1.0):
    """Relative excess errors before and after a last sample that is ten deviations off.

    Returns
    -------
    dict of float
        ``exact_before``, ``exact_after`` for the smallest change that fits each sample;
        ``small_before``, ``small_after`` for the fixed step 0.01.
    """
    X, y, w = _stream(seed, d, T, noise)
    y[-1] = X[-1] @ w + 10 * noise
    models = {
        "exact": _regressor(Absolute(), 1e-12),  # a cap of 1e12 never binds
        "small": _regressor(Squared(), 100.0, "subgradient"),
    }
    errors = {}
    for name, model in models.items():
        errors[f"{name}_before"] = _excess(model.fit(X[:-1], y[:-1]), w)
        errors[f"{name}_after"] = _excess(model.partial_fit(X[-1:], y[-1:]), w)
    return errors


def kernel_pass(seed, name="PA", passes=1, random_start=True, lam=1.0, first=50):
    """The listings of Figs. 31.5 and 31.9, samples in random order.

    A start at w is a start at 0 with the outputs ``y - K w``, as both updates are linear.

    Parameters
    ----------
    seed : int
    name : {"PA", "AROW"}
    passes : int
    random_start : bool
        Normal weights, as in the listings, or zero.
    lam : float
    first : int
        Samples of each pass that are seen.

    Returns
    -------
    x, y : ndarray, shape (50,)
        In the order in which they come.
    weights : ndarray, shape (50,)
    covariance : ndarray, shape (50, 50)
        Of AROW; the identity for PA.
    """
    x, y, _ = make_sinc_trend(50, 0.05, random_state=seed)
    rng = np.random.default_rng([seed, 5])
    order = rng.permutation(50)
    start = rng.normal(size=50) * random_start
    x = x[order]
    y = y[order]
    K = gaussian_basis(x, sigma=0.3)
    if first == 0:
        return x, y, start, np.eye(50)
    scale = FixedScale(lam)
    model = DualAscentRegressor(loss=Squared(), scale=scale, fit_intercept=False, n_epochs=passes)
    if name == "AROW":
        model = AROW("regression", lam, fit_intercept=False, n_epochs=passes)
    model.fit(K[:first], (y - K @ start)[:first])
    covariance = model.cov_ if name == "AROW" else np.eye(50)
    return x, y, start + model.coef_[0], covariance


def distance_from_truth(x, weights):
    """Root mean square distance from sinc plus slope on [-2.8, 2.8]."""
    at = np.linspace(-2.8, 2.8, 561)
    truth = np.sinc(at) + 0.1 * at
    return float(np.sqrt(np.mean((gaussian_basis(at, x, sigma=0.3) @ weights - truth) ** 2)))


def real_rows(name):
    """Rows and labels -1, 1 of ``"spambase"`` (logarithms), ``"magic"`` or ``"twonorm"``."""
    loaders = {"spambase": load_spambase, "magic": load_magic, "twonorm": load_twonorm}
    data = loaders[name]()
    X = np.log1p(data.data) if name == "spambase" else data.data
    return X, np.where(data.target == data.target[0], 1.0, -1.0)


def one_pass(X, y, seed, lam=1.0, n_train=3000):
    """Test errors in per cent after one pass over a random part of the rows, in random order.

    Returns
    -------
    dict of float
        ``PA``, ``short`` with a hundred times its passiveness, ``AROW``, its diagonals ``drop`` and
        ``exact``, and ``batch``: least squares on the labels.
    """
    order = np.random.default_rng(seed).permutation(len(X))
    train = order[:n_train]
    test = order[n_train:]
    scaler = StandardScaler().fit(X[train])
    known = scaler.transform(X[train])
    new = scaler.transform(X[test])
    models = learners(lam) | {
        "short": learners(100 * lam)["PA"],
        "drop": AROW(lam=lam, covariance="diag_drop"),
        "exact": AROW(lam=lam, covariance="diag_exact"),
        "batch": Ridge(1e-6),
    }
    errors = {}
    for name, model in models.items():
        model.fit(known, y[train])
        signs = np.where(model.predict(new) > 0, 1.0, -1.0)
        errors[name] = 100 * np.mean(signs != y[test])
    return errors
