"""Itemsets, rules and sequences from their definitions, with Python's sets: slow and plain."""

from itertools import combinations, pairwise


def itemsets_by_definition(baskets, items, least):
    """Every set of items that stands in at least so many baskets, with its count."""
    counts = {}
    for k in range(1, len(items) + 1):
        for chosen in combinations(items, k):
            wanted = frozenset(chosen)
            count = sum(wanted <= basket for basket in baskets)
            if count >= least:
                counts[wanted] = count
    return counts


def rules_by_definition(counts, n_baskets, least_share):
    """Rules with one item on the right: (X, y) -> counts of both, of X, of y.

    ``least_share(c, c_X)`` says whether c of c_X baskets are enough.
    """
    rules = {}
    for whole, count in counts.items():
        for y in whole:
            left = whole - {y}
            of_left = counts[left] if left else n_baskets
            if least_share(count, of_left):
                rules[left, y] = count, of_left, counts[frozenset([y])]
    return rules


def all_sequences(n_items, most):
    """All sequences of itemsets with at most so many items, as tuples of tuples."""
    elements = [c for k in range(1, most + 1) for c in combinations(range(n_items), k)]
    found = []

    def lengthen(sequence, left):
        if sequence:
            found.append(sequence)
        for element in elements:
            if len(element) <= left:
                lengthen((*sequence, element), left - len(element))

    lengthen((), most)
    return found


def occurrences(history, sequence, gaps, window=float("inf")):
    """How often a customer's baskets (time -> set) hold a sequence within the limits."""
    low, high = gaps

    def places(rest, times):
        if not rest:
            span_is_short = not times or times[-1] - times[0] <= window
            return int(span_is_short and all(low <= b - a <= high for a, b in pairwise(times)))
        later = [t for t in history if not times or t > times[-1]]
        return sum(places(rest[1:], (*times, t)) for t in later if set(rest[0]) <= history[t])

    return places(sequence, ())
