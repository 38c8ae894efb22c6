"""The stopping rules of Section 4, each on hand-made states."""

from types import SimpleNamespace

import numpy as np
import pytest

from mlcompanion.manifold import (
    GradientCheck,
    MixedCheck,
    StabilityCheck,
    ValidationCheck,
    check_interval,
)
from mlcompanion.manifold.laplacian.stopping import ObjectiveCheck


def state(t, f=None, **more):
    return SimpleNamespace(t=t, f=None if f is None else np.asarray(f, dtype=float), **more)


def test_check_interval_gives_the_papers_multiples():
    """Table 6: 20 iterations at n = 364, 38 at 1408, 110 at 11902: twice the interval."""
    assert [2 * check_interval(n) for n in (364, 1408, 11902)] == [20, 38, 110]
    assert check_interval(1) == 1


def test_stability_counts_a_flip_twice():
    points = np.ones(400, dtype=bool)
    for flips, expected in ((2, True), (3, False)):  # 100 * 2 * 3 / 400 = 1.5 is not below 1.5
        rule = StabilityCheck(points, theta=5)
        f = np.ones(400)
        assert not rule(state(5, f)), "the first check never stops"
        f[:flips] = -1
        assert rule(state(10, f)) is expected


def test_stability_looks_only_every_theta_and_only_at_its_points():
    rule = StabilityCheck([True, True, False], theta=4)
    assert not rule(state(0, [1, 1, 1]))
    assert not rule(state(4, [1, 1, 1]))
    assert not rule(state(6, [1, 1, 1])), "not a multiple of theta"
    assert rule(state(8, [1, 1, -1])), "the third point is not watched"


def test_stability_of_nothing_at_all_may_stop_at_the_second_check():
    rule = StabilityCheck([True, True], theta=1)
    assert [rule(state(t, [0.1, 0.2])) for t in (1, 2)] == [False, True]


def validation(wrong_counts):
    """Feed a rule scores with given numbers of wrong examples out of ten."""
    rule = ValidationCheck(np.eye(10), np.ones(10), theta=3)
    answers = []
    for check, wrong in enumerate(wrong_counts, start=1):
        alpha = np.ones(10)
        alpha[:wrong] = -1
        answers.append(rule(state(3 * check, alpha=alpha, b=0.0)))
    return answers


def test_validation_continues_when_exactly_one_more_is_right():
    assert validation([5, 4, 3, 3]) == [False, False, False, True]
    assert validation([5, 6]) == [False, True]
    assert validation([10]) == [True], "no example right at the first check"


def test_mixed_waits_for_both_and_keeps_their_memories():
    rule = MixedCheck(lambda s: True, lambda s: s.t >= 6)
    assert [rule(state(t)) for t in (3, 6)] == [False, True]
    stability = StabilityCheck([True], theta=1)
    rule = MixedCheck(lambda s: s.t >= 3, stability)
    answers = [rule(state(t, [f])) for t, f in ((1, 1), (2, 1), (3, -1), (4, -1))]
    assert answers == [False, False, False, True]


@pytest.mark.parametrize("norm", ["gradient", "preconditioned", "mixed_product"])
def test_gradient_rule_is_relative_to_the_first_value(norm):
    rule = GradientCheck(norm, tol=1e-2)
    answers = [rule(state(t, **{norm: value})) for t, value in enumerate((50, 5, 0.51, 0.5))]
    assert answers == [False, False, False, True]


def test_objective_rule_is_relative_to_the_last_value():
    rule = ObjectiveCheck(tol=0.1)
    answers = [rule(state(t, objective=value)) for t, value in enumerate((10, 8, 7.5))]
    assert answers == [False, False, True]


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda: StabilityCheck([False], 3), "points"),
        (lambda: StabilityCheck([True], 0), "theta"),
        (lambda: StabilityCheck([True], 3, eta=-1), "eta"),
        (lambda: ValidationCheck(np.eye(3), np.ones(2), 3), "K_val"),
        (lambda: ValidationCheck(np.eye(3), [], 3), "y_val"),
        (lambda: GradientCheck("norm"), "norm"),
        (lambda: ObjectiveCheck(-1), "tol"),
        (lambda: check_interval(0), "n"),
    ],
)
def test_bad_arguments_are_named(make, word):
    with pytest.raises(ValueError, match=word):
        make()
