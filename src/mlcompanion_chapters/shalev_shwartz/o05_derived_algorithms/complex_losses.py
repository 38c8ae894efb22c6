"""Losses for numbers, classes, strings and rankings: slopes, constants, and the bound for strings.

Shalev-Shwartz (2007), Section 5.3. Losses and their printed subgradients are written out here for
many draws at once, with every string listed, apart from the learners.
"""

from itertools import product

import numpy as np

from mlcompanion._validation import check_array, check_rng
from mlcompanion.datasets import make_chain_strings
from mlcompanion.online import StringLearner
from mlcompanion.online.bounds.mistakes import structured_bound
from mlcompanion.sequences import ChainFeatures, hamming
from mlcompanion_chapters.checks.gradients import numerical_gradient

__all__ = [
    "COSTS",
    "decoding_differences",
    "every_string",
    "loss_slopes",
    "self_bound_ratios",
    "string_bound_run",
    "string_features",
]

SLACK = 1 + 1e-9


def _at_most_three(y, z):
    """Number of wrong letters, at most 3: four levels, and no sum over letters."""
    return min(hamming(y, z), 3)


#: Costs of a word for another, by name.
COSTS = {"wrong letters": hamming, "four levels": _at_most_three}


def every_string(k, m):
    """All strings of m out of k symbols, shape (k**m, m)."""
    return np.array(list(product(range(k), repeat=m)))


def string_features(X, k):
    """Feature vectors (5.21) of every string, for many instances at once.

    Parameters
    ----------
    X : array_like, shape (T, m, n_inputs)
    k : int

    Returns
    -------
    ndarray, shape (T, k**m, k n_inputs + k^2)
        In the order of :func:`every_string`, entries as in ``ChainFeatures``.
    """
    X = check_array(X, "X", ndim=3)
    T, m, _ = X.shape
    onehot = np.eye(k)[every_string(k, m)]
    inputs = np.einsum("smk,tmj->tskj", onehot, X).reshape(T, k**m, -1)
    pairs = np.einsum("smk,sml->skl", onehot[:, :-1], onehot[:, 1:]).reshape(1, k**m, -1)
    return np.concatenate([inputs, np.broadcast_to(pairs, (T, k**m, k * k))], axis=2)


def _string_costs(cost, k, m):
    """Cost of every pair of strings, shape (k**m, k**m)."""
    wrong = (every_string(k, m)[:, None] != every_string(k, m)).sum(axis=2)
    return np.minimum(wrong, 3) if cost == "four levels" else wrong


def string_bound_run(seed, cost, U, n_rounds=500, *, k=3, m=4, n_random=50):
    """Theorem 7 on one stream of strings, with the losses of u taken over all ``k**m`` strings.

    Vectors u: the generating weights and the run's averaged weights at 15 lengths up to
    ``sqrt(2 U)``, and random ones.

    Returns
    -------
    dict
        ``n_checked``, ``viol``; ``early`` and ``late``: cost of the first and last 100 rounds.
    """
    rng = np.random.default_rng(seed)
    stream = make_chain_strings(n_rounds, k, m, random_state=rng)
    features = ChainFeatures(k, k)
    learner = StringLearner(features, U=U, cost=COSTS[cost])
    costs = np.empty(n_rounds)
    total = np.zeros(features.size)
    for t, (x, y) in enumerate(zip(stream.data, stream.target)):
        costs[t] = learner.learn(x, y)
        total += learner.coef_
    true = np.concatenate([stream.inputs.ravel(), stream.neighbours.ravel()])
    units = [v / np.linalg.norm(v) for v in (true, total)]
    radius = np.sqrt(2 * U)
    vectors = np.vstack([*(radius * s * v for v in units for s in np.geomspace(0.01, 1, 15))])
    others = rng.standard_normal((n_random, features.size))
    others *= (radius * rng.random(n_random) / np.linalg.norm(others, axis=1))[:, None]
    vectors = np.vstack([vectors, others])
    phi = string_features(stream.data, k)
    right = stream.target @ k ** np.arange(m)[::-1]  # places in the list of strings
    scores = phi @ vectors.T
    gaps = scores[np.arange(n_rounds), right][:, None] - scores
    losses = _string_costs(cost, k, m)[right][:, :, None] - gaps
    totals = losses.max(axis=1).sum(axis=0)  # y itself gives 0
    bound = structured_bound(np.maximum(0, totals), learner.norms_.max(initial=0.0), U)
    return {
        "n_checked": len(vectors),
        "viol": int((costs.sum() > bound * SLACK).sum()),
        "early": float(costs[:100].sum()),
        "late": float(costs[-100:].sum()),
    }


def decoding_differences(n_draws, random_state, *, k=3, m=6):
    """Draws in which Viterbi's string scores less than the best of all ``k**m`` by over 1e-9."""
    rng = check_rng(random_state)
    found = 0
    features = ChainFeatures(k, 2)
    for _ in range(n_draws):
        w = rng.standard_normal(features.size)
        x = rng.standard_normal((m, 2))
        scores = string_features(x[None], k)[0] @ w
        found += abs(features.phi(x, features.predict(w, x)) @ w - scores.max()) > 1e-9
    return int(found)


def _hinges(rho, directions, w):
    """``[rho - <w, a>]_+`` for every direction, shapes (N, R), (N, R, d), (N, d)."""
    return np.maximum(0, rho - np.einsum("nrd,nd->nr", directions, w))


