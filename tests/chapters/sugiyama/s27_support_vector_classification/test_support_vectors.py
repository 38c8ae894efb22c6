import numpy as np
import pytest

from mlcompanion.kernel_methods import SVC
from mlcompanion_chapters.sugiyama.s27_support_vector_classification import (
    moving_targets as targets,
)
from mlcompanion_chapters.sugiyama.s27_support_vector_classification import (
    multiclass_margins as many,
)
from mlcompanion_chapters.sugiyama.s27_support_vector_classification import (
    support_vectors as vectors,
)


def test_data_are_what_they_say():
    rng = np.random.default_rng(0)
    X, y = vectors.separable(40, rng, d=3)
    assert X.shape == (40, 3)
    assert vectors.hard_margin(X, y).score(X, y) == 1
    X, y = vectors.far_blobs(rng)
    assert (len(y), (y == 1).sum(), (X[:, 0] > 9).sum()) == (200, 100, 50)
    X, y = vectors.strait(wrong=3)
    plain = vectors.strait()[1]
    assert (y != plain).sum() == 3
    X, y = targets.one_outlier(rng)
    assert X[-1, 0] < -4
    assert y[-1] == 1
    assert (X[:-1, 0] * y[:-1] > 0.5).all()


def test_search_finds_the_lane_that_is_known():
    X = np.array([[1.0, 0.0], [2.0, 1.0], [2.0, -1.0], [-1.0, 0.0], [-2.0, 1.0], [-2.0, -1.0]])
    y = np.repeat([1.0, -1.0], 3)
    assert vectors.angle_search(X, y) == pytest.approx(1.0)
    found = vectors.maximum_margin(repeats=2)
    np.testing.assert_allclose(found["minm"], found["best"], rtol=1e-3)
    np.testing.assert_allclose(np.multiply(found["minm"], found["wnorm"]), 1, rtol=1e-6)


def test_generic_primal_and_dual_by_pairs_agree():
    X, y = vectors.overlapping(40, np.random.default_rng(1))
    for kernel in ({"kernel": "linear"}, {"kernel": "rbf", "sigma": 1.0}):
        dual, margins = vectors.dual_and_margins(X, y, 1.0, **kernel)
        machine = SVC(1.0, tol=1e-8, **kernel).fit(X, y)
        np.testing.assert_allclose(margins, y * machine.decision_function(X), atol=1e-5)
        assert vectors.relations(dual.alpha, margins, 1.0)[0] == 0


def test_relations_count_what_breaks_them():
    alpha = np.array([0.0, 0.5, 1.0, 0.0, 0.5, 1.0])
    margins = np.array([2.0, 1.0, 0.5, 0.9, 1.1, 1.5])
    broken, kinds = vectors.relations(alpha, margins, 1.0)
    assert (broken, kinds) == (3, [2, 2, 2])


def test_paths_and_left_out_samples():
    soft = vectors.soft_limit([0.001, 1.0, 10_000.0], repeats=2)
    assert soft["slack_up"] == 0
    assert soft["rel_large"].max() < 1e-3 < 0.1 < soft["rel_small"].min()
    found = vectors.leave_out(repeats=2)
    assert max(found["d_non"]) < 1e-5 < 1e-3 < min(found["d_sup"])
    same = vectors.hinge_equivalence(repeats=2, lams=(0.5,))
    assert max(same["f_diff"]) < 1e-4 < 0.1 < min(same["f_wrong"])
    assert vectors.support_counts(repeats=2)["train_err"] == [0, 0]
    assert vectors.many_relations(repeats=2)["viol"] == 0


def test_spirals_by_three_machines():
    found = targets.both_on_spirals(repeats=1)
    assert found["svm"] == found["ls"] == [0]
    assert found["line"][0] > 0.3
    assert found["agree"][0] > 0.9
    assert 100 < found["steps"][0] < 300
    assert 140 < found["n_sv"][0] < 190
    assert found["largest"][0] < 2  # the box of 50 is far


def test_moving_targets_end_at_the_minimum():
    found = targets.retargeting_runs(repeats=2, lams=(10.0,))
    assert found["rises"] == 0
    assert max(map(abs, found["excess"])) < 1e-8
    rules = targets.squared_ramp_rules(repeats=1)
    assert rules["rises"] == 0
    assert rules["g_printed"][0] > 0.01 > 1e-5 > rules["g_fixed"][0]
    assert rules["huber_diff"][0] < 1e-4


def test_an_outlier_turns_the_hinge_more():
    found = targets.outlier_turns(repeats=3)
    assert (np.array(found["turn_h"]) > np.array(found["turn_r"])).all()
    assert targets.turn(np.array([1.0, 0.0]), np.array([0.0, 2.0])) == pytest.approx(90)


def test_listings():
    found = targets.listings()
    assert not found["map_defined"]
    assert not found["width_defined"]
    assert max(found["map_diff"], found["width_diff"]) < 1e-10


def test_multiclass_programmes_meet():
    found = many.strong_duality(repeats=1, prices=(1.0,))
    assert found["gap"][0] < 1e-6
    assert found["w_diff"][0] < 1e-4
    index = many.hard_margin_index(repeats=1)
    assert index["printed"] == [0]
    assert index["meant"][0] >= 1 - 1e-6
