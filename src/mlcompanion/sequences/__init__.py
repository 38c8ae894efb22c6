"""Strings as chains: the best string, its features, sums and maxima over all strings."""

from .chain_maxima import ChainMaxima, chain_maxima
from .chain_sums import ChainSums, chain_sums
from .features import ChainFeatures, hamming
from .viterbi import viterbi

__all__ = [
    "ChainFeatures",
    "ChainMaxima",
    "ChainSums",
    "chain_maxima",
    "chain_sums",
    "hamming",
    "viterbi",
]
