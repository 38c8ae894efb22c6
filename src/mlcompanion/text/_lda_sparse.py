r"""A compiled sweep over the topics of all words at the cost of topics that are there.

With n_td, n_tw and n_t the counts of a topic in a document, for a word and in all, the word in
question left out, a topic has the weight

.. math:: \frac{(n_{td}+\alpha)(n_{tw}+\beta)}{n_t+W\beta}
    =\underbrace{\frac{\alpha\beta}{n_t+W\beta}}_{\text{all topics}}
    +\underbrace{\frac{n_{td}\,\beta}{n_t+W\beta}}_{\text{those of the document}}
    +\underbrace{\frac{(n_{td}+\alpha)\,n_{tw}}{n_t+W\beta}}_{\text{those of the word}}

The first sum changes in one term when a word moves; the others have few terms (Yao, Mimno and
McCallum 2009).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit


class Buckets(NamedTuple):
    """What a sparse sweep keeps beside the counts.

    Attributes
    ----------
    of_word : ndarray of int, shape (W, T)
        Topics with a count above 0: of word w the first ``n_of_word[w]`` of its row.
    n_of_word : ndarray of int, shape (W,)
    held : ndarray of int, shape (T,)
        Topics of the present document, at the front.
    shares : ndarray, shape (T,)
        1 / (n_t + W beta).
    pulls : ndarray, shape (T,)
        (n_td + alpha) / (n_t + W beta) in the present document.
    parts : ndarray, shape (T,)
        Scratch: the third sum, up to each topic of the word.
    sums : ndarray, shape (2,)
        Of the shares, and of n_td times them: the first sum and the second without their factors.
    """

    of_word: np.ndarray
    n_of_word: np.ndarray
    held: np.ndarray
    shares: np.ndarray
    pulls: np.ndarray
    parts: np.ndarray
    sums: np.ndarray


# A sparse sweep calls the functions below several times a word. They take arrays, not the tuples
# that hold them: Numba counts references to each array of a tuple, which would take ten times as
# long as the work itself.


@njit
def new_buckets(counts, priors):
    """Lists of the topics of all words, and the shares, from the counts; cost O(W T)."""
    W, T = counts.of_words.shape
    of_word = np.empty((W, T), dtype=np.int32)
    n_of_word = np.zeros(W, dtype=np.int64)
    for w in range(W):
        n_of_word[w] = list_topics(counts.of_words[w], of_word[w])
    # shares[t] = 1 / (n_t + W beta); sums: of the shares, and of n_td times them
    shares = 1.0 / (counts.of_all + priors.all_beta)
    sums = np.array([shares.sum(), 0.0])
    held = np.empty(T, dtype=np.int32)
    # pulls[t] = (n_td + alpha) shares[t]: alpha alone outside of the document at hand
    return Buckets(of_word, n_of_word, held, shares, priors.alpha * shares, np.empty(T), sums)


@njit
def list_topics(counts, topics):
    """Write the topics with a count above 0 into a list; return how many they are."""
    length = 0
    for t in range(len(counts)):
        if counts[t] > 0:
            topics[length] = t
            length += 1
    return length


@njit
def drop_topic(topics, length, t):
    """Take topic t out of the first ``length`` of a list; return the new length."""
    for j in range(length):
        if topics[j] == t:
            topics[j] = topics[length - 1]  # the order does not matter
            return length - 1
    return length


@njit
def open_document(here, held, shares, pulls, sums, alpha):
    """List the topics of a document, and make its second sum; return how many topics it has."""
    n_held = list_topics(here, held)
    sums[1] = 0.0
    for j in range(n_held):
        # the factor of n_tw in the third sum
        t = held[j]
        pulls[t] = (here[t] + alpha) * shares[t]
        sums[1] += here[t] * shares[t]
    return n_held


@njit
def set_share(t, share, here, shares, pulls, sums, alpha):
    """Give a topic a new share and pull after its counts changed; add its terms to the sums."""
    shares[t] = share
    pulls[t] = (here[t] + alpha) * share
    sums[0] += share
    sums[1] += here[t] * share


@njit
def hide_share(t, here, shares, sums):
    """Take the terms of a topic out of the sums before its counts change."""
    sums[0] -= shares[t]
    sums[1] -= here[t] * shares[t]


@njit
def add_up(topics, length, of_word, pulls, parts):
    """Add up the third sum over the topics of a word."""
    total = 0.0
    for j in range(length):
        t = topics[j]
        total += pulls[t] * of_word[t]
        parts[j] = total
    return total


@njit
def first_above(sums, length, level):
    """The first place whose running sum is above a level, or the last."""
    j = 0
    while j < length - 1 and sums[j] <= level:
        j += 1
    return j


@njit
def topic_of_document(held, n_held, here, shares, level):
    """Walk along the second sum, up to a level."""
    t = held[0]
    for j in range(n_held):
        t = held[j]
        # down the terms of the second sum, until the level is used up
        level -= here[t] * shares[t]
        if level < 0.0:
            break
    return t


@njit
def topic_of_all(shares, level):
    """Walk along the first sum, up to a level."""
    for t in range(len(shares)):
        level -= shares[t]
        if level < 0.0:
            return t
    return len(shares) - 1  # rounding left something


@njit
def sweep_document(words, topics, uniforms, here, counts, buckets, priors):
    """Redraw the topics of the words of a document, whose counts are ``here``."""
    alpha = priors.alpha
    beta = priors.beta
    of_all = counts.of_all
    held = buckets.held
    shares = buckets.shares
    pulls = buckets.pulls
    parts = buckets.parts
    sums = buckets.sums
    n_held = open_document(here, held, shares, pulls, sums, alpha)
    for i in range(len(words)):
        w = words[i]
        t = topics[i]
        of_word = counts.of_words[w]
        listed = buckets.of_word[w]
        n_listed = buckets.n_of_word[w]
        # the word leaves its topic
        hide_share(t, here, shares, sums)
        here[t] -= 1
        of_word[t] -= 1
        of_all[t] -= 1
        set_share(t, 1.0 / (of_all[t] + priors.all_beta), here, shares, pulls, sums, alpha)
        if here[t] == 0:
            n_held = drop_topic(held, n_held, t)
        if of_word[t] == 0:
            n_listed = drop_topic(listed, n_listed, t)
        # one of the three sums, then a term of it
        third = add_up(listed, n_listed, of_word, pulls, parts)
        # a uniform level on the whole weight decides first the sum, then a term of it
        level = uniforms[i] * (third + beta * sums[1] + alpha * beta * sums[0])
        if level < third:  # usually the greatest sum: most draws end here
            t = listed[first_above(parts, n_listed, level)]
        elif level - third < beta * sums[1] and n_held > 0:
            t = topic_of_document(held, n_held, here, shares, (level - third) / beta)
        else:
            t = topic_of_all(shares, ((level - third) / beta - sums[1]) / alpha)
        # the word joins the topic drawn
        if here[t] == 0:
            held[n_held] = t
            n_held += 1
        if of_word[t] == 0:
            listed[n_listed] = t
            n_listed += 1
        hide_share(t, here, shares, sums)
        here[t] += 1
        of_word[t] += 1
        of_all[t] += 1
        set_share(t, 1.0 / (of_all[t] + priors.all_beta), here, shares, pulls, sums, alpha)
        topics[i] = t
        buckets.n_of_word[w] = n_listed
    for j in range(n_held):
        pulls[held[j]] = alpha * shares[held[j]]  # as the next document finds it


@njit
def sparse_sweep(corpus, topics, counts, priors, uniforms):
    """Redraw the topic of every word at the cost of the topics of its document and of its word.

    The third choice, among all topics, is rare: its share is about alpha T beta W in n.
    """
    buckets = new_buckets(counts, priors)  # anew: sums lose digits over a sweep
    for d in range(len(corpus.starts) - 1):
        start = corpus.starts[d]
        end = corpus.starts[d + 1]
        sweep_document(
            corpus.words[start:end],
            topics[start:end],
            uniforms[start:end],
            counts.of_documents[d],
            counts,
            buckets,
            priors,
        )
