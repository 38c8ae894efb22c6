import numpy as np
import pytest

from mlcompanion_chapters.sugiyama.s20_bayesian_mixtures import topic_checks


def test_joint_and_conditional():
    assert topic_checks.total_probability() == pytest.approx(1, abs=1e-9)
    assert topic_checks.drawn_gaps(n_cases=20, n_draws=20_000).max() < 4.5
    case = topic_checks.conditional_case(0)
    assert case["cond"] < 1e-10
    assert case["control"] > 1e-4


def test_first_line_and_resting_law():
    line = topic_checks.first_line_case(0, n_draws=20_000)
    assert line["literal"] < 1e-6
    assert line["spread"] > 2
    rest = topic_checks.resting_case(0)
    assert rest["gap"] < 1e-9
    assert rest["control"] > 1e-3


def test_bars_and_news():
    run = topic_checks.bars_run(0, n_sweeps=120)
    assert run["start"] < 0.7 < run["cosine"]
    assert topic_checks.mean_cosine(np.eye(3), np.eye(3)[::-1]) == pytest.approx(1)
    first, second = topic_checks.halves(np.array([[3, 0, 4]]), np.random.default_rng(0))
    assert first.sum() == 3
    np.testing.assert_array_equal(first + second, [[3, 0, 4]])
    news = topic_checks.reuters_run(T=5, n_sweeps=15)
    assert news["perplexity"] < news["unigram"]
