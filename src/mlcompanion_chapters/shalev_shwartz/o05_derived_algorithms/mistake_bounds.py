"""Searches for a counterexample to the mistake bounds of quasi-additive and aggressive learners.

Shalev-Shwartz (2007), Chapter 5: Corollaries 5 to 7, inequality 5.7, equation 5.16 and Theorem 6.
Every search compares runs with many vectors ``u``; a violation exceeds its bound by more than 1e-9
of it.
"""

import numpy as np
from sklearn.datasets import load_digits

from mlcompanion._validation import check_rng
from mlcompanion.convex import Entropy, Euclidean, PNorm
from mlcompanion.datasets import make_noisy_separator, make_r_of_k
from mlcompanion.losses import Hinge
from mlcompanion.online import (
    FixedScale,
    LipschitzScale,
    MistakeScale,
    best_in_hindsight,
    dual_ascent,
)
from mlcompanion.online.bounds.mistakes import (
    aggressive_bound,
    aggressive_regret_bound,
    p_norm_bound,
    perceptron_bound,
    quasi_additive_bound,
    r_of_k_comparator,
    self_tuned_winnow_bound,
)
from mlcompanion.online.learners.mini_updates import MiniAscent
from mlcompanion_chapters.checks.streams import opposed_labels

from .quasi_additive import cancer_stream, hindsight_winnow

__all__ = [
    "aggressive_search",
    "basis_ratio",
    "flipped",
    "mistake_streams",
    "p_norm_search",
    "simplex_points",
    "winnow_search",
]

SLACK = 1 + 1e-9
LENGTHS = np.geomspace(0.01, 300, 25)


def flipped(y, share, rng):
    """Labels of which a random share is turned."""
    return np.where(rng.random(len(y)) < share, -y, y)


def mistake_streams(n_rounds, n_features, random_state):
    """Streams with a vector that generated them: dict of name to (X, y, u).

    Unit vectors, labelled by a dense or by a sparse hyperplane (five weights) and flipped with
    probability 0, 0.1 or 0.3, and 3-of-5 functions of bits.
    """
    rng = check_rng(random_state)
    streams = {}
    for kind in ("dense", "sparse"):
        X = rng.standard_normal((n_rounds, n_features))
        X /= np.linalg.norm(X, axis=1, keepdims=True)
        u = rng.standard_normal(n_features) * (np.arange(n_features) < 5 if kind == "sparse" else 1)
        clean = np.where(X @ u > 0, 1.0, -1.0)
        for share in (0.0, 0.1, 0.3):
            streams[f"{kind}, flips {share:.0%}"] = X, flipped(clean, share, rng), u
    bits = make_r_of_k(n_rounds, n_features - 1, random_state=rng)
    u = r_of_k_comparator(range(5), 3, n_features)[0]
    return streams | {"3 of 5 bits": (bits.data, bits.target.astype(float), u)}


def p_norm_search(sizes, n_rounds, seeds):
    """Corollaries 5 and 7 for p = 2, 3, 8, 2 log n on streams of several kinds.

    Vectors u: the generating one, an offline hinge solution, two random directions, at 25 lengths.

    Returns
    -------
    dict of int
        ``n_checked``, ``viol``, and ``mismatch_viol`` with the largest absolute components of u and
        x in place of their norms.
    """
    found = dict.fromkeys(("n_checked", "viol", "mismatch_viol"), 0)
    for seed in seeds:
        rng = np.random.default_rng(seed)
        streams = [s for n in sizes for s in mistake_streams(n_rounds, n, rng).values()]
        X, y = cancer_stream(rng)
        streams.append((X, y, np.linalg.lstsq(X, y, rcond=None)[0]))
        signs = opposed_labels(np.eye(100))
        streams.append((np.eye(100), signs, signs))
        for X, y, u in streams:
            best = best_in_hindsight(X, y, Hinge(), l2=10 * np.square(X).sum(axis=1).max())
            directions = np.vstack([u, best, rng.standard_normal((2, X.shape[1]))])
            directions /= np.linalg.norm(directions, axis=1, keepdims=True)
            for p in (2.0, 3.0, 8.0, 2 * np.log(X.shape[1])):
                geometry = PNorm(p)
                run = dual_ascent(X, y, geometry, scale=FixedScale(), conservative=True)[1]
                M = run.mistakes
                margins = directions @ (X[M] * y[M, None]).T
                losses = np.maximum(0, 1 - LENGTHS[:, None, None] * margins).sum(axis=2)
                for key, norm, radius in (
                    ("viol", geometry.norm(directions), geometry.dual_norm(X[M]).max()),
                    ("mismatch_viol", np.abs(directions).max(axis=1), np.abs(X[M]).max()),
                ):
                    bound = p_norm_bound(losses, np.outer(LENGTHS, norm), radius, p)
                    found[key] += int((run.n_mistakes > bound * SLACK).sum())
                found["n_checked"] += losses.size
    return found


