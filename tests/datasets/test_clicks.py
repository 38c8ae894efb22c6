"""The simulated log of clicks: what is asked, shown and clicked."""

import numpy as np

from mlcompanion.datasets import make_click_log


def test_pages_and_grades_of_an_intent():
    log = make_click_log(6, random_state=0)
    assert log.pages.shape == (6 * 13, 50 * 4 + 200)
    assert log.queries.shape[0] == len(log.intent) == len(log.grades) <= 48
    counts = [np.bincount(row, minlength=5) for row in log.grades]
    np.testing.assert_array_equal(counts, [[65, 4, 4, 3, 2]] * len(log.grades))
    words = log.pages.toarray()[:, :200].sum(axis=1)
    for row in log.grades:
        assert set(words[row == 4]) == {4}
        assert set(words[row == 3]) == {2}
    assert (np.asarray(log.queries.sum(axis=1)).ravel() == 2).all()


def test_users_click_by_grade_and_the_engine_by_words():
    log = make_click_log(40, traffic=2, random_state=1)
    grade = log.grades[log.asked[:, None], log.shown]
    rates = [log.clicked[grade == g].mean() for g in range(5)]
    np.testing.assert_allclose(rates, [0.02, 0.05, 0.15, 0.5, 0.8], atol=0.05)
    assert all(len(set(row)) == 10 for row in log.shown[:50])
    exact = make_click_log(20, canonical=1.0, canonical_pages=1.0, n_wordings=1, random_state=0)
    other = make_click_log(20, canonical=0.0, canonical_pages=1.0, known=0.0, random_state=0)
    found = [(w.grades[w.asked[:, None], w.shown] >= 3).mean() for w in (exact, other)]
    assert found[0] > 0.4 > 0.1 > found[1]  # of ten pages, at most five are good


def test_the_seed_decides_all():
    first, second = (make_click_log(4, random_state=3) for _ in range(2))
    np.testing.assert_array_equal(first.shown, second.shown)
    assert len(first.terms) == first.pages.shape[1]
