"""Texts: how well a page matches a query, and how good a ranking is."""

from .rankings import average_precision, ndcg_at
from .relevance import BM25, VSM, DirichletLM
from .s_functions import SFunction

__all__ = ["BM25", "VSM", "DirichletLM", "SFunction", "average_precision", "ndcg_at"]
