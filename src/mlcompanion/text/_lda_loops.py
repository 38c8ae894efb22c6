r"""Compiled sweeps over the topics of all words: dense, and at the cost of topics that are there.

With n_td, n_tw and n_t the counts of a topic in a document, for a word and in all, the word in
question left out, a topic has the weight

.. math:: \frac{(n_{td}+\alpha)(n_{tw}+\beta)}{n_t+W\beta}
    =\underbrace{\frac{\alpha\beta}{n_t+W\beta}}_{\text{all topics}}
    +\underbrace{\frac{n_{td}\,\beta}{n_t+W\beta}}_{\text{those of the document}}
    +\underbrace{\frac{(n_{td}+\alpha)\,n_{tw}}{n_t+W\beta}}_{\text{those of the word}}

The first sum changes in one term when a word moves; the others have few terms (Yao, Mimno and
McCallum 2009).
"""

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


class Buckets(NamedTuple):
    """What a sparse sweep keeps beside the counts.

    Attributes
    ----------
    of_word : ndarray of int, shape (W, T)
        Topics with a count above 0: of word w the first ``n_of_word[w]`` of its row.
    n_of_word : ndarray of int, shape (W,)
    held : ndarray of int, shape (T,)
        Topics of the present document: the first ``n_held[0]``.
    n_held : ndarray of int, shape (1,)
    pulls : ndarray, shape (T,)
        (n_td + alpha) / (n_t + W beta) in the present document.
    parts : ndarray, shape (T,)
        Scratch: the terms of the third sum.
    sums : ndarray, shape (2,)
        The first sum and the second.
    """

    of_word: np.ndarray
    n_of_word: np.ndarray
    held: np.ndarray
    n_held: np.ndarray
    pulls: np.ndarray
    parts: np.ndarray
    sums: np.ndarray


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
            shares[t] = 1.0 / (counts.of_all[t] + priors.all_beta)
            total = 0.0
            for k in range(T):
                total += (here[k] + priors.alpha) * (of_word[k] + priors.beta) * shares[k]
                sums[k] = total
            level = uniforms[i] * total
            t = 0
            while t < T - 1 and sums[t] <= level:
                t += 1
            topics[i] = t
            here[t] += 1
            of_word[t] += 1
            counts.of_all[t] += 1
            shares[t] = 1.0 / (counts.of_all[t] + priors.all_beta)


