"""Re-ranking with a log of clicks: the pipeline of Wu, Xu, Li and Oyama (2011), sections 6 and 7.

A log is a bunch as :func:`mlcompanion.datasets.make_click_log` returns. Its showings are split in
two: the first half tells which queries are alike, the second gives the preferences.
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse, stats

from mlcompanion._validation import check_in
from mlcompanion.kernel_methods import RobustRanker, click_query_kernel, preference_pairs
from mlcompanion.kernel_methods.search.robust_ranker import preference_gram
from mlcompanion.kernel_methods.search.search_kernels import cosine_kernel
from mlcompanion.optimize.dual.dual_coordinate_ascent import dual_coordinate_ascent
from mlcompanion.text import BM25, average_precision, ndcg_at

__all__ = [
    "MEASURES",
    "METHODS",
    "ClickSearch",
    "Task",
    "click_table",
    "judged",
    "mixed_precision",
    "neighbour_precision",
    "paired_p",
]

#: Rankers that are compared, the source's own first.
METHODS = ("Robust BM25", "pairwise kernel", "query expansion", "BM25")
#: Measures of a ranking, as in Table 5.
MEASURES = ("MAP", "NDCG@1", "NDCG@3", "NDCG@5")
GOOD = 3  # the least grade, Excellent, of a page that counts as relevant


def click_table(log, which=slice(None)):
    """How often each page was clicked after each query: sparse, (n_queries, n_pages)."""
    row, rank = np.nonzero(log.clicked[which])
    places = log.asked[which][row], log.shown[which][row, rank]
    return sparse.csr_array((np.ones(len(row)), places), shape=log.grades.shape)


def judged(grades, scores, retrieved):
    """Average precision and NDCG at 1, 3 and 5, as ``MEASURES`` names them."""
    gains = [ndcg_at(grades, scores, k, retrieved=retrieved) for k in (1, 3, 5)]
    return np.array([average_precision(grades >= GOOD, scores, retrieved=retrieved), *gains])


class Task(NamedTuple):
    """What the model of one query is trained on and ranks.

    Attributes
    ----------
    queries : ndarray of int
        The query, then those like it.
    pages : ndarray of int
        Retrieved by any of them, and those of the preferences.
    pool : ndarray of bool
        Which pages were retrieved.
    pairs : ndarray of int, shape (n_pairs, 3)
        Preferences, as places in ``queries`` and ``pages``.
    """

    queries: np.ndarray
    pages: np.ndarray
    pool: np.ndarray
    pairs: np.ndarray


class ClickSearch:
    """A collection with its log, ready to rank any of the log's queries by each method.

    Parameters
    ----------
    log : Bunch
    epsilon : float
        Added to BM25 so that it is positive.
    n_similar, least : int, float
        At most so many similar queries, of at least this similarity.
    n_retrieved : int
        Pages retrieved with each query.
    matched : bool
        Whether only pages with a word in common are retrieved; a small collection may be ranked
        whole.
    """

    def __init__(self, log, *, epsilon=1.0, n_similar=8, least=0.05, n_retrieved=50, matched=True):
        first = np.arange(len(log.asked)) % 2 == 0
        self.log = log
        self.n_similar = n_similar
        self.least = least
        self.n_retrieved = n_retrieved
        self.matched = matched
        self.clicks = click_table(log, first)
        self.KQ = click_query_kernel(self.clicks)
        self.pairs = preference_pairs(log.asked[~first], log.shown[~first], log.clicked[~first])
        self.epsilon, self.model = epsilon, BM25(epsilon=epsilon).fit(log.pages)
        self.base = self.model.relevance(log.queries)

    def similar(self, query, n_similar=None):
        """The query, then those like it, the most similar first."""
        order = np.argsort(-self.KQ[query], kind="stable")
        order = order[(order != query) & (self.KQ[query, order] > self.least)]
        return np.r_[query, order[: self.n_similar if n_similar is None else n_similar]]

    def retrieved(self, scores):
        """The best pages by BM25, with a word in common unless told otherwise."""
        order = np.argsort(-scores, kind="stable")[: self.n_retrieved]
        return order[scores[order] > self.epsilon] if self.matched else order

    def task(self, query, n_similar=None, max_pairs=400):
        """What section 6 assembles when a query comes in; at most ``max_pairs`` random pairs."""
        queries = self.similar(query, n_similar)
        pairs = self.pairs[np.isin(self.pairs[:, 0], queries)]
        if len(pairs) > max_pairs:
            rng = np.random.default_rng(query)
            pairs = pairs[rng.permutation(len(pairs))[:max_pairs]]
        found = np.unique(np.concatenate([self.retrieved(self.base[q]) for q in queries]))
        pages = np.union1d(found, pairs[:, 1:])
        place = np.argsort(queries)[np.searchsorted(np.sort(queries), pairs[:, 0])]
        local = np.column_stack([place, np.searchsorted(pages, pairs[:, 1:])])
        return Task(queries, pages, np.isin(pages, found), local)

    def kernels(self, task, plain=False):
        """Kernels of a task's queries and pages, and its scores by BM25, or ones."""
        base = self.base[np.ix_(task.queries, task.pages)]
        KQ = self.KQ[np.ix_(task.queries, task.queries)]
        KD = cosine_kernel(self.log.pages[task.pages])
        return KQ, KD, np.ones_like(base) if plain else base

    def expanded(self, query):
        """Scores after the most clicked page's words, or the nearest query's, were added."""
        clicks = self.clicks[[query]].toarray()[0]
        words = self.log.queries[[query]]
        if clicks.any():
            words = words + self.log.pages[[int(clicks.argmax())]]
        elif len(near := self.similar(query, 1)) > 1:
            words = words + self.log.queries[[near[1]]]
        return self.model.relevance(words)[0]

    def trained(self, query, method, lam=1.0, task=None):
        """Scores of the task's pages by a model of this one query, or None without preferences."""
        task = self.task(query) if task is None else task
        if not len(task.pairs):
            return None
        KQ, KD, base = self.kernels(task, plain=method == "pairwise kernel")
        ranker = RobustRanker(lam, tol=1e-3, max_iter=5000).fit(KQ, KD, base, task.pairs)
        return ranker.decision_function(KQ[:1], KD, base[:1])[0]

    def ranking(self, query, method, lam=1.0, task=None):
        """Scores of all pages, and which were retrieved; BM25 where there are no preferences."""
        check_in(method, "method", METHODS)
        scores = self.base[query].copy()
        retrieved = np.zeros(self.base.shape[1], dtype=bool)
        if method == "query expansion":
            scores = self.expanded(query)
        elif method != "BM25":
            task = self.task(query) if task is None else task
            learned = self.trained(query, method, lam, task)
            if learned is not None:
                retrieved[task.pages[task.pool]] = True
                scores[task.pages] = learned
                return scores, retrieved
        retrieved[self.retrieved(scores)] = True
        return scores, retrieved

    def judge(self, query, method, lam=1.0, task=None):
        """The four measures of one query's ranking."""
        return judged(self.log.grades[query], *self.ranking(query, method, lam, task))

    def mismatched(self, query):
        """Whether the query has no word in common with any page of the best grade."""
        best = np.flatnonzero(self.log.grades[query] == 4)
        return bool((self.base[query, best] <= self.epsilon).all())


