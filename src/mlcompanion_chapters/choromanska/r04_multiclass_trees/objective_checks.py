"""Searches for counterexamples to what section 4.1 and 4.2 say about the objective."""

from itertools import product

import numpy as np

from mlcompanion.trees import (
    mixed_share,
    mixed_share_bound,
    relaxed_split_objective,
    right_share,
    split_objective,
    split_objective_counts,
)

from .corners import corner_groups

__all__ = [
    "by_examples",
    "draw_splits",
    "median_cuts",
    "search_bounds",
    "search_lemmas",
    "search_relaxed",
    "search_whole_labels",
]

MOST_LABELS = 50


def draw_splits(cases, rng, most=MOST_LABELS):
    """Shares of 2 to ``most`` labels, padded by labels without weight, and what goes right."""
    number = np.arange(cases)
    there = np.arange(most) < rng.integers(2, most + 1, size=cases)[:, None]
    spread = np.array([0.1, 1.0, 10.0])[number % 3]
    # Dirichlet shares are Gamma draws over their sum; the least keeps that sum above 0
    pi = np.where(there, np.maximum(rng.gamma(spread[:, None], size=(cases, most)), 1e-300), 0)
    P = rng.random((cases, most))
    kind = number // 3 % 3
    # uniform, near 0 and 1, and exactly 0 or 1
    P[kind > 0] = rng.beta(0.05, 0.05, (int(np.sum(kind > 0)), most))
    P[kind == 2] = np.round(P[kind == 2])
    return pi / pi.sum(axis=1, keepdims=True), P


def excesses(pi, P):
    """By how much J exceeds 4p(1 - p), and the mixed share its bound."""
    J = np.minimum(split_objective(pi, P), 1)
    p = np.clip(right_share(pi, P), 1e-12, 1 - 1e-12)
    return J - 4 * p * (1 - p), mixed_share(pi, P) - mixed_share_bound(J, p)


def climb(which, rng, starts=50, steps=400):
    """Greatest excess that random small changes of splits of five labels reach."""
    logits = rng.normal(size=(starts, 5))
    P = rng.random((starts, 5))

    def value(logits, P):
        weights = np.exp(logits)
        return excesses(weights / weights.sum(axis=1, keepdims=True), P)[which]

    best = value(logits, P)
    for step in range(steps):
        size = 0.5 * 0.99**step
        there = logits + size * rng.normal(size=logits.shape)
        sent = np.clip(P + size * rng.normal(size=P.shape), 0, 1)
        found = value(there, sent)
        better = found > best
        logits[better], P[better], best[better] = there[better], sent[better], found[better]
    return float(best.max())


def search_bounds(cases, seed=0):
    """Measures of the bounds on balance and purity."""
    rng = np.random.default_rng(seed)
    pi, P = draw_splits(cases, rng)
    over_balance, over_purity = excesses(pi, P)
    p = right_share(pi, P)
    whole = (np.round(P) == P).all(axis=1)
    # each label twice, sent the other way the second time: half of the examples go right
    halves = np.hstack([pi, pi]) / 2, np.hstack([P, 1 - P])
    J_half, mixed_half = split_objective(*halves), mixed_share(*halves)
    heavy = (p > 0.5) & (p < 1)
    printed = (2 - split_objective(pi[heavy], P[heavy])) / (4 * p[heavy]) - p[heavy]
    return {
        "bad_balance": int(np.sum(over_balance > 1e-12)),
        "bad_purity": int(np.sum(over_purity > 1e-12)),
        "climb": [climb(which, rng) for which in (0, 1)],
        "gap_pure": float(np.abs(over_balance[whole]).max()),
        "gap_half": float(np.abs(mixed_half - (1 - J_half) / 2).max()),
        "wrong_side": float(np.mean(mixed_share(pi[heavy], P[heavy]) > printed + 1e-12)),
    }


def by_examples(k_t, k_r):
    """Count form and probability form of the objective, both from a list of single examples."""
    examples = [(label, place < k_r[label]) for label, n in enumerate(k_t) for place in range(n)]
    n_t = len(examples)
    n_r = sum(right for _, right in examples)
    counted = 0.0
    plain = 0.0
    for label, _ in examples:
        own = [right for other, right in examples if other == label]
        # n_r / k_t |k_t / n_t - k_r / n_r|, without a division by an empty right side
        counted += 2 * abs(len(own) * n_r / n_t - sum(own)) / len(own)
        plain += 2 * abs(sum(own) / len(own) - n_r / n_t) / n_t
    return counted, plain


def _table(rng, low=1):
    return rng.integers(low, 13, size=rng.integers(2, 7))


