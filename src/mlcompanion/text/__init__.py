"""Texts: how well a page matches a query, how good a ranking is, and topics of documents."""

from .lda import LDAGibbs, TopicState, lda_log_joint, perplexity, topic_states
from .rankings import average_precision, ndcg_at
from .relevance import BM25, VSM, DirichletLM
from .s_functions import SFunction
from .topic_words import top_words

__all__ = [
    "BM25",
    "VSM",
    "DirichletLM",
    "LDAGibbs",
    "SFunction",
    "TopicState",
    "average_precision",
    "lda_log_joint",
    "ndcg_at",
    "perplexity",
    "top_words",
    "topic_states",
]
