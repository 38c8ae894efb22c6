"""The log over real headlines: no headline has a synonym, and grades are as the words say."""

import numpy as np
import pytest
from sklearn.utils import Bunch

from mlcompanion_chapters.jmlr12.j10_search_relevance import headlines
from mlcompanion_chapters.jmlr12.j10_search_relevance.search_runs import ClickSearch


@pytest.fixture(scope="module")
def log():
    return headlines.headline_log(random_state=0)


def test_no_headline_has_a_synonym(log):
    used = np.asarray(log.pages.sum(axis=0)).ravel() > 0
    known = {term for term, is_used in zip(log.terms, used) if is_used}
    for group, others in headlines.SYNONYMS.items():
        assert group.split()[0] in known
        assert not known & set(others.split())
    for query, foreign in zip(log.asked_for, log.foreign):
        assert sum(word not in known for word in query.split()) == foreign
    base = ClickSearch(log).base
    np.testing.assert_allclose(base[log.foreign == 2], 1.0)  # epsilon alone


def test_good_headlines_speak_of_both(log):
    query = log.asked_for.index("pontiff scalpel")
    good = [log.titles[page].lower() for page in np.flatnonzero(log.grades[query] == 4)]
    assert len(good) >= 3
    for title in good:
        assert "pope" in title or "papal" in title
        assert any(word in title for word in ("surgery", "operation", "hospital"))


def test_words_are_rescued_by_clicks_and_not_by_an_empty_log(log):
    def precision(of):
        return {m: v.mean(axis=1) for m, v in headlines.rescued(of, max_pairs=20).items()}

    found = precision(log)
    assert found["BM25"][2] == 0
    assert found["Robust BM25"][2] > 0.1
    silent = precision(Bunch(**{**log, "clicked": np.zeros_like(log.clicked)}))
    assert silent["Robust BM25"][2] == 0
