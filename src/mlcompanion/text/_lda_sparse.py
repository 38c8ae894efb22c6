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


class WordTopics(NamedTuple):
    """Topics with a count above 0, of all words, one word after another.

    A word has room for as many topics as it has places: much less than a row of all topics, so that
    the lists of most words stay near the processor.

    Attributes
    ----------
    topics : ndarray of uint32, shape (size,)
        Unsigned: Numba then need not ask whether a place counts from the end.
    counts : ndarray of int32, shape (size,)
    starts : ndarray of int, shape (W,)
        First place of each word.
    lengths : ndarray of int, shape (W,)
    """

    topics: np.ndarray
    counts: np.ndarray
    starts: np.ndarray
    lengths: np.ndarray


class Buckets(NamedTuple):
    """What a sparse sweep keeps beside the counts.

    Attributes
    ----------
    of_all : ndarray of int, shape (T,)
        n_t: those of the counts, not a copy.
    held : ndarray of uint32, shape (T,)
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

    of_all: np.ndarray
    held: np.ndarray
    shares: np.ndarray
    pulls: np.ndarray
    parts: np.ndarray
    sums: np.ndarray


# A sparse sweep calls the functions below several times a word. They take arrays, not the tuples
# that hold them: Numba counts references to each array of a tuple, which would take ten times as
# long as the work itself.


@njit
def new_lists(words, of_words):
    """Lists of the topics of all words, from their counts (W, T); cost O(N + W T)."""
    W, T = of_words.shape
    rooms = np.zeros(W, dtype=np.int64)
    for w in words:
        rooms[w] += 1
    starts = np.empty(W, dtype=np.int64)
    size = 0
    for w in range(W):
        starts[w] = size
        size += min(rooms[w], T)
    lists = WordTopics(
        np.empty(size, dtype=np.uint32),
        np.empty(size, dtype=np.int32),
        starts,
        np.empty(W, dtype=np.int64),
    )
    for w in range(W):
        end = starts[w]
        for t in range(T):
            if of_words[w, t] > 0:
                lists.topics[end] = t
                lists.counts[end] = of_words[w, t]
                end += 1
        lists.lengths[w] = end - starts[w]
    return lists


@njit
def write_counts(lists, of_words):
    """Counts (W, T) from the lists."""
    of_words[:] = 0
    for w in range(len(lists.starts)):
        for j in range(lists.starts[w], lists.starts[w] + lists.lengths[w]):
            of_words[w, lists.topics[j]] = lists.counts[j]


@njit
def new_buckets(counts, priors):
    """The shares and pulls outside of documents, and their sum, from the counts; cost O(T)."""
    T = len(counts.of_all)
    # shares[t] = 1 / (n_t + W beta); sums: of the shares, and of n_td times them
    shares = 1.0 / (counts.of_all + priors.all_beta)
    sums = np.array([shares.sum(), 0.0])
    held = np.empty(T, dtype=np.uint32)
    # pulls[t] = (n_td + alpha) shares[t]: alpha alone outside of the document at hand
    return Buckets(counts.of_all, held, shares, priors.alpha * shares, np.empty(T), sums)


@njit
def place_of(topics, start, end, t):
    """The place of topic t in a stretch of a list, or the end."""
    j = start
    while j < end and topics[j] != t:
        j += 1
    return j


@njit
def drop_topic(held, n_held, t):
    """Take topic t out of the first ``n_held`` of a list; return the new length."""
    # the last comes to its place: the order does not matter
    held[place_of(held, 0, n_held, t)] = held[n_held - 1]
    return n_held - 1


@njit
def leave_list(topics, counts, start, end, t):
    """Count a word once less in topic t of its list, which has it; return the new end."""
    j = place_of(topics, start, end, t)
    counts[j] -= 1
    if counts[j] > 0:
        return end
    topics[j] = topics[end - 1]
    counts[j] = counts[end - 1]
    return end - 1


@njit
def join_list(topics, counts, start, end, t):
    """Count a word once more in topic t of its list; return the new end."""
    j = place_of(topics, start, end, t)
    if j < end:
        counts[j] += 1
        return end
    topics[j] = t
    counts[j] = 1
    return end + 1


@njit
def open_document(here, held, shares, pulls, sums, alpha):
    """List the topics of a document, and make its second sum; return how many topics it has."""
    n_held = 0
    sums[1] = 0.0
    for t in range(len(here)):
        if here[t] > 0:
            held[n_held] = t
            n_held += 1
            # the factor of n_tw in the third sum
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
def add_up(topics, counts, start, end, pulls, parts):
    """Add up the third sum over the topics of a word."""
    total = 0.0
    for j in range(start, end):
        total += pulls[topics[j]] * counts[j]
        parts[j - start] = total
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
def sweep_document(words, topics, uniforms, here, lists, buckets, priors):
    """Redraw the topics of the words of a document, whose counts are ``here``."""
    alpha = priors.alpha
    beta = priors.beta
    listed = lists.topics
    n_listed = lists.counts
    of_all = buckets.of_all
    held = buckets.held
    shares = buckets.shares
    pulls = buckets.pulls
    parts = buckets.parts
    sums = buckets.sums
    n_held = open_document(here, held, shares, pulls, sums, alpha)
    for i in range(len(words)):
        w = words[i]
        t = topics[i]
        start = lists.starts[w]
        end = start + lists.lengths[w]
        # the word leaves its topic
        hide_share(t, here, shares, sums)
        here[t] -= 1
        of_all[t] -= 1
        set_share(t, 1.0 / (of_all[t] + priors.all_beta), here, shares, pulls, sums, alpha)
        if here[t] == 0:
            n_held = drop_topic(held, n_held, t)
        end = leave_list(listed, n_listed, start, end, t)
        # one of the three sums, then a term of it
        third = add_up(listed, n_listed, start, end, pulls, parts)
        # a uniform level on the whole weight decides first the sum, then a term of it
        level = uniforms[i] * (third + beta * sums[1] + alpha * beta * sums[0])
        if level < third:  # usually the greatest sum: most draws end here
            j = start + first_above(parts, end - start, level)
            t = listed[j]
            n_listed[j] += 1
        else:
            if level - third < beta * sums[1] and n_held > 0:
                t = topic_of_document(held, n_held, here, shares, (level - third) / beta)
            else:
                t = topic_of_all(shares, ((level - third) / beta - sums[1]) / alpha)
            end = join_list(listed, n_listed, start, end, t)
        # the word joins the topic drawn
        if here[t] == 0:
            held[n_held] = t
            n_held += 1
        hide_share(t, here, shares, sums)
        here[t] += 1
        of_all[t] += 1
        set_share(t, 1.0 / (of_all[t] + priors.all_beta), here, shares, pulls, sums, alpha)
        topics[i] = t
        lists.lengths[w] = end - start
    for j in range(n_held):
        pulls[held[j]] = alpha * shares[held[j]]  # as the next document finds it


@njit
def sparse_sweep(corpus, topics, counts, priors, uniforms):
    """Redraw the topic of every word at the cost of the topics of its document and of its word.

    The third choice, among all topics, is rare: its share is about alpha T beta W in n.
    """
    lists = new_lists(corpus.words, counts.of_words)
    buckets = new_buckets(counts, priors)  # anew: sums lose digits over a sweep
    for d in range(len(corpus.starts) - 1):
        start = corpus.starts[d]
        end = corpus.starts[d + 1]
        sweep_document(
            corpus.words[start:end],
            topics[start:end],
            uniforms[start:end],
            counts.of_documents[d],
            lists,
            buckets,
            priors,
        )
    write_counts(lists, counts.of_words)
