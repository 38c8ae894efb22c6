import numpy as np
import pytest

from mlcompanion.sparse.structured.spg import iteration_bound
from mlcompanion_chapters.chen.l03_smoothing_proximal_gradient.smoothing_checks import (
    check_norms,
    check_smoothing,
    smoothed_by_solver,
)
from mlcompanion_chapters.chen.l03_smoothing_proximal_gradient.spg_protocols import (
    association_split,
    certified_optimum,
    communities,
    first_within,
    pathway_paths,
    random_penalties,
    steps_within,
    trait_paths,
)


def test_first_within_counts_from_one():
    assert first_within([3.0, 2.0, 1.0, 2.0], 2.0) == 2
    assert first_within([3.0, 2.0], 1.0) is None


def test_steps_grow_with_accuracy_and_stay_below_the_bound():
    problem = communities(seed=1)
    w, least, gap = certified_optimum(problem)
    assert 0 <= gap < 1e-4
    steps = steps_within(problem, (3.0, 1.0, 0.3), least)
    assert steps == sorted(steps)
    bounds = [iteration_bound(problem, np.linalg.norm(w), e) for e in (3.0, 1.0, 0.3)]
    assert all(t < b for t, b in zip(steps, bounds))


def test_halves_are_centred_by_training_and_the_truth_fits():
    split = association_split(0)
    np.testing.assert_allclose(split.X.mean(axis=0), 0, atol=1e-12)
    r = np.corrcoef(split.Y.T)[tuple(split.edges.T)]
    np.testing.assert_allclose(r, split.r)
    assert np.abs(r).min() >= 0.3
    noise = split.Y_new - split.X_new @ split.truth
    assert 0.8 < noise.std() < 1.2


def test_validation_chooses_estimates_that_predict():
    split = association_split(1)
    found = trait_paths(split, np.geomspace(40, 3, 4))
    nothing = np.mean(split.Y_new**2)
    for B in found.values():
        assert np.mean((split.Y_new - split.X_new @ B) ** 2) < 0.9 * nothing
    rows = found["ℓ₁/ℓ₂ rows"]
    assert set((rows != 0).sum(axis=1)) <= {0, 10}


def test_paths_touch_groups_that_hold_selected_genes():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(90, 8))
    groups = [np.arange(0, 5), np.arange(4, 8)]
    y = np.where(X[:, 0] + X[:, 1] > 0, 1.0, -1.0)
    gammas = {"groups": [6.0, 1.0], "l1": [6.0, 1.0]}
    paths = pathway_paths(X[:60], y[:60], X[60:], y[60:], groups, gammas)
    for rows in paths.values():
        assert rows[0, 0] <= rows[1, 0]
        assert ((rows[:, 1] >= 1) & (rows[:, 1] <= 2)).all()
        assert rows[-1, 2] < 0.3


def test_general_solver_agrees_with_the_projection():
    rng = np.random.default_rng(1)
    for penalty in random_penalties(3, d=12):
        w = rng.normal(size=12)
        ours = penalty.smoothed(w, 0.5)[0]
        assert smoothed_by_solver(penalty, w, 0.5) == pytest.approx(ours, rel=1e-5)


def test_searches_find_no_counterexample_and_nearly_tight_cases():
    found = check_smoothing(n_draws=60, n_solved=4)
    assert found["low"] >= -1e-10
    assert 0.9 < found["high"] <= 1 + 1e-9
    assert max(found["max_err"], found["grad_err"]) < 1e-4
    assert 0.9 < found["lip"] <= 1 + 1e-9
    assert found["huber_err"] < 1e-12
    norms = check_norms(n_draws=10)
    assert norms["dev_group"] < 1e-8
    assert norms["ratio_graph"] <= 1 + 1e-9
    assert norms["ratio_cycle"] == pytest.approx(1)
    assert norms["ratio_star"] == pytest.approx(np.sqrt(10 / 18))
