"""Small classes of chains, searched exhaustively on lists: no code of the library but the walk.

Ukkonen (2011), section 4.3: which collections swaps reach, and how often a walk visits each.
"""

from collections import Counter
from itertools import combinations, permutations, product

import numpy as np
from scipy.stats import chisquare

from mlcompanion.clustering.chains import Chains, SwapPairs

__all__ = ["CLASSES", "class_members", "components", "reachable", "swaps_of", "visits"]

#: Five collections of 3 or 4 chains over 4 items.
CLASSES = (
    ("1234", "2143", "4321"),
    ("1234", "2143", "4321", "132"),
    ("1234", "4321", "231"),
    ("1243", "3142", "2413", "431"),
    ("124", "4213", "3124", "41"),
)


def swaps_of(state):
    """Collections one swap away, by Definition 7 on tuples."""
    for (a, first), (b, second) in permutations(enumerate(state), 2):
        for i, j in product(range(len(first) - 1), range(len(second) - 1)):
            u, v = first[i : i + 2]
            if u < v and tuple(second[j : j + 2]) == (v, u):
                made = list(state)
                made[a] = (*first[:i], v, u, *first[i + 2 :])
                made[b] = (*second[:j], u, v, *second[j + 2 :])
                yield tuple(made)


def reachable(chains):
    """Every collection that swaps lead to, with the number of swaps that lead away from it."""
    found = {}
    waiting = [tuple(map(tuple, chains))]
    while waiting:
        state = waiting.pop()
        if state not in found:
            around = list(swaps_of(state))
            found[state] = len(around)
            waiting += around
    return found


def _counts(state):
    return Counter(pair for chain in state for pair in combinations(chain, 2))


def class_members(chains):
    """Every ordering of the same item sets with the same pair counts (Definition 6)."""
    wanted = _counts(chains)
    return [made for made in product(*map(permutations, chains)) if _counts(made) == wanted]


def components(members):
    """How many islands the swaps leave among them."""
    left = set(members)
    islands = 0
    while left:
        left -= set(reachable(next(iter(left))))
        islands += 1
    return islands


def _walk(chains, steps, thin, corrected, seed):
    """How often a walk is at each state, one visit in ``thin`` counted."""
    names = sorted({str(u) for chain in chains for u in chain})
    start = Chains([[names.index(str(u)) for u in chain] for chain in chains])
    walk = SwapPairs(start, corrected=corrected, random_state=seed)
    places, often = np.unique(walk.record(steps // thin, thin), axis=0, return_counts=True)
    return {
        tuple(tuple(names[u] for u in chain if u >= 0) for chain in place): int(number)
        for place, number in zip(places, often)
    }


def visits(chains, steps_per_state=2000, thin=25, seed=0):
    """Chi-square tests of equal visits, with the acceptance rule and without it.

    Returns
    -------
    dict
        ``states``; ``p_mh`` and ``p_plain``, p-values; ``slope``, correlation between visits and
        number of swaps without the rule; ``left``, visits outside the class; ``shares``, visits of
        a state with each number of swaps relative to the mean, with the rule and without.
    """
    states = reachable(chains)
    swaps = np.array(list(states.values()))
    counts = _counts(chains)
    often = {}
    left = 0
    for corrected in (True, False):
        seen = _walk(chains, steps_per_state * len(states), thin, corrected, seed)
        left += sum(number for state, number in seen.items() if _counts(state) != counts)
        often[corrected] = np.array([seen.get(state, 0) for state in states])
    return {
        "states": len(states),
        "p_mh": float(chisquare(often[True]).pvalue),
        "p_plain": float(chisquare(often[False]).pvalue),
        "slope": float(np.corrcoef(often[False], swaps)[0, 1]),
        "left": left,
        "shares": {
            int(s): tuple(
                float(often[c][swaps == s].mean() / often[c].mean()) for c in (True, False)
            )
            for s in np.unique(swaps)
        },
    }