def basis_ratio(k):
    """Perceptron on k basis vectors with the label opposite to its answer: mistakes over bound."""
    X = np.eye(k)
    y = opposed_labels(X)
    run = dual_ascent(X, y, Euclidean(), conservative=True)[1]
    loss = np.maximum(0, 1 - y * (X @ y)).sum()  # u = y: the sum of y_t e_t
    return float(run.n_mistakes / perceptron_bound(loss, np.linalg.norm(y), 1.0))


def simplex_points(count, n, random_state):
    """Random points of the simplex, from nearly even to nearly a corner, shape (count, n)."""
    rng = check_rng(random_state)
    return np.array([rng.dirichlet(np.full(n, a)) for a in 10 ** rng.uniform(-2, 1, count)])


def winnow_search(n, kind, flip, n_rounds, seed, *, n_scales=15, n_margins=15, n_points=20):
    """Inequality 5.7 for a grid of c, and Corollary 6, on one stream.

    Parameters
    ----------
    n : int
        Features; the largest absolute feature is 1 in every round.
    kind : {"bits", "signs"}
        3-of-5 functions, or features -1 and 1 with five non-negative weights.
    flip : float
        Share of labels turned.
    n_rounds, seed, n_scales, n_margins, n_points : int

    Returns
    -------
    dict
        ``n_checked``, ``viol_57``, ``viol_c6``; ``self_tuned`` and ``hindsight``: mistakes, the
        latter for clean bits only.
    """
    rng = np.random.default_rng([seed, n])
    if kind == "bits":
        stream = make_r_of_k(n_rounds, n - 1, random_state=rng)
        X = stream.data
        clean = stream.target.astype(float)
        u = r_of_k_comparator(range(5), 3, n)[0]
    else:
        X = rng.choice([-1.0, 1.0], (n_rounds, n))
        u = np.zeros(n)
        u[:5] = rng.dirichlet(np.ones(5))
        clean = np.where(X @ u > 0, 1.0, -1.0)
    y = flipped(clean, flip, rng)
    U = np.vstack([u, np.full(n, 1 / n), simplex_points(n_points, n, rng)])
    gammas = np.geomspace(0.005, 1, n_margins)[:, None]
    margins = U @ (X * y[:, None]).T
    logn = np.log(n)
    found = dict.fromkeys(("n_checked", "viol_57", "viol_c6"), 0)

    def losses(run):
        missing = gammas[:, :, None] - margins[:, run.mistakes]
        return np.maximum(0, missing, out=missing).sum(axis=2)

    for c in np.geomspace(0.1, 1000, n_scales):
        run = dual_ascent(X, y, Entropy(), scale=FixedScale(float(c)), conservative=True)[1]
        L = losses(run)
        bound = quasi_additive_bound(run.n_mistakes, logn, L, 1.0, float(c), gammas)
        found["viol_57"] += int((run.n_mistakes > bound * SLACK).sum())
        found["n_checked"] += L.size
    run = dual_ascent(X, y, Entropy(), scale=MistakeScale(logn), conservative=True)[1]
    L = losses(run)
    bound = self_tuned_winnow_bound(L, 1.0, n, gammas)
    found["viol_c6"] = int((run.n_mistakes > bound * SLACK).sum())
    found["n_checked"] += L.size
    found["self_tuned"] = run.n_mistakes
    if kind == "bits" and flip == 0:
        found["hindsight"] = hindsight_winnow(X, y)[0]
    return found


def _aggressive_streams(n_rounds, random_state):
    """Streams for aggressive learners: dict of name to (X, y)."""
    rng = check_rng(random_state)
    streams = {}
    for share in (0.0, 0.1, 0.3):
        data = make_noisy_separator(n_rounds, 20, flip=share, random_state=rng)
        streams[f"flips {share:.0%}"] = data.data, data.target.astype(float)
    X, y = streams["flips 10%"]
    streams["growing"] = X * np.arange(1, n_rounds + 1)[:, None] ** 0.25, y
    streams["opposed"] = X, opposed_labels(X)
    streams["cancer"] = cancer_stream(rng)
    digits = load_digits()
    order = rng.permutation(len(digits.target))[:n_rounds]
    X = digits.data[order] / np.linalg.norm(digits.data[order], axis=1, keepdims=True)
    streams["digits"] = X, np.where(digits.target[order] == 8, 1.0, -1.0)
    bits = make_r_of_k(n_rounds, 19, random_state=rng)
    return streams | {"bits": (bits.data, bits.target.astype(float))}


