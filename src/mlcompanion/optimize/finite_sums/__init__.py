"""Sums over samples: one protocol to ask them, one record of work, and their solvers."""

from .finite_sum import CountedSum, FiniteSum
from .work import Work, WorkCurve

__all__ = [
    "CountedSum",
    "FiniteSum",
    "Work",
    "WorkCurve",
]
