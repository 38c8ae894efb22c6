"""Strings as chains: the best string, its features, and the posterior of a hidden chain."""

from .features import ChainFeatures, hamming
from .viterbi import viterbi

__all__ = ["ChainFeatures", "hamming", "viterbi"]
