"""Compiled loops over the topics of all words: counts, the dense sweep, the log joint's sums."""

import math
from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit


class Corpus(NamedTuple):
    """Words of all documents, in turn: document d has ``starts[d]`` to ``starts[d+1]``."""

    words: np.ndarray
    starts: np.ndarray


class TopicCounts(NamedTuple):
    """How often each topic stands in a document (D, T), for a word (W, T), in all (T,)."""

    of_documents: np.ndarray
    of_words: np.ndarray
    of_all: np.ndarray


class Concentrations(NamedTuple):
    """alpha of the topics of a document, beta of the words of a topic, and W beta."""

    alpha: float
    beta: float
    all_beta: float


@njit
def count_topics(corpus, topics, counts):
    """Counts from the topics of all words."""
    counts.of_documents[:] = 0
    counts.of_words[:] = 0
    counts.of_all[:] = 0
    for d in range(len(corpus.starts) - 1):
        for i in range(corpus.starts[d], corpus.starts[d + 1]):
            t = topics[i]
            counts.of_documents[d, t] += 1
            counts.of_words[corpus.words[i], t] += 1
            counts.of_all[t] += 1


@njit
def dense_sweep(corpus, topics, counts, priors, uniforms):
    """Redraw the topic of every word from all T weights; cost O(T) a word."""
    T = len(counts.of_all)
    sums = np.empty(T)
    shares = np.empty(T)  # 1 / (n_t + W beta)
    for t in range(T):
        shares[t] = 1.0 / (counts.of_all[t] + priors.all_beta)
    for d in range(len(corpus.starts) - 1):
        here = counts.of_documents[d]
        for i in range(corpus.starts[d], corpus.starts[d + 1]):
            of_word = counts.of_words[corpus.words[i]]
            t = topics[i]
            here[t] -= 1
            of_word[t] -= 1
            counts.of_all[t] -= 1
            shares[t] = 1.0 / (counts.of_all[t] + priors.all_beta)  # two divisions a word, not T
            total = 0.0
            for k in range(T):
                # weights as running sums, for the draw by inversion
                total += (here[k] + priors.alpha) * (of_word[k] + priors.beta) * shares[k]
                sums[k] = total
            level = uniforms[i] * total
            t = 0
            while t < T - 1 and sums[t] <= level:  # inversion; the last takes what rounding leaves
                t += 1
            topics[i] = t
            here[t] += 1
            of_word[t] += 1
            counts.of_all[t] += 1
            shares[t] = 1.0 / (counts.of_all[t] + priors.all_beta)


@njit
def log_gamma_gains(counts, prior):
    """Sum of log Gamma(n + prior) - log Gamma(prior) over all counts; those that are 0 are free."""
    base = math.lgamma(prior)
    known = np.full(64, np.nan)
    total = 0.0
    for n in counts.ravel():
        if n == 0:
            continue
        if n < 64:
            if math.isnan(known[n]):  # most counts are small: one logarithm serves them
                known[n] = math.lgamma(n + prior) - base
            total += known[n]
        else:
            total += math.lgamma(n + prior) - base
    return total
