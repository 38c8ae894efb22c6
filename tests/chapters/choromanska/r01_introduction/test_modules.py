"""What the page and the studies of chapter R01 run, beside closed forms and brute force."""

from itertools import product

import numpy as np
import pytest

from mlcompanion.clustering import kmeans_cost
from mlcompanion.teaching.claims import find_claims, load_claims
from mlcompanion_chapters.choromanska.r01_introduction import (
    bounds,
    expert_paths,
    label_trees,
    methods,
    plane_splits,
    problems,
    rates,
    real_sets,
    scaling,
    small_clusters,
    spectral_splits,
    stored_tables,
)
from mlcompanion_chapters.choromanska.r01_introduction.studies import (
    label_trees as trees_study,
)
from mlcompanion_chapters.choromanska.r01_introduction.studies import (
    real_sets as sets_study,
)
from mlcompanion_chapters.choromanska.r01_introduction.studies import (
    small_searches,
    solver_rates,
)

CLAIMS = load_claims(find_claims("choromanska/01_introduction"))


def test_studies_have_the_sizes_of_the_claims():
    cases = solver_rates.cases(**solver_rates.SIZES["default"])
    assert (
        sum(c["experiment"] == "rates" for c in cases)
        == CLAIMS["rates-stochastic"]["setup"]["repeats"]
    )
    sets = sets_study.cases(**sets_study.SIZES["default"])
    assert [c["data"] for c in sets if c["experiment"] == "accuracy"] == list(problems.SETS)
    counts = trees_study.cases(**trees_study.SIZES["default"])
    assert [c["n"] for c in counts if "n" in c] == CLAIMS["log-time"]["setup"]["sizes"]["n"]
    searches = small_searches.cases(**small_searches.SIZES["default"])
    assert 100 * sum(c["experiment"] == "sandwich" for c in searches) == 2000
    assert tuple(CLAIMS["log-time"]["setup"]["sizes"]["n"]) == stored_tables.CLASSES


def test_a_generated_problem_has_the_asked_columns():
    problem = problems.generated(0)
    assert problem.X.std(axis=0)[[0, -1]] == pytest.approx([1, 0.1], rel=0.1)
    _, w = problems.optimum(problem)
    assert np.abs(problem.gradient(w)).max() < 1e-12
    assert problems.separable(1).n_samples == 200


def test_orders_and_bends_of_known_sequences():
    assert rates.bend(0.9 ** np.arange(60)) == pytest.approx(1)
    assert rates.bend(0.99 ** (np.arange(60) ** 2.0)) > 1.4
    assert rates.order_of_newton(0.1**2.0 ** np.arange(4)) == pytest.approx(2)


def test_levels_are_found_between_records():
    made = (np.array([0, 2, 4]), np.array([1.0, 1e-2, 1e-4]))
    assert methods.first_below(made, 1e-3) == pytest.approx(3)
    assert methods.first_below(made, 1e-9) == np.inf
    assert methods.first_below(made, 2.0) == 0


def test_a_search_for_counterexamples_finds_a_bound_that_is_none(monkeypatch):
    found = bounds.sandwich(0, models=4, pairs=6)
    assert found["viol_major"] == found["viol_chord"] == found["viol_jensen"] == found["rises"] == 0
    low = bounds.bohning_bound
    monkeypatch.setattr(
        bounds, "bohning_bound", lambda *a: low(*a)._replace(Sigma=low(*a).Sigma / 8)
    )
    assert bounds.sandwich(0, models=4, pairs=6)["viol_major"] > 0


def test_the_best_clustering_is_that_of_brute_force():
    X = np.random.default_rng(0).normal(size=(6, 2))
    least = np.inf
    for labels in product(range(3), repeat=6):
        labels = np.array(labels)
        cost = sum(((X[labels == j] - X[labels == j].mean(axis=0)) ** 2).sum() for j in set(labels))
        least = min(least, cost)
    assert small_clusters.best_cost(X, 3) == pytest.approx(least)


