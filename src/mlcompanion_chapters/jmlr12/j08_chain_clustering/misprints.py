"""What is printed beside what is right, without the library's chains.

Ukkonen (2011), section 3.1.3 and Appendix A, section 4.3.2.
"""

from fractions import Fraction
from itertools import permutations
from math import comb, factorial, log, sqrt

from scipy.stats import hypergeom

__all__ = ["common_item_sums", "constants", "gap_example", "needed_chains", "swap_example"]


def needed_chains(gap, k=2):
    """The least n above 100 with k log(n) / sqrt(n) <= gap, by halving."""
    low, high = 100, 101
    while k * log(high) / sqrt(high) > gap:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if k * log(middle) / sqrt(middle) > gap else (low, middle)
    return high


def gap_example(m=200, length=5):
    """Bound, last but one expression of its proof, the gap itself, and both numbers of chains."""
    share = 2 * length / m
    law = hypergeom(m, length, length)
    gap = sum(law.pmf(i) * (1 - 1 / factorial(i)) for i in range(2, length + 1))
    return {
        "bound": 2 * length**2 / m,
        "chain": share * sum((1 - share) ** i for i in range(length)),
        "gap": float(gap),
        "n_printed": needed_chains(1 / 8),
        "n_true": needed_chains(gap),
    }


def is_valid(chains, one, two, i, j):
    """Definition 7, with chains and places numbered from 1."""
    first, second = chains[one - 1], chains[two - 1]
    return first[i - 1] == second[j] and first[i] == second[j - 1]


def swap_example():
    """The tuples of the source's example before and after its swap of 3 and 4."""
    before = [(1, 2, 3, 4, 5), (7, 8, 4, 3, 6), (3, 2, 6, 4, 1)]
    after = [(1, 2, 4, 3, 5), (7, 8, 3, 4, 6), (3, 2, 6, 4, 1)]
    return {
        "printed_before": is_valid(before, 1, 2, 2, 1),
        "right_before": is_valid(before, 1, 3, 2, 1),
        "right_after": is_valid(after, 1, 3, 2, 1),
    }


def constants():
    """The constants with which Equations 12 and 17 hold for the first of three items among five."""
    fits = [
        order
        for order in permutations(range(5))
        if order.index(0) < order.index(1) < order.index(2)
    ]
    total = sum(Fraction(order.index(0) + 1) - Fraction(6, 2) for order in fits)
    own = Fraction(1) - Fraction(4, 2)
    return {"q12": float(own / total), "q17": float(total / own)}


def common_item_sums(m=20, length=5):
    """Chances of all numbers of common items, added up, as printed and as right."""
    rest = [comb(m - length, length - i) for i in range(length + 1)]
    everything = comb(m, length)
    return {
        "printed": sum(comb(length, length) * r for r in rest) / everything,
        "right": sum(comb(length, i) * r for i, r in enumerate(rest)) / everything,
    }
