r"""Searches for counterexamples to the statements of Cour, Sapp and Taskar (2011).

Propositions 1, 3, 4 and 6 (sections 3 and 4.3), Lemma 9 and Corollary 10 (section 5.1), and the
weights of Algorithm 1 (Appendix A); Proposition 5 is in :mod:`population_minimizers`.
"""

from itertools import product
from math import exp, log1p

import numpy as np

from mlcompanion._validation import check_rng
from mlcompanion.classification import partial_loss
from mlcompanion.classification.partial.partial_boost import BagWeights, best_stump
from mlcompanion.classification.partial.partial_labels import PSI
from mlcompanion.datasets import make_bags

__all__ = [
    "PrintedWeights",
    "all_bags",
    "boosting_deviations",
    "bound_search",
    "certificate_search",
    "chain_search",
    "definition_search",
    "least_max_loss",
    "uniform_equality",
]

_EPS = 1e-12


def all_bags(L):
    """Every set of labels but the empty one, shape (2**L - 1, L)."""
    return (np.arange(1, 2**L)[:, None] >> np.arange(L) & 1).astype(bool)


def _random_law(L, kind, rng, n_inputs=2):
    """P(x, y), shape (n_inputs, L), and P(z extra | x, y), shape (n_inputs, L, L)."""
    joint = rng.dirichlet(np.full(n_inputs * L, 0.5)).reshape(n_inputs, L)
    sets = np.vstack([np.zeros(L, dtype=bool), all_bags(L)])
    cells = list(product(range(n_inputs), range(L)))
    extra = np.empty((n_inputs, L, L))
    for x, y in cells:
        own = sets[~sets[:, y]]
        if kind == "uniform":
            own = own[own.sum(axis=1) == rng.integers(1, L)]
        law = rng.gamma(0.05 if kind == "sparse" else 1.0, size=len(own)) + 1e-30
        if kind == "uniform":
            law = np.ones(len(own))
        law /= law.sum()
        if kind == "companion":
            law *= 0.05
            law[rng.integers(len(law))] += 0.95
        extra[x, y] = law @ own
    return joint, extra


