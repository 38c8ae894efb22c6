"""Strings as chains: the best string, its features, and the posterior of a hidden chain."""

from .features import ChainFeatures, hamming
from .forward_backward import forward_backward
from .viterbi import viterbi

__all__ = ["ChainFeatures", "forward_backward", "hamming", "viterbi"]
