"""Checks that need seconds: decay of exact tails, divergences, printed rules and inequalities."""

from itertools import combinations

import numpy as np
from scipy.special import rel_entr

from mlcompanion.graphical.forests import (
    ChowLiuForest,
    ForestDistribution,
    binary_forest,
    forest_kl,
    information_tail,
    overestimation_probability,
)
from mlcompanion.graphical.trees import maximum_spanning_tree, pairwise_mutual_information

from .stars import chain_rows, star_edges, star_rows

__all__ = [
    "TAIL_SIZES",
    "channel_table",
    "crossing",
    "divergence_runs",
    "false_edge_tails",
    "late_over_early",
    "lost_edge_tails",
    "pinsker_ratios",
    "printed_count",
    "pythagoras_gaps",
    "rule_shares",
    "sample_size_at",
]

TAIL_SIZES = (100, 141, 200, 283, 400)


def channel_table(crossover):
    """The joint probabilities of the two ends of a symmetric channel with fair input."""
    return binary_forest(2, [(0, 1)], crossover).tables[0]


def crossing(betas, rises):
    """Where a rising curve passes zero, by interpolation."""
    return float(np.interp(0.0, rises, betas))


def sample_size_at(sizes, wrong, level=0.1):
    """The sample size at which a falling share passes a level, by interpolation."""
    above = int(np.flatnonzero(np.asarray(wrong) > level)[-1])
    pair = slice(above, above + 2)
    return float(np.interp(-level, -np.asarray(wrong)[pair], np.asarray(sizes)[pair]))


def false_edge_tails(p, betas):
    """-log P(an independent pair looks like an edge), a row a sample size, a column an exponent."""
    return -np.log(
        [overestimation_probability(n, float(n) ** -np.array(betas), p, p) for n in TAIL_SIZES]
    )


def lost_edge_tails(crossover, thresholds):
    """-log P(information of an edge below its threshold), one for each sample size."""
    table = channel_table(crossover)
    return -np.log(
        [information_tail(n, eps, table, "below") for n, eps in zip(TAIL_SIZES, thresholds)]
    )


def late_over_early(decay):
    """Decay per sample from n = 200 to 400 over that from 100 to 200."""
    return float((decay[4] - decay[2]) / 200 / ((decay[2] - decay[0]) / 100))


def divergence_runs(n, repeats, d=21, k=10, beta=0.625):
    """Exact divergence of the true star from what each run learns."""
    P = binary_forest(d, star_edges(k))
    found = []
    for run in range(repeats):
        X = star_rows(n, d, k, np.random.default_rng([n, run]))
        found.append(forest_kl(P, ChowLiuForest(beta, n_states=2).fit(X).distribution_))
    return np.array(found)


def printed_count(informations, eps):
    """Equation (3) to the letter: the least j from 1 to d - 1 between two edges, or None."""
    for j in range(1, len(informations)):  # the information after the last edge does not exist
        if informations[j - 1] >= eps >= informations[j]:
            return j
    return None


def rule_shares(n, d, repeats, beta=0.5):
    """Share of right numbers of edges: printed rule and count on coins, then on a chain."""
    hits = np.zeros(4)
    for run in range(repeats):
        rng = np.random.default_rng(run)
        coins = rng.integers(0, 2, (n, d))
        for place, X, want in ((0, coins, 0), (2, chain_rows(n, d, rng, 0.1), d - 1)):
            falling = maximum_spanning_tree(pairwise_mutual_information(X, 2)).weights
            hits[place] += printed_count(falling, n**-beta) == want
            hits[place + 1] += np.count_nonzero(falling >= n**-beta) == want
    return hits / repeats


def _random_pairs(rng, count):
    """Pairs of laws on 2 to 5 symbols, near each other and far."""
    for _ in range(count):
        size = int(rng.integers(2, 6))
        p = rng.dirichlet(np.ones(size))
        q = rng.dirichlet(np.ones(size))
        share = 10.0 ** rng.uniform(-3, 0)
        yield p, (1 - share) * p + share * q


def pinsker_ratios(count, seed=0):
    """Divergence in nats over the squared sum of absolute differences."""
    rng = np.random.default_rng(seed)
    return np.array(
        [(p * np.log(p / q)).sum() / np.abs(p - q).sum() ** 2 for p, q in _random_pairs(rng, count)]
    )


def _forest_laws(marginals, pairs):
    """All seven forests of three variables with the given pair tables, as laws."""
    every = list(combinations(range(3), 2))
    for k in range(3):
        for edges in combinations(every, k):
            yield edges, ForestDistribution(edges, marginals, [pairs[e] for e in edges])


def _loose_law(rng, edges):
    """A forest law with random tables on these edges of three binary variables."""
    joint = rng.dirichlet(np.ones(8)).reshape(2, 2, 2)
    marginals, pairs = _parts(joint)
    return ForestDistribution(edges, marginals, [pairs[e] for e in edges])


def _parts(joint):
    marginals = [joint.sum(axis=tuple({0, 1, 2} - {i})) for i in range(3)]
    pairs = {e: joint.sum(axis=tuple({0, 1, 2} - set(e))) for e in combinations(range(3), 2)}
    return marginals, pairs


def pythagoras_gaps(laws, seed=0):
    """Left minus right side of (83): learned edges inside the best forest, and outside."""
    rng = np.random.default_rng(seed)
    inside = []
    outside = []
    for _ in range(laws):
        joint = rng.dirichlet(np.ones(8)).reshape(2, 2, 2)
        forests = list(_forest_laws(*_parts(joint)))
        far = [rel_entr(joint, law.joint()).sum() for _, law in forests]
        edges, best = forests[int(np.argmin(far))]
        missing = set(combinations(range(3), 2)) - set(edges)
        for learned, gaps in ((edges, inside), (sorted(missing), outside)):
            other = _loose_law(rng, learned).joint()
            left = rel_entr(joint, other).sum()
            gaps.append(left - min(far) - rel_entr(best.joint(), other).sum())
    return np.array(inside), np.array(outside)