def bound_search(n_laws=2000, random_state=0):
    """Violations of Propositions 1, 3 and 4, and of Proposition 1 with half the ambiguity degree.

    Returns
    -------
    dict
        ``viol`` and ``halved``: numbers of violations by more than 1e-12.
    """
    rng = check_rng(random_state)
    viol = 0
    halved = 0
    for k in range(n_laws):
        L = (2, 3, 5, 10)[k % 4]
        kind = ("dense", "sparse", "companion", "uniform")[k // 4 % 4]
        joint, extra = _random_law(L, kind, rng)
        answers = rng.integers(0, L, len(joint))
        wrong = joint * (np.arange(L) != answers[:, None])
        seen = np.take_along_axis(extra, answers[:, None, None], axis=2)[..., 0]
        observed = wrong * (1 - seen)  # the answer is outside the bag
        true_error = wrong.sum()
        partial = observed.sum()
        degree = extra.max(axis=2)
        viol += partial > true_error + _EPS
        viol += true_error * (1 - degree.max()) > partial + _EPS
        halved += true_error * (1 - degree.max() / 2) > partial + _EPS
        order = np.argsort(-degree, axis=None)
        for left_out in (1, 2, 3):
            delta = joint.ravel()[order[:left_out]].sum()
            epsilon = degree.ravel()[order[left_out]]
            viol += (true_error - delta) * (1 - epsilon) > partial + _EPS
        viol += int(
            (wrong.sum(axis=0) * (1 - degree.max(axis=0)) > observed.sum(axis=0) + _EPS).sum()
        )
    return {"viol": int(viol), "halved": int(halved)}


def uniform_equality(n_laws=200, random_state=0):
    """Largest deviation from equality in Proposition 1 for bags uniform over sets of one size."""
    rng = check_rng(random_state)
    worst = 0.0
    for _ in range(n_laws):
        L = int(rng.choice([3, 5, 10]))
        size = int(rng.integers(1, L - 1))
        sets = all_bags(L)[all_bags(L).sum(axis=1) == size]
        joint = rng.dirichlet(np.ones(2 * L)).reshape(2, L)
        answers = rng.integers(0, L, 2)
        true_error = partial = 0.0
        for x, y in product(range(2), range(L)):
            own = sets[~sets[:, y]]
            if answers[x] != y:
                true_error += joint[x, y]
                partial += joint[x, y] * np.mean(~own[:, answers[x]])
        epsilon = max(np.mean(sets[~sets[:, y]][:, 1 if y == 0 else 0]) for y in range(L))
        worst = max(worst, abs(true_error * (1 - epsilon) / partial - 1))
    return float(worst)


def _chain(G, bags, psi):
    """Twice the partial 0/1 loss and the three losses that bound it, shape (4, n)."""
    outside = ~bags[np.arange(len(G)), G.argmax(axis=1)]
    scale = np.log(2) if psi == "logistic" else 1.0
    return np.array(
        [2.0 * outside]
        + [partial_loss(G, bags, loss, psi) / scale for loss in ("max", "mean", "naive")]
    )


def chain_search(n_scores=20_000, random_state=0):
    """Violations of the chain of Proposition 6 by more than 1e-12, over four losses psi.

    Of a loss above 1 by more than this share of it: two ways to add up exponentials of thousands
    differ by more than 1e-12 in themselves.
    """
    rng = check_rng(random_state)
    found = 0
    for psi, L in product(PSI, (2, 3, 5, 10)):
        n = n_scores // 16
        G = rng.normal(size=(n, L)) * rng.choice([0.1, 1.0, 3.0], (n, 1))
        bags = make_bags(rng.integers(0, L, n), int(rng.integers(0, L)), p=0.8, n_classes=L,
                         random_state=rng)  # fmt: skip
        chain = _chain(G, bags, psi)
        found += int((np.diff(chain, axis=0) < -_EPS * np.maximum(chain[1:], 1.0)).sum())
    return found


def _one_loss(g, bag, loss, psi):
    """A loss of one example from its definition, in plain Python."""
    falling = {
        "squared_hinge": lambda u: max(0.0, 1.0 - u) ** 2,
        "logistic": lambda u: log1p(exp(-u)),
        "exponential": lambda u: exp(-u),
        "hinge": lambda u: max(0.0, 1.0 - u),
    }[psi]
    inside = [score for score, candidate in zip(g, bag) if candidate]
    outside = [score for score, candidate in zip(g, bag) if not candidate]
    first = {
        "max": lambda: falling(max(inside)),
        "mean": lambda: falling(sum(inside) / len(inside)),
        "naive": lambda: sum(map(falling, inside)) / len(inside),
    }[loss]
    return first() + sum(falling(-score) for score in outside)


def definition_search(n_scores=800, random_state=0):
    """Largest relative difference between the three losses of the chain and their definitions.

    A loss in the place of another can satisfy the chain; it is then far from its definition.
    """
    rng = check_rng(random_state)
    worst = 0.0
    for psi, L in product(PSI, (2, 3, 5, 10)):
        n = n_scores // 16
        G = rng.normal(size=(n, L))
        bags = make_bags(rng.integers(0, L, n), L // 2, p=0.8, n_classes=L, random_state=rng)
        for loss in ("max", "mean", "naive"):
            found = partial_loss(G, bags, loss, psi)
            told = [_one_loss(g, bag, loss, psi) for g, bag in zip(G.tolist(), bags.tolist())]
            worst = max(worst, float(np.max(abs(found - told) / np.maximum(told, 1.0))))
    return worst


def least_max_loss(n_starts=50, n_steps=1500, random_state=0):
    """Smallest max loss, squared hinge, of an answer outside the bag, by random steps."""
    rng = check_rng(random_state)
    bags = make_bags(rng.integers(0, 4, n_starts), 1, n_classes=4, random_state=rng)
    G = rng.normal(size=bags.shape) + 3.0 * ~bags
    value = np.full(n_starts, np.inf)
    for k in range(n_steps):
        trial = G + rng.normal(size=G.shape) * np.geomspace(1.0, 1e-3, n_steps)[k]
        outside = ~bags[np.arange(n_starts), trial.argmax(axis=1)]
        loss = partial_loss(trial, bags, "max")
        better = outside & (loss < value)
        G[better], value[better] = trial[better], loss[better]
    return float(value.min())


def certificate_search(n_points=30_000, random_state=0):
    """Lemma 9 and Corollary 10 on random linear scorers: cases that meet the conditions, and wrong.

    Label 0 is true. A bag has one or two extra labels; every extra label has a neighbour. Random
    points rarely come near the edge of the conditions, and few labels hide a loss that forgets one
    of them: so twelve labels, too, with scores drawn near the edge.

    Returns
    -------
    dict
        ``trials``, ``met``, ``wrong``, ``wrong_flat``: points tried; cases that meet the conditions
        with exponential or logistic loss or squared hinge and eta below 2; wrong ones among them;
        wrong ones with squared hinge and eta of 2.5 or more.
    """
    rng = check_rng(random_state)
    counts = {"trials": 0, "met": 0, "wrong": 0, "wrong_flat": 0}
    etas = (0.25, 0.5, 1.0, 1.5, 1.9, 2.5, 3.0, 3.5, 4.0)
    for eta, (L, d) in product(etas, ((3, 3), (3, 10), (4, 3), (4, 10), (12, 12))):
        n_extra = 1 if L == 3 else int(rng.integers(1, 3))
        draw = _edge_cases if L == 12 else _points_and_neighbours
        G, near = draw(n_points, L, d, eta, n_extra, rng)
        bag = np.arange(L) <= n_extra
        other = np.isin(np.arange(L), (0, L - 1))  # a neighbour's bag: 0 and none of the extra
        counts["trials"] += n_points
        refuted = np.all([near[a - 1][:, a] <= -eta / 2 for a in range(1, n_extra + 1)], axis=0)
        right = G[:, 0] > G[:, 1:].max(axis=1)
        for psi in ("squared_hinge", "exponential", "logistic"):
            limit = float(PSI[psi].value(eta / 2, 1.0))
            small = _small(G, bag, psi, limit, np.ones(n_points, dtype=bool))
            flat = psi == "squared_hinge" and eta >= 2
            for met in (small & refuted, _small(near[0], other, psi, limit, small)):
                counts["met"] += 0 if flat else int(met.sum())
                counts["wrong_flat" if flat else "wrong"] += int((met & ~right).sum())
    return counts


def _small(G, bag, psi, limit, among):
    """Which of some rows have at most this loss."""
    found = among.copy()
    if among.any():
        found[among] = partial_loss(G[among], np.tile(bag, (among.sum(), 1)), "mean", psi) <= limit
    return found


def _points_and_neighbours(n, L, d, eta, n_extra, rng, per_scorer=50):
    """Scores of random points, and of a neighbour within eta for each extra label."""
    W = rng.normal(size=(n // per_scorer, d, L))
    W /= np.linalg.norm(W, axis=1, keepdims=True)
    W *= np.minimum(rng.uniform(0.8, 1.4, (len(W), 1, L)), 1.0)

    def ball(radius):
        """Points uniform in a ball."""
        x = rng.normal(size=(len(W), per_scorer, d))
        length = radius * rng.random(x.shape[:2]) ** (1 / d)
        return x * (length / np.linalg.norm(x, axis=2))[..., None]

    x = ball(3 + eta)
    near = [((x + ball(eta)) @ W).reshape(-1, L) for _ in range(n_extra)]
    return (x @ W).reshape(-1, L), near


def _edge_cases(n, L, d, eta, n_extra, rng):
    """As :func:`_points_and_neighbours`: unit weights along the axes, the scores drawn themselves.

    An extra label scores up to eta / 2, where a neighbour within eta can still refute it; of the
    labels outside one is a free rival, one may be high, the others are low.
    """
    G = rng.uniform(-6.0, -2.0, (n, d))
    G[:, 0] = rng.uniform(-1.0, 4.0, n)
    G[:, 1 : n_extra + 1] = rng.uniform(-eta / 2, eta / 2, (n, n_extra))
    G[:, n_extra + 1], G[:, L - 1] = rng.uniform(-2.0, 2.0, n), rng.uniform(-3.0, 0.5, n)
    steps = eta * rng.uniform(0.9, 1.0, (n, n_extra))
    near = []
    for a in range(1, n_extra + 1):
        near.append(G.copy())
        near[-1][:, a] -= steps[:, a - 1]
    return G, near


class PrintedWeights(BagWeights):
    """The weights as the paper's line 10 prints them."""

    def update(self, u, label):
        """Multiply the weights of bags with the label by exp(-u)."""
        within = self.bags[:, label]
        self.inside *= np.where(within, np.exp(-u), 1.0)
        self.outside[:, label] *= np.exp(u)
        self.normalise()


def boosting_deviations(weights, n_rounds=50, seed=0, m=200, L=6):
    """How far the weights of boosting stray from the terms of the loss, and from its slope.

    Parameters
    ----------
    weights : type
        :class:`BagWeights` or :class:`PrintedWeights`.
    n_rounds, seed, m, L : int

    Returns
    -------
    terms, slopes : float
        Largest relative deviation over the rounds: of the weights from the terms of the loss, and
        of the slope along the next stump that they imply from central differences.
    """
    rng = np.random.default_rng(seed)
    y = rng.integers(0, L, m)
    X = rng.normal(size=(m, 4)) + rng.normal(size=(L, 4))[y] * 2
    bags = np.vstack([make_bags(part, q, n_classes=L, random_state=rng)
                      for q, part in enumerate(np.array_split(y, 4))])  # fmt: skip
    order = np.argsort(X.T, axis=1)
    v = weights(bags)
    G = np.zeros((m, L))
    terms = slopes = 0.0
    for _ in range(n_rounds):
        stump, a, _ = best_stump(X, order, *v.problem())
        u = stump(X)
        step = 1e-4 * np.eye(L)[a]
        ahead, back = (
            partial_loss(G + s * np.outer(u, step), bags, "mean", "exponential").sum()
            for s in (1, -1)
        )
        total = partial_loss(G, bags, "mean", "exponential").sum()
        slope = (ahead - back) / 2e-4 / total
        implied = u @ np.where(bags[:, a], -v.inside / v.size, v.outside[:, a])
        slopes = max(slopes, abs(implied / slope - 1))
        v.update(u, a)
        G[:, a] += u
        inside = np.exp(-(G * bags).sum(axis=1) / v.size)
        outside = np.exp(G) * ~bags
        total = inside.sum() + outside.sum()
        off = np.where(bags, 0.0, np.abs(v.outside * total / np.where(bags, 1, outside) - 1))
        terms = max(terms, abs(v.inside * total / inside - 1).max(), off.max())
    return float(terms), float(slopes)
