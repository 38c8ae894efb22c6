"""Choi, Tan, Anandkumar, Willsky (2011): latent trees and classes of words, trained and tested.

Settles of chapter jmlr12/19_latent_trees: table4-5-newsgroups.

A case is a method and a random half of the texts.
"""

from ..real_data import WORD_METHODS, score_words

SIZES = {"default": {"splits": 10}, "paper": {"splits": 10}}


def cases(splits):
    """Every method on every split, and ten classes as in the source."""
    return [{"method": m, "split": s} for m in (*WORD_METHODS, "lcm10") for s in range(splits)]


def run(case):
    """Log-likelihoods of both halves, hidden nodes, states and free probabilities."""
    return score_words(case["method"], case["split"])
