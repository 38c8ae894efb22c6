"""Statements about one round, searched for counterexamples with code of their own."""

import numpy as np
from scipy.optimize import minimize_scalar

from mlcompanion.convex import BinaryEntropy
from mlcompanion.ensemble import DualBooster
from mlcompanion.ensemble.votes import StumpBooster

from .listing import training_set

__all__ = ["best_scores", "cell_probabilities", "half_log_odds", "steps_of", "updates_of"]

_GOLD = (np.sqrt(5) - 1) / 2


def random_problem(seed):
    """Random labels and inputs: n from 5 to 60, d from 1 to 5."""
    rng = np.random.default_rng([34, seed])
    n = int(rng.integers(5, 61))
    X = rng.normal(size=(n, int(rng.integers(1, 6))))
    y = rng.choice([-1.0, 1.0], n)
    y[0] = -y[1]  # two classes
    return X, y


def candidates(X):
    """Values of all inner cuts of all axes, both signs, shape (candidates, n)."""
    columns = []
    for x in X.T:
        columns += [np.where(x > t, 1.0, -1.0) for t in np.sort(x)[:-1]]
    return np.vstack([columns, -np.array(columns)])


def lowest_losses(H, w, y):
    """Least exponential loss along each candidate over steps of 0 and more, by golden sections."""
    right = (np.where(y == H, w, 0.0)).sum(axis=1)
    wrong = (np.where(y == H, 0.0, w)).sum(axis=1)

    def loss(step):
        return right * np.exp(-step) + wrong * np.exp(step)

    low = np.zeros(len(H))
    high = np.full(len(H), 20.0)
    for _ in range(60):
        width = _GOLD * (high - low)
        left = high - width
        right_end = low + width
        falls = loss(left) > loss(right_end)
        low = np.where(falls, left, low)
        high = np.where(falls, high, right_end)
    return loss((low + high) / 2)


def steps_of(seed, rounds=20):
    """AdaBoost's rounds against searches over all candidates and all steps.

    Parameters
    ----------
    seed : int
    rounds : int

    Returns
    -------
    dict
        ``theta_dev``, ``better`` and ``rounds`` as the claim *exponential-step* defines them.
    """
    X, y = random_problem(seed)
    model = StumpBooster(n_estimators=rounds).fit(X, y)
    H = candidates(X)
    f = np.zeros(len(y))
    found = {"theta_dev": 0.0, "better": 0, "rounds": 0}
    for stump, theta, R in zip(
        model.vote_.stumps(), model.estimator_weights_, model.estimator_errors_
    ):
        h = stump(X)
        if R > 1e-12:
            w = np.exp(-f * y)
            search = minimize_scalar(
                lambda t, w=w, v=h * y: (w * np.exp(-t * v)).sum(), bracket=(0.0, 0.5), tol=1e-12
            )
            ours = (w * np.exp(-theta * h * y)).sum()
            best = lowest_losses(H, w, y).min()
            found["theta_dev"] = max(found["theta_dev"], abs(search.x - theta))
            found["better"] += int(best < ours * (1 - 1e-9))
            found["rounds"] += 1
        f = f + theta * h
    return {key: float(value) for key, value in found.items()}


def updates_of(seed, kind, rounds=50):
    """How the weights move in each round.

    Parameters
    ----------
    seed : int
    kind : {"random", "listing"}
        Random data with the best axis, or the listing with a random one.
    rounds : int

    Returns
    -------
    dict
        ``wrong_way``, ``half_dev`` and ``form_dev`` as the claim *weights-after-update* says.
    """
    if kind == "random":
        X, y = random_problem(seed)
        model = StumpBooster(n_estimators=rounds).fit(X, y)
    else:
        X, y, _ = training_set(seed)
        model = StumpBooster(n_estimators=rounds, axis="random", random_state=seed).fit(X, y)
    found = {"wrong_way": 0, "half_dev": 0.0, "form_dev": 0.0}
    f = np.zeros(len(y))
    w = np.full(len(y), 1 / len(y))
    for stump, theta, R in zip(
        model.vote_.stumps(), model.estimator_weights_, model.estimator_errors_
    ):
        h = stump(X)
        f = f + theta * h
        new = np.exp(-f * y - (-f * y).max())
        new = new / new.sum()
        if 1e-6 < R < 0.5 - 1e-6:
            product = w * np.exp(-theta * h * y)
            product = product / product.sum()
            wrong = h != y
            moved = np.where(wrong, new <= w, new >= w)
            found["wrong_way"] += int(moved.sum())
            found["half_dev"] = max(found["half_dev"], abs(new[wrong].sum() - 0.5))
            off = np.abs(product / new - 1).max()
            found["form_dev"] = max(found["form_dev"], off)
        w = new
    return {key: float(value) for key, value in found.items()}


def best_scores(p):
    """The score of least expected LogitBoost loss at a point, by numerical search.

    Parameters
    ----------
    p : float
        Probability of the label 1.

    Returns
    -------
    float
    """

    def risk(f):
        return p * np.logaddexp(0, -2 * f) + (1 - p) * np.logaddexp(0, 2 * f)

    return float(minimize_scalar(risk, bracket=(-1, 1), tol=1e-12).x)


def half_log_odds():
    """Largest distance of those scores from half the log odds, over p = 0.01, ..., 0.99.

    Returns
    -------
    float
    """
    p = np.arange(1, 100) / 100
    found = np.array([best_scores(v) for v in p])
    return float(np.abs(found - 0.5 * np.log(p / (1 - p))).max())


def cell_probabilities(seed, n=6000):
    """LogitBoost on six values until it falls no more, against the shares of their labels.

    Parameters
    ----------
    seed : int
    n : int

    Returns
    -------
    dict
        ``cell_dev`` and ``cell_dev1``, the largest distance of 1/(1+exp(-2f)) and of 1/(1+exp(-f))
        from a value's share; ``rounds`` and ``fall``, the last fall of the mean loss.
    """
    rng = np.random.default_rng([35, seed])
    cell = np.repeat(np.arange(6), n // 6)
    chance = rng.permutation(np.linspace(0.05, 0.95, 6))
    y = rng.random(n) < chance[cell]
    model = DualBooster(n_rounds=3000, geometry=BinaryEntropy()).fit(cell[:, None], y)
    falls = -np.diff(model.dual_path_ * -1 / model.inverse_rate_ / n)
    ended = np.flatnonzero(falls < 1e-12)
    stop = int(ended[0]) + 1 if len(ended) else len(falls)
    f = np.zeros(6)
    for alpha, h in zip(model.alphas_[:stop], model.hypotheses_):
        f = f + 0.5 * alpha * h(np.arange(6.0)[:, None])
    shares = np.array([y[cell == c].mean() for c in range(6)])
    return {
        "cell_dev": float(np.abs(1 / (1 + np.exp(-2 * f)) - shares).max()),
        "cell_dev1": float(np.abs(1 / (1 + np.exp(-f)) - shares).max()),
        "rounds": stop,
        "fall": float(falls[stop - 1]),
    }