def _insensitive(x, target, epsilon=0.1):
    """Values and subgradients of the epsilon-insensitive loss, and its constant."""

    def at(w):
        miss = np.einsum("nd,nd->n", w, x) - target
        value = np.maximum(0, np.abs(miss) - epsilon)
        return value, np.where(value > 0, np.sign(miss), 0)[:, None] * x

    return at, np.linalg.norm(x, axis=1)


def _worst_hinge(rho, directions, counted=True):
    """The largest of the hinges that count: (5.19), (5.22), (5.26)."""

    def at(w):
        hinges = np.where(counted, _hinges(rho, directions, w), 0.0)
        rows = np.arange(len(hinges))
        worst = hinges.argmax(axis=1)
        value = hinges[rows, worst]
        return value, np.where(value[:, None] > 0, -directions[rows, worst], 0.0)

    return at, np.where(counted, np.linalg.norm(directions, axis=2), 0).max(axis=1)


def _mean_hinge(rho, directions, counted):
    """The mean of the hinges that count (5.25); its constant is that of the longest direction."""

    def at(w):
        hinges = np.where(counted, _hinges(rho, directions, w), 0.0)
        share = 1 / np.maximum(1, counted.sum(axis=1))
        slope = np.einsum("nr,nrd->nd", (hinges > 0) * share[:, None], directions)
        return hinges.sum(axis=1) * share, -slope

    return at, _worst_hinge(rho, directions, counted)[1]


def _slope_test(at, limit, w, v):
    """Draws with the tangent at w above the loss at v, the longest slope, and minus the slope."""
    value, slope = at(w)
    elsewhere = at(v)[0]
    rise = np.einsum("nd,nd->n", slope, v - w)
    length = np.linalg.norm(slope, axis=1)[limit > 0] / limit[limit > 0]
    return (
        int((elsewhere < value + rise - 1e-9).sum()),
        float(length.max()),
        int((elsewhere < value - rise - 1e-9).sum()),
    )


def loss_slopes(n_draws, random_state, *, k=4, m=3, n=6, rows=6):
    """Six losses of Section 5.3: tangents from below, and lengths of subgradients.

    Parameters
    ----------
    n_draws : int
        Instances, each with a random w and v of several scales.
    random_state : int or Generator
    k, m, n, rows : int
        Classes or letters, length of strings, features, rows of a ranking.

    Returns
    -------
    dict of list
        ``tangent_viol``, ``longest`` (in units of the printed constant) and ``flipped_viol``, over
        the epsilon-insensitive, multiclass, maximal, prediction-based, mean and maximal ranking
        loss. The prediction-based loss keeps the string that w predicts.
    """
    rng = check_rng(random_state)
    N = n_draws
    one = np.arange(N)

    def pair(d):
        return 10 ** rng.uniform(-1, 1, (2, N, 1)) * rng.standard_normal((2, N, d))

    x = rng.standard_normal((N, n))
    label = rng.integers(k, size=N)
    blocks = np.einsum("rs,nd->nrsd", np.eye(k), x).reshape(N, k, k * n)  # phi(x, r)
    rivals = np.arange(k) != label[:, None]
    to_class = blocks[one, label][:, None] - blocks

    phi = string_features(rng.standard_normal((N, m, n)), k)
    true = rng.integers(k**m, size=N)
    to_string = phi[one, true][:, None] - phi
    cost = _string_costs("wrong letters", k, m)[true].astype(float)
    w_v = pair(phi.shape[2])
    guess = np.einsum("nsd,nd->ns", phi, w_v[0]).argmax(axis=1)

    items = rng.standard_normal((N, rows, n))
    grades = rng.integers(5, size=(N, rows)).astype(float)
    gaps = (grades[:, :, None] - grades[:, None]).reshape(N, -1)
    pairs = (items[:, :, None] - items[:, None]).reshape(N, -1, n)
    tests = [
        _slope_test(*_insensitive(x, rng.standard_normal(N)), *pair(n)),
        _slope_test(*_worst_hinge(1.0, to_class, rivals), *pair(k * n)),
        _slope_test(*_worst_hinge(cost, to_string), *pair(phi.shape[2])),
        _slope_test(*_worst_hinge(cost[one, guess, None], to_string[one, guess, None]), *w_v),
        _slope_test(*_mean_hinge(gaps, pairs, gaps > 0), *pair(n)),
        _slope_test(*_worst_hinge(gaps, pairs, gaps > 0), *pair(n)),
    ]
    tangent, longest, flipped = (list(column) for column in zip(*tests))
    return {"tangent_viol": tangent, "longest": longest, "flipped_viol": flipped}


def self_bound_ratios(n_draws, random_state, n=4, step=1e-5):
    """``|gradient|^2 / 2`` of the squared loss over ``loss |x|^2``, gradients by differences.

    Returns
    -------
    ndarray, shape (n_kept,)
        Draws whose miss is at least 0.1.
    """
    rng = check_rng(random_state)
    w, x = rng.standard_normal((2, n_draws, n))
    y = rng.standard_normal(len(w))
    kept = np.abs(np.einsum("nd,nd->n", w, x) - y) >= 0.1
    w = w[kept]
    x = x[kept]
    y = y[kept]

    def loss(w):
        return (np.einsum("nd,nd->n", w, x) - y) ** 2 / 2

    gradient = numerical_gradient(lambda move: loss(w + move), np.zeros(n), step).T
    return (gradient**2).sum(axis=1) / 2 / (loss(w) * (x**2).sum(axis=1))
