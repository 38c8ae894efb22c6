"""What a round adds to the dual: four rules from one state, two scales, one huge instance.

Shalev-Shwartz (2007), Sections 5.1.3 and 5.2, for the hinge loss. The checks of the two figures
are written out apart from the engine.
"""

import math

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits

from mlcompanion._validation import check_array, check_rng
from mlcompanion.datasets import load_spambase, make_noisy_separator
from mlcompanion.online import FixedScale, MiniUpdateClassifier, Perceptron, dual_ascent
from mlcompanion.online.learners.mini_updates import (
    Memory,
    MiniAscent,
    best_coordinate,
    best_window,
)

__all__ = [
    "dual_value",
    "gain_search",
    "gains_from_state",
    "grid_rises",
    "huge_first_instance",
    "paths_out_of_order",
    "real_streams",
    "stream_mistakes",
    "winnow_by_hand",
]


def dual_value(X, y, alpha, inverse_rate, margin=1.0):
    r"""Dual objective ``margin sum(alpha) - |sum_i alpha_i y_i x_i|^2 / (2 c)`` (5.12).

    Parameters
    ----------
    X : array_like, shape (t, n)
    y, alpha : array_like, shape (t,)
    inverse_rate : float
        The scale c.
    margin : float

    Returns
    -------
    float
    """
    X = check_array(X, "X", ndim=2)
    y = check_array(y, "y", shape=(len(X),))
    alpha = check_array(alpha, "alpha", shape=(len(X),))
    theta = X.T @ (alpha * y)
    c = inverse_rate
    return float(margin * alpha.sum() - theta @ theta / (2 * c))


def gains_from_state(X, y, alpha, inverse_rate, picks=()):
    """Rise of the dual in the last round by four rules, from the same dual variables.

    Parameters
    ----------
    X, y : ndarray, shapes (t, n) and (t,)
        The newest example last; margin 1.
    alpha : ndarray, shape (t,)
        Dual variables, the newest 0.
    inverse_rate : float
    picks : sequence of int
        Old variables that the third rule optimises after the newest.

    Returns
    -------
    dict of float
        ``conservative`` (5.13), ``single`` (5.15), ``mini``, ``all`` (5.18, to 1e-8).
    """
    c = float(inverse_rate)
    t = len(y) - 1
    theta = X.T @ (alpha * y)
    squares = np.einsum("ij,ij->i", X, X)
    before = dual_value(X, y, alpha, c)
    mistake = y[t] * (theta @ X[t]) <= 0
    rules = {"conservative": alpha.copy()}
    rules["conservative"][t] = float(mistake)
    for name, old in (("single", ()), ("mini", picks), ("all", ())):
        memory = Memory(X, y, squares, alpha.copy())
        at = theta.copy()
        for i in (t, *old):
            best_coordinate(i, memory, at, c)
        if name == "all":
            best_window(0, t + 1, memory, at, c, 1e-8)
        rules[name] = memory.alpha
    return {name: dual_value(X, y, moved, c) - before for name, moved in rules.items()}


def gain_search(n_states, random_state):
    """Are the rises of four rules in order from the same state?

    Noisy separators and digits (8 or not), 2 to 100 rounds, dual variables left by a random mixture
    of the rules, c log-uniform from 0.1 to 100, mini-updates on five variables.

    Returns
    -------
    dict
        ``n_states``, ``viol``: states out of order by more than 1e-7; ``strict``: share of the
        states with positive loss in which the best variable gains more than the conservative step;
        ``least_gain``, ``n_quiet``: of the states with a right answer and a loss above 0.01.
    """
    rng = check_rng(random_state)
    digits = load_digits()
    D = digits.data / np.linalg.norm(digits.data, axis=1, keepdims=True)
    eight = np.where(digits.target == 8, 1.0, -1.0)
    viol = 0
    lossy = 0
    strict = 0
    quiet = []
    for k in range(n_states):
        t = int(rng.integers(2, 101))
        c = float(10 ** rng.uniform(-1, 2))
        if k % 2:
            rows = rng.choice(len(D), t, replace=False)
            X = D[rows]
            y = eight[rows]
        else:
            stream = make_noisy_separator(t, 10, flip=0.2, random_state=rng)
            X = stream.data
            y = stream.target.astype(float)
        alpha = np.zeros(t)
        squares = np.einsum("ij,ij->i", X, X)
        for i in range(t - 1):
            theta = X[:i].T @ (alpha[:i] * y[:i])
            rule = rng.integers(3)
            if rule == 0:
                alpha[i] = float(y[i] * (theta @ X[i]) <= 0)
            else:
                for j in (i, *rng.integers(i + 1, size=3 * (rule - 1))):
                    best_coordinate(j, Memory(X, y, squares, alpha), theta, c)
        gains = gains_from_state(X, y, alpha, c, rng.integers(t, size=4))
        viol += bool(np.diff(list(gains.values())).min() < -1e-7)
        score = y[-1] * (X[-1] @ (X.T @ (alpha * y))) / c
        if score < 1:
            lossy += 1
            strict += gains["single"] > gains["conservative"] + 1e-12
        if 0 < score < 0.99:
            quiet.append(gains["single"])
    return {
        "n_states": n_states,
        "viol": int(viol),
        "strict": strict / max(lossy, 1),
        "least_gain": float(min(quiet, default=0.0)),
        "n_quiet": len(quiet),
    }


