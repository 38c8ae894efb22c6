"""The Bayes decision rule against the definition, written out."""

import numpy as np
import pytest

from mlcompanion.classification import conditional_risk
from mlcompanion.classification.rules import bayes_rule


def test_the_first_index_of_the_table_is_the_truth():
    posterior = [[0.4, 0.6]]
    loss = [[0.0, 1.0], [0.2, 0.0]]
    np.testing.assert_allclose(conditional_risk(posterior, loss), [[0.2 * 0.6, 1.0 * 0.4]])
    assert bayes_rule(posterior, loss).tolist() == [0]
    assert bayes_rule(posterior, np.transpose(loss)).tolist() == [1]


def test_it_is_the_cheapest_decision_written_out():
    rng = np.random.default_rng(0)
    posterior = rng.dirichlet(np.ones(4), 50)
    loss = rng.random((4, 5))
    for p, chosen in zip(posterior, bayes_rule(posterior, loss)):
        risks = [sum(loss[y, decision] * p[y] for y in range(4)) for decision in range(5)]
        assert risks[chosen] == min(risks)


def test_one_loss_for_all_errors_is_the_highest_posterior():
    posterior = np.random.default_rng(1).dirichlet(np.ones(3), 200)
    highest = posterior.argmax(axis=1)
    np.testing.assert_array_equal(bayes_rule(posterior), highest)
    np.testing.assert_array_equal(bayes_rule(posterior, 2.5 * (1 - np.eye(3))), highest)
    np.testing.assert_array_equal(bayes_rule(7 * posterior, 1 - np.eye(3)), highest)


def test_of_equally_good_decisions_the_first():
    assert bayes_rule([[0.2, 0.4, 0.4]]).tolist() == [1]
    assert bayes_rule([[0.5, 0.5]], [[0.0, 1.0], [1.0, 0.0]]).tolist() == [0]


def test_a_column_more_is_the_choice_not_to_decide():
    p = np.linspace(0, 1, 102)[1:-1]
    reject = bayes_rule(np.column_stack([p, 1 - p]), [[0, 1, 0.3], [1, 0, 0.3]]) == 2
    np.testing.assert_array_equal(reject, np.maximum(p, 1 - p) < 1 - 0.3)


@pytest.mark.parametrize("loss", [np.eye(2), np.empty((3, 0)), np.ones(3)])
def test_a_table_of_another_shape_is_refused(loss):
    with pytest.raises(ValueError, match="loss"):
        bayes_rule([[0.2, 0.3, 0.5]], loss)