def _hinge_solutions(X, y):
    """Offline solutions for margin 1 at 12 penalties; times gamma they are those for gamma."""
    return np.array([best_in_hindsight(X, y, Hinge(), l2=c) for c in np.geomspace(1, 1000, 12)])


def _ball_vectors(solutions, U, rng, count):
    """Offline solutions cut to the ball, stretched to its border, and random vectors."""
    radius = np.sqrt(2 * U)
    units = solutions / np.linalg.norm(solutions, axis=1, keepdims=True)
    inside = np.linalg.norm(solutions, axis=1) <= radius
    others = rng.standard_normal((count, solutions.shape[1]))
    others *= (radius * rng.random(count) / np.linalg.norm(others, axis=1))[:, None]
    return np.vstack([solutions[inside], radius * units, others])


def _simplex_vectors(X, U, rng, count):
    """The text's u and random points, drawn towards the uniform vector until ``f(u) <= U``."""
    n = X.shape[1]
    vectors = np.vstack([r_of_k_comparator(range(5), 3, n)[0], simplex_points(count, n, rng)])
    uniform = np.full(n, 1 / n)
    value = Entropy().value
    drawn = []
    for v in vectors:
        share = 1.0
        while value(uniform + share * (v - uniform)) > U:
            share *= 0.95
        drawn.append(uniform + share * (v - uniform))
    return np.array(drawn)


def aggressive_search(name, n_rounds, seed, *, margins=(0.1, 1.0, 5.0), Us=(0.5, 5.0, 50.0)):
    """Equation 5.16 and Theorem 6 on one stream, at 20 prefixes, against many vectors.

    Parameters
    ----------
    name : str
        "flips 0%", "flips 10%", "flips 30%", "growing", "opposed", "cancer", "digits" or "bits".
        On "bits" the complexity is the entropy, and there are no mini-updates; elsewhere each
        learner runs without and with five of them.
    n_rounds, seed : int
    margins, Us : sequence of float
        The hinge's margin gamma, and the largest complexity of u.

    Returns
    -------
    dict of int
        ``n_checked``, ``viol_516``, ``viol_t6`` and ``blind_viol``, for a learner that never moves.
    """
    rng = np.random.default_rng(seed)
    X, y = _aggressive_streams(n_rounds, rng)[name]
    geometry = Entropy() if name == "bits" else Euclidean()
    T = len(y)
    start = geometry.link(np.zeros(X.shape[1]))
    marks = np.unique(np.geomspace(1, T, 20).round().astype(int))
    radii = np.maximum.accumulate(geometry.dual_norm(X))[marks - 1, None]
    solutions = _hinge_solutions(X, y) if name != "bits" else None
    found = dict.fromkeys(("n_checked", "viol_516", "viol_t6", "blind_viol"), 0)
    for gamma in margins:
        loss = Hinge(gamma)
        for U in Us:
            if name == "bits":
                vectors = _simplex_vectors(X, U, rng, 50)
            else:
                vectors = _ball_vectors(gamma * solutions, U, rng, 50)
            theirs = np.cumsum(loss.value(X @ vectors.T, y[:, None]), axis=0)[marks - 1]
            limit = aggressive_regret_bound(radii, U, marks[:, None])
            blind = np.cumsum(loss.value(X @ start, y))[marks - 1, None] - theirs
            found["blind_viol"] += int((blind > limit * SLACK).sum())
            for scale in (LipschitzScale(U, float(np.sqrt(2))), MistakeScale(U)):
                run = dual_ascent(X, y, geometry, loss, scale, step="coordinate")[1]
                runs = [(run.losses, run.mistakes)]
                if name != "bits":
                    run = MiniAscent(X.shape[1], scale, gamma, 5, random_state=seed).run(X, y)
                    runs.append((run.losses, run.mistakes))
                for losses, mistakes in runs:
                    if isinstance(scale, MistakeScale):
                        made = mistakes.cumsum()[marks - 1, None]
                        bound = aggressive_bound(theirs, radii, U, gamma)
                        found["viol_t6"] += int((made > bound * SLACK).sum())
                    else:
                        regret = losses.cumsum()[marks - 1, None] - theirs
                        found["viol_516"] += int((regret > limit * SLACK).sum())
                    found["n_checked"] += theirs.size
    return found
