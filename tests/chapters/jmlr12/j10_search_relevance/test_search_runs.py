"""The pipeline of a search with clicks: what is assembled, and how the methods rank."""

import numpy as np
import pytest
from scipy import stats

from mlcompanion.datasets import make_click_log
from mlcompanion.kernel_methods.search.robust_ranker import preference_gram
from mlcompanion_chapters.jmlr12.j10_search_relevance import search_runs as runs
from mlcompanion_chapters.jmlr12.j10_search_relevance import search_worlds as worlds

LOG = make_click_log(12, traffic=3, random_state=0)
SEARCH = runs.ClickSearch(LOG)
BUSY = int(np.argmax(np.bincount(LOG.asked)))


def test_the_two_halves_of_the_log_are_not_mixed():
    assert SEARCH.clicks.sum() == LOG.clicked[::2].sum()
    assert SEARCH.clicks.sum() + LOG.clicked[1::2].sum() == LOG.clicked.sum()
    query, better, _ = SEARCH.pairs[0]
    rows = np.flatnonzero((LOG.asked == query) & (np.arange(len(LOG.asked)) % 2 == 1))
    assert any(LOG.clicked[r][LOG.shown[r] == better].any() for r in rows)


def test_a_task_holds_similar_queries_and_their_preferences():
    task = SEARCH.task(BUSY, max_pairs=10**6)
    assert task.queries[0] == BUSY
    assert len(task.queries) <= 9
    assert (SEARCH.KQ[BUSY, task.queries[1:]] > 0.05).all()
    told = np.column_stack([task.queries[task.pairs[:, 0]], task.pages[task.pairs[:, 1:]]])
    kept = np.isin(SEARCH.pairs[:, 0], task.queries)
    np.testing.assert_array_equal(told, SEARCH.pairs[kept])
    assert len(SEARCH.task(BUSY, max_pairs=5).pairs) == 5
    assert len(SEARCH.task(BUSY, n_similar=0).queries) == 1


def test_only_pages_with_a_common_word_are_retrieved():
    common = (LOG.queries[[BUSY]] @ LOG.pages.T).toarray()[0] > 0
    scores, retrieved = SEARCH.ranking(BUSY, "BM25")
    assert not (retrieved & ~common).any()
    np.testing.assert_allclose(scores, SEARCH.base[BUSY])
    assert runs.ClickSearch(LOG, matched=False).ranking(BUSY, "BM25")[1].sum() == 50


def test_expansion_adds_the_words_of_the_most_clicked_page():
    page = int(SEARCH.clicks[[BUSY]].toarray()[0].argmax())
    words = LOG.queries[[BUSY]] + LOG.pages[[page]]
    np.testing.assert_allclose(SEARCH.expanded(BUSY), SEARCH.model.relevance(words)[0])


def test_every_method_is_judged_between_zero_and_one():
    for method in runs.METHODS:
        found = SEARCH.judge(BUSY, method)
        assert found.shape == (4,)
        assert (found >= 0).all()
        assert (found <= 1).all()
    with pytest.raises(ValueError, match=r"\bmethod must be one of"):
        SEARCH.ranking(BUSY, "luck")


def test_the_ends_of_a_mixture_are_the_two_rankers():
    """A kernel of mean diagonal 1 is the kernel itself with lambda times the mean diagonal."""
    task = SEARCH.task(BUSY, max_pairs=100)
    for share, plain in ((1, False), (0, True)):
        problem = SEARCH.kernels(task, plain)
        lam = preference_gram(*problem, task.pairs).diagonal().mean()
        method = "pairwise kernel" if plain else "Robust BM25"
        want = SEARCH.judge(BUSY, method, lam, task)[0]
        assert runs.mixed_precision(SEARCH, BUSY, share) == pytest.approx(want)
    silent = next(q for q in range(len(LOG.intent)) if len(SEARCH.task(q).pairs) == 0)
    assert runs.mixed_precision(SEARCH, silent, 0.5) == SEARCH.judge(silent, "BM25")[0]


def test_a_query_without_preferences_keeps_bm25():
    silent = np.setdiff1d(np.arange(len(LOG.intent)), SEARCH.pairs[:, 0])
    query = next(int(q) for q in silent if len(SEARCH.task(int(q)).pairs) == 0)
    for a, b in zip(SEARCH.ranking(query, "Robust BM25"), SEARCH.ranking(query, "BM25")):
        np.testing.assert_array_equal(a, b)


def test_paired_p_and_mismatch():
    a, b = np.random.default_rng(0).normal(size=(2, 30))
    assert runs.paired_p(a, b) == pytest.approx(stats.ttest_rel(a, b).pvalue)
    assert runs.paired_p(a, a) == 1.0
    best = LOG.pages[np.flatnonzero(LOG.grades[BUSY] == 4)]
    assert SEARCH.mismatched(BUSY) == ((LOG.queries[[BUSY]] @ best.T).sum() == 0)
    assert 0.2 < runs.neighbour_precision(LOG, "pearson") <= 1


def test_worlds_have_the_printed_pages():
    world = worlds.make_world("wallmart", random_state=0)
    assert world.titles[0].startswith("Walmart.com")
    assert world.asked_for[0] == "wallmart"
    assert world.pages.shape[0] == 30
    assert world.terms[world.queries[[0]].indices[0]] == "wallmart"
    assert (world.queries[[0]] @ world.pages.T).sum() == 0  # the mismatch
    assert worlds.words("http://www.askmen.com/List_of_men's") == ["askmen", "list", "men"]


def test_ranks_share_ties_and_shares_are_shares():
    scores = np.array([3.0, 1.0, 1.0, 9.0])
    retrieved = np.array([True, True, True, False])
    assert [worlds.rank_of(p, scores, retrieved) for p in range(4)] == [1.0, 2.5, 2.5, np.inf]
    told = worlds.case_shares(2)
    assert told.keys() == {"case6", "case7", "case8"}
    assert all(share in (0, 0.5, 1) for share in told.values())