@njit
def new_buckets(counts, priors):
    """Lists of the topics of all words and the first sum, from the counts; cost O(W T)."""
    W, T = counts.of_words.shape
    buckets = Buckets(
        np.empty((W, T), dtype=np.int32),
        np.zeros(W, dtype=np.int64),
        np.empty(T, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.empty(T),
        np.empty(T),
        np.zeros(2),
    )
    for w in range(W):
        for t in range(T):
            if counts.of_words[w, t] > 0:
                buckets.of_word[w, buckets.n_of_word[w]] = t
                buckets.n_of_word[w] += 1
    for t in range(T):
        share = 1.0 / (counts.of_all[t] + priors.all_beta)
        buckets.pulls[t] = priors.alpha * share
        buckets.sums[0] += priors.alpha * priors.beta * share
    return buckets


@njit
def drop_topic(topics, length, t):
    """Take topic t out of the first ``length`` of a list; return the new length."""
    for j in range(length):
        if topics[j] == t:
            topics[j] = topics[length - 1]
            return length - 1
    return length


@njit
def open_document(buckets, here, topics, counts, priors):
    """Topics and second sum of a document, from the topics of its words."""
    buckets.n_held[0] = 0
    buckets.sums[1] = 0.0
    for t in topics:
        seen = False
        for j in range(buckets.n_held[0]):
            seen = seen or buckets.held[j] == t
        if not seen:
            buckets.held[buckets.n_held[0]] = t
            buckets.n_held[0] += 1
            share = 1.0 / (counts.of_all[t] + priors.all_beta)
            buckets.pulls[t] = (here[t] + priors.alpha) * share
            buckets.sums[1] += priors.beta * here[t] * share


@njit
def close_document(buckets, counts, priors):
    """Leave the pulls as they are in a document without words."""
    for j in range(buckets.n_held[0]):
        t = buckets.held[j]
        buckets.pulls[t] = priors.alpha / (counts.of_all[t] + priors.all_beta)


@njit
def shift_sums(buckets, here, t, counts, priors, sign):
    """Take the terms of topic t out of the two sums or put them in; set its pull."""
    share = 1.0 / (counts.of_all[t] + priors.all_beta)
    buckets.sums[0] += sign * priors.alpha * priors.beta * share
    buckets.sums[1] += sign * priors.beta * here[t] * share
    buckets.pulls[t] = (here[t] + priors.alpha) * share


@njit
def leave_topic(buckets, here, w, t, counts, priors):
    """Take a word w of the present document out of topic t."""
    shift_sums(buckets, here, t, counts, priors, -1.0)
    here[t] -= 1
    counts.of_words[w, t] -= 1
    counts.of_all[t] -= 1
    shift_sums(buckets, here, t, counts, priors, 1.0)
    if here[t] == 0:
        buckets.n_held[0] = drop_topic(buckets.held, buckets.n_held[0], t)
    if counts.of_words[w, t] == 0:
        buckets.n_of_word[w] = drop_topic(buckets.of_word[w], buckets.n_of_word[w], t)


@njit
def join_topic(buckets, here, w, t, counts, priors):
    """Put a word w of the present document into topic t."""
    if here[t] == 0:
        buckets.held[buckets.n_held[0]] = t
        buckets.n_held[0] += 1
    if counts.of_words[w, t] == 0:
        buckets.of_word[w, buckets.n_of_word[w]] = t
        buckets.n_of_word[w] += 1
    shift_sums(buckets, here, t, counts, priors, -1.0)
    here[t] += 1
    counts.of_words[w, t] += 1
    counts.of_all[t] += 1
    shift_sums(buckets, here, t, counts, priors, 1.0)


@njit
def choose_topic(buckets, here, w, counts, priors, uniform):
    """Draw a topic: of those of the word, of those of the document, or of all."""
    in_word = 0.0
    length = buckets.n_of_word[w]
    for j in range(length):
        t = buckets.of_word[w, j]
        buckets.parts[j] = buckets.pulls[t] * counts.of_words[w, t]
        in_word += buckets.parts[j]
    level = uniform * (in_word + buckets.sums[1] + buckets.sums[0])
    if level < in_word:
        for j in range(length):
            level -= buckets.parts[j]
            if level < 0.0:
                return np.int64(buckets.of_word[w, j])
        return np.int64(buckets.of_word[w, length - 1])
    level -= in_word
    if level < buckets.sums[1] and buckets.n_held[0] > 0:
        for j in range(buckets.n_held[0]):
            t = buckets.held[j]
            level -= priors.beta * here[t] / (counts.of_all[t] + priors.all_beta)
            if level < 0.0:
                return t
        return buckets.held[buckets.n_held[0] - 1]
    level -= buckets.sums[1]
    T = len(counts.of_all)
    for t in range(T):
        level -= priors.alpha * priors.beta / (counts.of_all[t] + priors.all_beta)
        if level < 0.0:
            return np.int64(t)
    return np.int64(T - 1)


@njit
def sparse_sweep(corpus, topics, counts, priors, uniforms):
    """Redraw the topic of every word at the cost of the topics of its document and of its word.

    The third choice, among all topics, is rare: its share is about alpha T beta W in n.
    """
    buckets = new_buckets(counts, priors)
    for d in range(len(corpus.starts) - 1):
        here = counts.of_documents[d]
        start = corpus.starts[d]
        end = corpus.starts[d + 1]
        open_document(buckets, here, topics[start:end], counts, priors)
        for i in range(start, end):
            w = corpus.words[i]
            leave_topic(buckets, here, w, topics[i], counts, priors)
            topics[i] = choose_topic(buckets, here, w, counts, priors, uniforms[i])
            join_topic(buckets, here, w, topics[i], counts, priors)
        close_document(buckets, counts, priors)


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
            if math.isnan(known[n]):
                known[n] = math.lgamma(n + prior) - base
            total += known[n]
        else:
            total += math.lgamma(n + prior) - base
    return total
