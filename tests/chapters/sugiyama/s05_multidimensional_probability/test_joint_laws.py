"""The searches of the chapter on several variables see what is broken, and only that."""

import numpy as np
import pytest

from mlcompanion.probability import JointTable
from mlcompanion.probability.joint.bayes_theorem import break_even_prior
from mlcompanion_chapters.sugiyama.s05_multidimensional_probability import (
    dependence_shapes,
    joint_laws,
)


def test_counted_people_have_the_posterior():
    alarm, right, wrong = joint_laws.interrogate(200_000, 0.1, 0.9, 0.8, 0)
    assert alarm == pytest.approx(0.27, abs=0.004)
    assert right == pytest.approx(1 / 3, abs=0.01)
    assert right + wrong == 1


def test_bisection_finds_the_formula():
    for s, c in ((0.99, 0.95), (0.6, 0.5), (1.0, 0.999)):
        assert joint_laws.alarm_crossing(s, c) == pytest.approx(break_even_prior(s, c), abs=1e-10)


def test_a_sum_with_one_covariance_too_few_is_seen(monkeypatch):
    assert joint_laws.sum_variance_search(50, 0)["worst"] < 1e-9
    monkeypatch.setattr(JointTable, "cov", lambda table: 0.0)
    assert joint_laws.sum_variance_search(50, 0)["worst"] > 0.1


def test_correlations_come_near_one_and_not_beyond():
    largest, reached = joint_laws.correlation_search(50, 200, 0)
    assert 0.95 < reached <= largest <= 1 + 1e-12
    error, ratio = joint_laws.affine_correlations(50, 50, 0)
    assert error < 1e-9
    assert ratio > 0.1


def test_dependence_breaks_all_four_consequences():
    worst, control = joint_laws.independence_search(40, 0)
    assert worst.max() < 1e-9
    assert control.min() > 1e-3


def test_mixtures_follow_the_rule():
    wrong, positive, draws = joint_laws.best_mixtures(100, 0)
    assert wrong == 0
    assert positive > 5
    assert draws < 0.02


def test_shapes_are_uncorrelated_and_dependent():
    medians = dependence_shapes.shape_measures(4000, 3, 0)
    sizes, information = zip(*(medians[s] for s in dependence_shapes.SHAPES))
    assert max(sizes) < 0.06
    assert min(information) > 0.1
    assert abs(medians["independent"][1]) < 0.01
    with pytest.raises(ValueError, match="shape"):
        dependence_shapes.shape_cloud("spiral", 10)


def test_the_diamond_by_rejection():
    found = dependence_shapes.diamond_measures(20_000, 0)
    assert found["total"] == pytest.approx(1, abs=1e-3)
    assert abs(found["cov_z"]) < 4
    assert found["abs_z"] < -10
    assert found["ks"] < 0.016
    assert found["tv"] > 0.05


def test_the_inner_integral_is_zero():
    integrals, z = dependence_shapes.inner_integrals([-0.3, 0.1, 0.6], 20_000, random_state=0)
    assert np.abs(integrals).max() < 1e-12
    assert np.abs(z).max() < 4
