"""What stands in for 20 Newsgroups, RCV1 and the source's genes, which cannot be had.

Tf-idf is scikit-learn's: the weight of a word is log((1 + N) / (1 + its documents)) + 1, and rows
have length 1.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.cluster.hierarchy import fcluster, linkage
from sklearn.feature_extraction.text import TfidfTransformer

from mlcompanion.datasets import load_nci60, load_reuters, load_spambase, load_tate_text

__all__ = ["Corpus", "expression", "mails", "stories", "titles", "zipf_rows"]

#: The source's numbers of genes and of groups of them.
N_GENES = 3510
N_GROUPS = 1103


class Corpus(NamedTuple):
    """Documents by words: tf-idf, counts, labels (None: there are none), and the words."""

    X: sparse.csr_array
    counts: sparse.csr_array
    y: np.ndarray
    words: list


def weighted(counts):
    """Tf-idf of counts, rows of length 1."""
    return sparse.csr_array(TfidfTransformer().fit_transform(counts))


def _corpus(counts, y, words):
    """Without the documents that have none of the words."""
    counts = sparse.csr_array(counts, dtype=float)
    some = np.flatnonzero(counts.sum(axis=1) > 0)
    kept = counts[some]
    return Corpus(weighted(kept), kept, None if y is None else np.asarray(y)[some], list(words))


@cache
def stories():
    """395 Reuters stories, 4,258 words, no labels."""
    reuters = load_reuters(as_csr=True)
    return _corpus(reuters.data, None, reuters.feature_names)


@cache
def titles():
    """Titles at the Tate in the five most frequent media: words that stand in two titles or more.

    1,451 titles of three words or so, 508 words, five classes.
    """
    tate = load_tate_text(n_media=5, min_titles=2)
    return _corpus(tate.data, tate.target, tate.feature_names)


@cache
def mails():
    """Spambase, 1,500 of its e-mails: how frequent 48 words and 6 characters are, two classes."""
    spam = load_spambase()
    drawn = np.sort(np.random.default_rng(0).choice(len(spam.data), 1500, replace=False))
    shares = sparse.csr_array(spam.data[drawn, :54])
    return _corpus(shares, np.asarray(spam.target)[drawn], spam.feature_names[:54])


@cache
def expression():
    """64 lines of cancer cells by 3,510 genes, and 1,103 groups of genes that go together.

    The genes vary most among 6,830; each column has length 1, and is not centred. Groups are made
    by average linkage of one minus the correlation: they stand in for those of the gene ontology.
    """
    data = load_nci60().data
    varying = np.sort(np.argsort(-data.std(axis=0), kind="stable")[:N_GENES])
    X = data[:, varying]
    groups = fcluster(linkage(X.T, "average", metric="correlation"), N_GROUPS, "maxclust")
    return X / np.linalg.norm(X, axis=0), groups


def zipf_rows(seed, n=395, n_words=4258, length=150, topics=20):
    """Documents whose words follow Zipf's law, each document with a topic that shuffles the ranks.

    Half of a document's words come from a law that is common to all.
    """
    rng = np.random.default_rng(seed)
    law = 1 / np.arange(1, n_words + 1)
    law /= law.sum()
    rows = []
    orders = [rng.permutation(n_words) for _ in range(topics)]
    for _ in range(n):
        mixed = 0.5 * law
        mixed[orders[rng.integers(topics)]] += 0.5 * law
        rows.append(rng.multinomial(length, mixed / mixed.sum()))
    return weighted(sparse.csr_array(np.array(rows, dtype=float)))