def mixed_precision(search, query, share):
    """Average precision with a sum of two S-kernels, with BM25 and without (Theorem 5).

    Parameters
    ----------
    search : ClickSearch
    query : int
    share : float
        Weight of the kernel with BM25, in [0, 1]; both have a mean diagonal of 1.
    """
    task = search.task(query, max_pairs=100)
    if not len(task.pairs):
        return search.judge(query, "BM25")[0]
    parts = [search.kernels(task, plain=plain) for plain in (False, True)]
    W = [preference_gram(*part, task.pairs) for part in parts]
    weights = np.array([share, 1 - share]) / [w.diagonal().mean() for w in W]
    beta = dual_coordinate_ascent(weights[0] * W[0] + weights[1] * W[1], tol=1e-3).alpha
    q, better, worse = task.pairs.T
    scores = np.zeros(len(task.pages))
    for weight, (KQ, KD, g) in zip(weights, parts):
        coef = np.zeros_like(g)
        np.add.at(coef, (q, better), beta * g[q, better])
        np.add.at(coef, (q, worse), -beta * g[q, worse])
        scores += weight * g[0] * (KQ[0] @ coef @ KD)
    everywhere = np.zeros(search.base.shape[1])
    everywhere[task.pages] = scores
    retrieved = np.isin(np.arange(len(everywhere)), task.pages[task.pool])
    good = search.log.grades[query] >= GOOD
    return average_precision(good, everywhere, retrieved=retrieved)


def paired_p(first, second):
    """Two-sided p-value of the paired t-test; 1 if the two are equal throughout."""
    difference = np.asarray(first) - np.asarray(second)
    return float(stats.ttest_1samp(difference, 0.0).pvalue) if difference.any() else 1.0


def neighbour_precision(log, measure, n_neighbours=5):
    """Share of queries with the same intent among the nearest ones, over queries with clicks."""
    clicks = click_table(log)
    asked = np.flatnonzero(np.asarray(clicks.sum(axis=1)).ravel() > 0)
    K = click_query_kernel(clicks[asked], measure)
    np.fill_diagonal(K, -np.inf)
    near = np.argsort(-K, axis=1, kind="stable")[:, :n_neighbours]
    intent = log.intent[asked]
    return float(np.mean(intent[near] == intent[:, None]))
