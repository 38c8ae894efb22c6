"""Searches for counterexamples to section 4.3 and Appendix B, formulas typed afresh."""

import numpy as np

from mlcompanion.trees import boosting_splits, entropy_drop, greedy_entropies, split_objective

from .objective_checks import draw_splits

__all__ = [
    "ideal_entropy",
    "search_constant",
    "search_lemma15",
    "search_splits",
    "search_weak",
    "stalls",
]


def entropy(shares):
    """Natural entropy of shares."""
    shares = np.asarray(shares, dtype=float)
    shares = shares[shares > 0]
    return -float(shares @ np.log(shares))


def search_constant(cases, seed=0):
    """How often the drop is below the printed bound and below half of it."""
    pi, P = draw_splits(cases, np.random.default_rng(seed), most=8)
    p = np.sum(pi * P, axis=1)
    cut = (p > 0) & (p < 1)
    drop = entropy_drop(pi[cut], P[cut])
    printed = split_objective(pi[cut], P[cut]) ** 2 / (4 * p[cut] * (1 - p[cut]))
    x = 0.01
    return {
        "bad4": float(np.mean(drop < printed - 1e-12)),
        "bad8": float(np.mean(drop < printed / 2 - 1e-12)),
        "closed": (np.log(2) - entropy([0.5 + x, 0.5 - x])) / x**2,
    }


def ideal_entropy(n_labels, splits):
    """Entropy after ideal splits of the largest leaf, from the leaves' sizes alone."""
    sizes = [n_labels]
    for _ in range(splits):
        largest = max(sizes)
        sizes.remove(largest)
        sizes += [largest // 2, largest - largest // 2]
    return sum(size / n_labels * np.log(size) for size in sizes)


def _best_of_draws(pi, rng, draws=30):
    """What goes right in the draw whose least lead over p is greatest, and that lead."""
    P = rng.random((draws, len(pi)))
    P[::2] = np.round(P[::2])  # every second draw sends labels whole
    lead = np.abs(P - (P @ pi)[:, None]).min(axis=1)
    return P[lead.argmax()], float(lead.max())


def _grow(k, splits, rng, least=0.05):
    """Entropy before each split and after the last, and the least lead up to each split."""
    leaves = [(1.0, rng.dirichlet(np.ones(k)))]
    entropies, leads = [entropy(leaves[0][1])], []
    while len(leads) < splits:
        place = max(range(len(leaves)), key=lambda i: leaves[i][0])
        weight, pi = leaves[place]
        pi = pi[pi > 0]
        P, lead = _best_of_draws(pi, rng)
        if len(pi) < 2 or lead < least:
            break
        leads.append(min([lead, *leads[-1:]]))
        p = float(P @ pi)
        right, left = pi * P / p, pi * (1 - P) / (1 - p)
        leaves[place : place + 1] = [(weight * p, right), (weight * (1 - p), left)]
        entropies.append(sum(w * entropy(shares) for w, shares in leaves))
    return np.array(entropies), np.array(leads)


def search_splits(trees, splits, seed=0):
    """Measures of Theorem 5: the printed number of splits, and each step of the recurrence."""
    rng = np.random.default_rng(seed)
    bad_step = bad_right = steps = 0
    for _ in range(trees):
        k = int(rng.integers(2, 17))
        G, leads = _grow(k, splits, rng)
        t = np.arange(1, len(leads) + 1)
        least = leads**2 * G[:-1] / (2 * (1 - leads) ** 2 * t * np.log(k))
        bad_step += int(np.sum(G[:-1] - G[1:] < least - 1e-12))
        steps += len(t)
        if k <= 4 and len(leads):
            promised = boosting_splits(0.9, min(leads[-1], 0.5), k)
            bad_right += bool(len(leads) >= promised and G[-1] > 0.9)
    promised = int(np.ceil(boosting_splits(0.9, 0.5, 64, printed=True)))
    found = {"promised": promised, "g_there": ideal_entropy(64, promised)}
    return found | {"bad_step": bad_step, "bad_right": bad_right}, steps


def two_labels(pi_1, p, gamma):
    """Equation (7.2); infinite where a share would leave [0, 1]."""
    moved = gamma * pi_1 * (1 - pi_1)
    left, right = pi_1 - moved / (1 - p), pi_1 + moved / p
    value = np.zeros(np.broadcast(left, right).shape)
    for share, sign in ((pi_1, 1.0), (left, p - 1), (right, -p)):
        inside = np.clip(share, 1e-300, 1)
        rest = np.clip(1 - share, 1e-300, 1)
        value = value - sign * (inside * np.log(inside) + rest * np.log(rest))
    return np.where((left < 0) | (right > 1), np.inf, value)


def search_lemma15(gammas):
    """Least and greatest worst share over the first label's shares, for each edge."""
    ends = np.geomspace(1e-4, 0.05, 40)
    grid = np.concatenate([ends, np.linspace(0.05, 0.95, 120), 1 - ends[::-1]])
    coarse = np.arange(1, 1000) / 1000
    near = np.arange(-200, 201) * 1e-5
    found = []
    for gamma in gammas:
        first = coarse[two_labels(grid[:, None], coarse, gamma).argmin(axis=1)]
        fine = np.clip(first[:, None] + near, 1e-5, 1 - 1e-5)
        places = two_labels(grid[:, None], fine, gamma).argmin(axis=1)
        worst = fine[np.arange(len(grid)), places]
        found.append((float(worst.min()), float(worst.max())))
    return found


def search_weak(cases, seed=0):
    """Whether a label's lead can exceed what the largest share leaves."""
    rng = np.random.default_rng(seed)
    k = rng.integers(2, 11, size=cases)
    large = rng.uniform(0.5, 1, size=cases)
    small = np.where(np.arange(9) < k[:, None] - 1, rng.gamma(1.0, size=(cases, 9)), 0)
    small *= ((1 - large) / small.sum(axis=1))[:, None]
    pi = np.column_stack([large, small])
    P = rng.random((cases, 10))
    P[::2] = np.round(P[::2])  # every second case sends labels whole
    lead = np.abs(P - np.sum(pi * P, axis=1, keepdims=True))
    lead = np.where(pi > 0, lead, np.inf).min(axis=1)
    two = (k == 2) & (np.arange(cases) % 2 == 0)
    return {
        "excess": float(np.max(lead - (1 - large))),
        "reached": float(np.max(lead[two] / (1 - large[two]))),
    }


def stalls():
    """The proof's rule on one heavy label, and the rule that also asks for entropy."""
    pi = np.append(0.5, np.full(32, 0.5 / 32))
    by_weight = greedy_entropies(pi, 32)
    served = greedy_entropies(pi, 32, "entropy")
    return {
        "stalled": float(by_weight[-1] / by_weight[0]),
        "served": float(served[-1] / served[0]),
        "after": len(by_weight) - 1,
    }
