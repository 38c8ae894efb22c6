"""Kernels of queries and pages, and rankers on them."""

from .robust_ranker import RobustRanker, preference_gram
from .search_kernels import (
    click_query_kernel,
    cosine_kernel,
    preference_pairs,
    s_kernel,
    sum_s_kernel,
)

__all__ = [
    "RobustRanker",
    "click_query_kernel",
    "cosine_kernel",
    "preference_gram",
    "preference_pairs",
    "s_kernel",
    "sum_s_kernel",
]