def paths_out_of_order(n_streams, n_rounds=60):
    """Streams on which, at some round, a rule that gains less has the larger dual so far.

    Perceptron steps, aggressive steps, and these with one mini-update, at a fixed c = 2.
    """
    found = 0
    for seed in range(n_streams):
        stream = make_noisy_separator(n_rounds, 5, flip=0.2, random_state=seed)
        X = stream.data
        y = stream.target.astype(float)
        c = FixedScale(2.0)
        slow = dual_ascent(X, y, scale=c, conservative=True, trace_dual=True)[1].duals
        quick = dual_ascent(X, y, scale=c, step="coordinate", trace_dual=True)[1].duals
        fast = MiniAscent(5, c, margin=1.0, n_mini=1, random_state=seed).run(X, y).duals
        found += bool(((slow > quick + 1e-9) | (quick > fast + 1e-9)).any())
    return found


def grid_rises(n_rounds, radius, random_state, *, n_features=100, grid=10_001):
    """Figure 5.3 with U = 1 and margin 1, its step by a grid search, on signs with random labels.

    Parameters
    ----------
    n_rounds : int
    radius : float
        ``X_t``, the same for all instances: 1 by the largest component, ``sqrt(n_features)`` by the
        Euclidean norm.
    random_state : int or Generator
    n_features, grid : int

    Returns
    -------
    rises, promised : ndarray, shape (n_mistakes,)
        Rise of the dual in the rounds with a mistake, and ``1 - X_t / (2 sqrt(M_t))``.
    """
    rng = check_rng(random_state)
    steps = np.linspace(0, 1, grid)
    theta = np.zeros(n_features)
    made = 0
    rises = []
    promised = []
    for _ in range(n_rounds):
        x = rng.choice([-1.0, 1.0], n_features)
        y = rng.choice([-1.0, 1.0])
        c = radius * np.sqrt(made + 1)
        score = y * (theta @ x)
        gains = steps - (2 * steps * score + steps**2 * n_features) / (2 * c)
        best = gains.argmax()
        theta += steps[best] * y * x
        if score <= 0:
            made += 1
            rises.append(gains[best])
            promised.append(1 - radius / (2 * np.sqrt(made)))
    return np.array(rises), np.array(promised)


def winnow_by_hand(X, y):
    """Figure 5.2 as printed, number by number: whether each round was a mistake.

    Parameters
    ----------
    X : sequence of sequences of float
    y : sequence of {-1, 1}

    Returns
    -------
    list of bool
    """
    n = len(X[0])
    theta = [0.0] * n
    weights = [1.0] * n
    scale = 0.0
    largest = 0.0
    made = 0
    wrong = []
    for x, label in zip(X, y):
        largest = max(largest, *map(abs, x))
        c = largest * math.sqrt((made + 1) / math.log(n))
        if c != scale:  # the weights change with theta, which changes made, or with the scale
            weights = [math.exp(value / c) for value in theta]
            scale = c
        wrong.append(label * sum(w * v for w, v in zip(weights, x)) <= 0)
        if wrong[-1]:
            theta = [value + label * v for value, v in zip(theta, x)]
            made += 1
    return wrong


def huge_first_instance(n_rounds, seeds, n_features=100, size=1000.0):
    """Self-tuned Winnow where one coordinate is the label, behind one huge instance or not.

    Returns
    -------
    dict
        ``first_mistake``: runs in which the huge instance is answered wrongly; ``with_huge``,
        ``without``: mistakes by seed.
    """
    found = {"first_mistake": 0, "with_huge": [], "without": []}
    for seed in seeds:
        rng = np.random.default_rng(seed)
        X = rng.choice([-1.0, 1.0], (n_rounds, n_features)).tolist()
        y = [row[0] for row in X]
        wrong = winnow_by_hand([[size] * n_features, *X], [1.0, *y])
        found["first_mistake"] += int(wrong[0])
        found["with_huge"].append(sum(wrong))
        found["without"].append(sum(winnow_by_hand(X, y)))
    return found


def real_streams():
    """Four tasks for two classes: dict of name to (X, y), rows of norm 1, then a constant."""
    digits = load_digits()
    cancer = load_breast_cancer()
    spam = load_spambase()
    tasks = {
        "8 or not": (digits.data, digits.target == 8),
        "odd or even": (digits.data, digits.target % 2 == 1),
        "breast cancer": (cancer.data, cancer.target == 1),
        "spambase": (spam.data, spam.target == 1),
    }
    streams = {}
    for name, (X, positive) in tasks.items():
        X = X / np.linalg.norm(X, axis=1, keepdims=True)
        streams[name] = np.column_stack([X, np.ones(len(X))]), np.where(positive, 1.0, -1.0)
    return streams


def stream_mistakes(name, seed, Us):
    """Mistakes in one pass over a task of :func:`real_streams`, in the random order of a seed.

    Returns
    -------
    dict
        ``conservative``; ``aggressive`` and ``mini`` (ten mini-updates a round): lists over ``Us``.
    """
    X, y = real_streams()[name]
    order = np.random.default_rng(seed).permutation(len(y))
    X = X[order]
    y = y[order]

    def made(U, n_mini):
        learner = MiniUpdateClassifier(
            float(U), n_mini=n_mini, random_state=seed, fit_intercept=False
        )
        return learner.fit(X, y).n_mistakes_

    return {
        "conservative": Perceptron(fit_intercept=False).fit(X, y).n_mistakes_,
        "aggressive": [made(U, 0) for U in Us],
        "mini": [made(U, 10) for U in Us],
    }