def _scan(k_t, label, rng):
    """The objective for each number of one label's examples on the right, others at random."""
    others = rng.integers(0, k_t + 1)
    tables = np.tile(others, (k_t[label] + 1, 1))
    tables[:, label] = np.arange(k_t[label] + 1)
    return split_objective_counts(np.tile(k_t, (len(tables), 1)), tables)


def _halves_exactly(k_t):
    """The splits that send labels whole and half of the examples right."""
    masks = np.array(list(product((0, 1), repeat=len(k_t))))
    return masks[masks @ k_t * 2 == k_t.sum()] * k_t


def search_lemmas(tables, even_tables, seed=0):
    """Measures of Lemmas 5 and 6."""
    rng = np.random.default_rng(seed)
    inside = 0
    for _ in range(tables):
        k_t = _table(rng)
        scans = [_scan(k_t, label, rng) for label in range(len(k_t))]
        inside += sum(scan.max() > max(scan[0], scan[-1]) + 1e-12 for scan in scans)
    beaten, tops, quotients = 0, [], []
    while len(tops) < even_tables:
        k_t = _table(rng)
        even = _halves_exactly(k_t)
        if len(even) == 0 or np.prod(k_t + 1) > 1500:
            continue
        splits = np.array(list(product(*(range(n + 1) for n in k_t))))
        scores = split_objective_counts(np.tile(k_t, (len(splits), 1)), splits)
        pure = split_objective_counts(np.tile(k_t, (len(even), 1)), even)
        beaten += scores.max() > pure.min() + 1e-12
        tops.append((pure.min() / k_t.sum(), pure.max() / k_t.sum()))
        for k_r in rng.permutation(splits)[:3]:
            counted, plain = by_examples(k_t.tolist(), k_r.tolist())
            if counted > 0:
                quotients.append(counted / (plain * k_t.sum()))
    return {
        "inside": int(inside),
        "beaten": int(beaten),
        "jmax": [float(np.min(tops)), float(np.max(tops))],
        "ratio": [min(quotients), max(quotients)],
    }


def search_whole_labels(tables, seed=0):
    """Shares of tables in which none or one, and none or all, are not the best numbers."""
    rng = np.random.default_rng(seed)
    worse = np.zeros(2)
    for _ in range(tables):
        k_t = _table(rng, low=2).tolist()
        others = [int(rng.integers(n + 1)) for n in k_t[1:]]
        scan = [by_examples(k_t, [n, *others])[0] for n in range(k_t[0] + 1)]
        worse += [max(scan[:2]) < max(scan) - 1e-9, max(scan[0], scan[-1]) < max(scan) - 1e-9]
    one, ends = worse / tables
    return {"one_worse": float(one), "ends_worse": float(ends)}


def _relaxed_by_examples(margins, labels):
    """The relaxed form, one example after the other."""
    mean = sum(margins) / len(margins)
    total = 0.0
    for label in labels:
        own = [m for m, other in zip(margins, labels) if other == label]
        total += abs(mean - sum(own) / len(own))
    return 2 * total / len(margins)


def search_relaxed(cases, seed=0):
    """Measures of the relaxed form's range."""
    rng = np.random.default_rng(seed)
    gaps, tops = [], []
    for _ in range(cases):
        labels = rng.integers(rng.integers(2, 9), size=20).tolist()
        signs = rng.choice([-1.0, 1.0], size=20).tolist()
        k_t = [labels.count(label) for label in set(labels)]
        k_r = [
            sum(s > 0 for s, other in zip(signs, labels) if other == label) for label in set(labels)
        ]
        gaps.append(abs(_relaxed_by_examples(signs, labels) - 2 * by_examples(k_t, k_r)[1]))
        tops.append(relaxed_split_objective(rng.uniform(-1, 1, 20), labels) - 2)
    top = _relaxed_by_examples([-1.0, 1.0], [0, 1])
    return {"gap": max(gaps), "top": top, "within": max(tops)}


def median_cuts(cuts, seed=0):
    """Cuts of sixteen groups at the median of a random direction, and one along an axis."""
    rng = np.random.default_rng(seed)
    X, y = corner_groups(4, 100, rng)
    directions = rng.normal(size=(cuts, 4))
    heights = X @ directions.T
    right = heights > np.median(heights, axis=0)
    P = np.array([right[y == label].mean(axis=0) for label in range(16)]).T
    pi = np.full((cuts, 16), 1 / 16)
    along = np.array([np.mean(X[y == label, 0] > 0) for label in range(16)])
    p = right_share(pi, P)
    return {
        "share": [float(p.min()), float(p.max())],
        "impure": float(np.median(mixed_share(pi, P))),
        "best_random": float(split_objective(pi, P).max()),
        "axis": float(split_objective(pi[0], along)),
    }