def test_expected_seeding_is_that_of_many_draws():
    X = np.array([[0.0], [1.0], [5.0], [5.5]])
    rng = np.random.default_rng(0)
    drawn = []
    for _ in range(4000):
        first = rng.integers(4)
        chances = (X[:, 0] - X[first, 0]) ** 2
        second = rng.choice(4, p=chances / chances.sum())
        drawn.append(kmeans_cost(X, X[[first, second]]))
    assert small_clusters.expected_seeding(X, 2) == pytest.approx(np.mean(drawn), rel=0.03)


def test_a_small_search_and_the_rectangles():
    found = small_clusters.search(0, sets=8, orders=2)
    assert found["viol_pp"] == found["viol_doubling"] == 0
    assert small_clusters.rectangles()["lloyd_slope"] == pytest.approx(2)


def test_enumeration_is_bayes_rule_by_the_matrix():
    rng = np.random.default_rng(1)
    losses = rng.random((4, 3))
    p = np.full(3, 1 / 3)
    for row in losses:
        p = expert_paths.printed_update(p, row, 0.3)
    posterior, total = expert_paths.enumerated(losses, 0.3)
    assert p / p.sum() == pytest.approx(posterior)
    assert p.sum() == pytest.approx(total)


def test_checks_of_the_experts():
    found = expert_paths.hmm_checks(sequences=10, long=100)
    assert max(found["err_share"], found["err_static"], found["err_learn"]) < 1e-10
    assert found["excess"] == 0
    made = expert_paths.regimes(0)
    assert made["static_1"] < made["share_1"]
    assert made["share_4"] < made["learn_4"] < made["static_4"]
    assert expert_paths.normalizer(3)["fixed"] < 1e-12


def test_trees_need_no_more_products_than_their_depth():
    found = label_trees.tree_counts(16, tried=20)
    assert (found["oaa"], found["tree_test"]) == (16, 4)
    assert found["tree_train"] <= 4 < found["prob"] <= 15


def test_the_most_likely_class_is_that_of_all_leaves():
    rng = np.random.default_rng(2)
    tree = label_trees.ConditionalTree(8, 3, rng)
    tree.models.weights = rng.normal(size=(8, 3))
    x = rng.normal(size=3)
    chance = {}
    for label in range(8):
        p = 1.0
        for node, right in tree._path(label):
            up = 1 / (1 + np.exp(-tree.models.weights[node] @ x))
            p *= up if right else 1 - up
        chance[label] = p
    assert sum(chance.values()) == pytest.approx(1)
    label, p = tree.most_likely(x)
    assert label == max(chance, key=chance.get)
    assert p == pytest.approx(chance[label])


def test_spectral_splits_find_two_blocks():
    A = np.kron(np.eye(2), np.ones((4, 4))) + 0.01
    made = spectral_splits.splits(A)
    assert made[0] == (4, 8)
    assert sum(whole == 8 for _, whole in made) == 1


def test_splits_of_four_groups():
    rng = np.random.default_rng(0)
    X, labels = plane_splits.four_groups(400, rng)
    free = plane_splits.best_split(X, labels)
    assert 0.4 < plane_splits.share(X, free) < 0.6
    assert plane_splits.two_levels(X, labels, X, labels, plane_splits.VERTICAL) < 0.02
    assert plane_splits.two_levels(X, labels, X, labels, plane_splits.DIAGONAL) > 0.15
    pure = plane_splits.entropy_of(np.array([2.0, 0, 0, 0]), np.array([0.0, 2, 0, 0]))
    assert pure == pytest.approx(0)


def test_the_uniform_curvature_is_above_the_hessian():
    X, labels = scaling.scaled_set("vehicle")
    flat = scaling.FlatLogit(X, labels)
    w = np.random.default_rng(0).normal(size=flat.size)
    step = 1e-5 * np.eye(flat.size)[3]
    slope = (flat.value_and_gradient(w + step)[1] - flat.value_and_gradient(w - step)[1]) / 2e-5
    assert flat.hessian(w)[3] == pytest.approx(slope, abs=1e-7)
    gap = np.linalg.eigvalsh(flat.uniform_curvature() - flat.hessian(w))
    assert gap[0] > -1e-10


def test_passes_on_a_real_set(monkeypatch):
    monkeypatch.setattr(real_sets, "LIMIT", 40)
    row = real_sets.passes_to_accuracy("pima", 1)
    assert row["L-BFGS"] < row["steepest descent"] <= 40
    assert row["samples"] == 768
