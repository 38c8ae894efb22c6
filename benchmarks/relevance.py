"""BM25 of a collection for many queries: rank_bm25 and bm25s.

All get the same lists of words. The peers' weights of terms are set to ours, Lucene's logarithm of
one more, which bm25s has under that name; its factor k1 + 1 belongs to its method "atire". Queries
hold no word twice: ours lets repeated ones wear out, the peers add them up. bm25s scores with
64 bits, by machine code.
"""

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer

from _race import duel, equal, peer
from mlcompanion.datasets import load_reuters
from mlcompanion.text import BM25

TITLE = "Relevance by BM25"
CHAPTER = "jmlr12/10_search_relevance"
K1 = 1.2
B = 0.75


def reuters(n_queries=200, n_words=3, seed=0):
    """The stories as lists of words in any order, and queries from words of random stories."""
    data = load_reuters().data
    names = np.array(load_reuters().feature_names)
    rng = np.random.default_rng(seed)
    stories = [list(rng.permutation(np.repeat(names, row))) for row in data]
    return stories, queries(stories, n_queries, n_words, rng)


def zipfian(n=20_000, n_terms=30_000, n_queries=200, n_words=3, seed=0):
    """Documents of about 60 words whose frequencies fall like one over their rank."""
    rng = np.random.default_rng(seed)
    shares = 1 / np.arange(1, n_terms + 1)
    lengths = rng.poisson(60, n) + 1
    words = rng.choice(n_terms, lengths.sum(), p=shares / shares.sum()).astype(str)
    documents = [list(part) for part in np.split(words, np.cumsum(lengths)[:-1])]
    return documents, queries(documents, n_queries, n_words, rng)


def queries(documents, n_queries, n_words, rng):
    """Different words of one document each."""
    chosen = rng.choice(len(documents), n_queries)
    found = [np.unique(documents[i]) for i in chosen]
    return [[str(w) for w in rng.permutation(words)[:n_words]] for words in found]


def as_they_are(words):
    """What a list of words consists of."""
    return words


class Ours:
    """Counts of the words, then the model."""

    def __init__(self, documents):
        self.counter = CountVectorizer(analyzer=as_they_are)
        self.model = BM25(k1=K1, b=B).fit(self.counter.fit_transform(documents))

    def scores(self, asked):
        """Scores of all documents, a row a query."""
        return self.model.relevance(self.counter.transform(asked))


def rank_bm25_index(module, documents):
    """Its Okapi model with Lucene's weights in place of its own, which it cuts off at 1/4."""

    class Lucene(module.BM25Okapi):
        def _calc_idf(self, nd):
            n = self.corpus_size
            self.idf = {word: np.log1p((n - df + 0.5) / (df + 0.5)) for word, df in nd.items()}

    return Lucene(documents, k1=K1, b=B)


def bm25s_index(module, documents):
    """Lucene's weights with the factor k1 + 1, in 64 bits, scored by machine code."""
    index = module.BM25(
        K1, B, method="atire", idf_method="lucene", dtype="float64", backend="numba"
    )
    index.index(documents, show_progress=False)
    return index


def rows():
    """Scores of all documents, index given; then the index from lists of words."""
    peers = {"rank_bm25": (peer("rank_bm25", "rank-bm25"), rank_bm25_index),
             "bm25s": (peer("bm25s"), bm25s_index)}  # fmt: skip
    for size, (documents, asked) in (("395 stories", reuters()), ("20,000 texts", zipfian())):
        ours = Ours(documents)
        for name, (module, index_of) in peers.items():
            if module is None:
                continue
            index = index_of(module, documents)
            some = asked if name == "bm25s" else asked[:20]
            yield duel(
                "scores", f"{len(some)} queries, {size}", lambda ours=ours, some=some:
                ours.scores(some), name,
                lambda index=index, some=some: np.array([index.get_scores(q) for q in some]),
                same=equal(rtol=1e-9, atol=1e-12), note="equal scores",
            )  # fmt: skip
            yield duel(
                "index from lists of words", size,
                lambda documents=documents: Ours(documents), name,
                lambda module=module, index_of=index_of, documents=documents:
                index_of(module, documents),
                same=lambda a, b, name=name, some=some: equal(rtol=1e-9, atol=1e-12)(
                    a.scores(some), np.array([b.get_scores(q) for q in some])
                ),
                note="equal scores afterwards", repeats=3,
                reason="nearly all of ours is scikit-learn's CountVectorizer, which counts words",
            )  # fmt: skip
