"""Semirings whose sum is a maximum or a minimum: McAuley and Caetano (2011), Equation 2.

The searches of this room know one order, the falling one, and two products. A minimum of sums is
the maximum of the negated terms, to the last bit, so that it needs no search of its own.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_in

__all__ = ["Semiring", "check_semiring"]


class Semiring(NamedTuple):
    """What is put in place of plus and times.

    Attributes
    ----------
    name : str
    product : bool
        Whether two entries are multiplied; else they are added.
    minimum : bool
        Whether the smallest is wanted; entries are then kept with the other sign.
    """

    name: str
    product: bool
    minimum: bool


_KNOWN = {
    "max-sum": Semiring("max-sum", product=False, minimum=False),
    "min-sum": Semiring("min-sum", product=False, minimum=True),
    "max-product": Semiring("max-product", product=True, minimum=False),
}


def check_semiring(name):
    """The semiring of this name; a signed product is none, as it keeps no order (Equation 2)."""
    return _KNOWN[check_in(name, "semiring", _KNOWN)]


def enter(semiring, value, name, **options):
    """Checked entries, larger ones better; the worst possible entry may be infinite."""
    low = 0 if semiring.product else -np.inf
    array = check_array(value, name, finite=False, low=low, **options)
    if semiring.minimum:
        array = -array  # negation is exact: a minimum of sums loses no bit
    # its products with the worst entry would not be defined
    if (array == np.inf).any():
        raise ValueError(f"{name} contains infinity, which is above all in {semiring.name}")
    return array


def leave(semiring, values):
    """Values as the caller knows them."""
    return -values if semiring.minimum else values


def combine(semiring, a, b):
    """What stands for the product, entry by entry."""
    return a * b if semiring.product else a + b
