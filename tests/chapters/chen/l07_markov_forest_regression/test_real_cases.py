import numpy as np

from mlcompanion_chapters.chen.l07_markov_forest_regression import real_cases


def test_days_have_a_price_and_twenty_signs():
    days = real_cases.oil_days()
    assert days.rises.shape == (len(days.price), len(days.names)) == (750, 20)
    assert set(np.unique(days.rises)) == {0, 1}
    assert 0 == days.scaled().min() < days.scaled().max() == 1
    short = real_cases.oil_days("2004-02-02", "2004-02-06")
    assert len(short.price) == 5


def test_gains_come_for_each_division():
    days = real_cases.oil_days()
    gain, leaves, shuffled = real_cases.oil_gains(days, 2)
    assert len(gain) == len(leaves) == len(shuffled) == 2
    assert min(leaves + shuffled) >= 1


def test_ranks_go_from_zero_to_one_and_ties_share():
    found = real_cases.ranks(np.array([[3.0, 1], [1, 1], [2, 1], [3, 2]]))
    assert found[:, 0].tolist() == [1, 0, 1 / 3, 1]
    assert found[:, 1].tolist() == [2 / 3, 2 / 3, 2 / 3, 1]


def test_a_tree_of_developers_that_is_not_cut_is_one_forest():
    X, answers, covariates, questions = real_cases.developer_rows()
    assert X.shape == (5594, len(covariates))
    assert answers.shape == (5594, len(questions)) == (5594, 15)
    gains, null = real_cases.developer_gains(X, answers, 1)
    assert len(gains) == len(null) == 1
    assert null[0] <= 0
