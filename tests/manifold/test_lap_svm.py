"""The estimators LapSVM and LapRLSC, and the data that the chapter draws."""

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.datasets import load_iris, make_moons
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.datasets import (
    hide_labels,
    make_clock,
    make_g50c,
    semi_supervised_splits,
)
from mlcompanion.kernels import gram
from mlcompanion.manifold import LapProblem, LapRLSC, LapSVM, knn_graph, solve_newton
from mlcompanion.manifold.laplacian import graph_laplacian

MINUS_ONE = (
    "the check trains on the labels {-1, 1}, but -1 marks an unlabelled point, as in "
    "sklearn.semi_supervised, whose estimators the check exempts by name"
)


@parametrize_with_checks(
    [LapSVM(), LapRLSC()],
    expected_failed_checks=lambda estimator: {"check_classifiers_classes": MINUS_ONE},
)
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def moons(n_labeled=2, seed=2):
    X, y = make_moons(200, noise=0.05, random_state=seed)
    return X, y, hide_labels(y, n_labeled, random_state=seed)


MOONS = {"sigma": 0.35, "gamma_A": 1e-5, "gamma_I": 1.0}


@pytest.mark.parametrize("labels", [[0, 1], [1, 0], [7, 3], ["moon", "star"], [-3, 5]])
def test_arbitrary_labels_give_the_same_machine(labels):
    X, y, hidden = moons()
    plain = LapSVM(**MOONS).fit(X, hidden)
    named = np.array(labels)[y].astype(object)
    named[hidden == -1] = -1
    if isinstance(labels[0], int):
        named = named.astype(int)
    model = LapSVM(**MOONS).fit(X, named)
    assert model.classes_.tolist() == sorted(labels)
    sign = 1 if sorted(labels) == labels else -1
    np.testing.assert_allclose(
        model.decision_function(X), sign * plain.decision_function(X), atol=1e-9
    )
    assert set(model.predict(X)) == set(labels)


def test_minus_one_among_strings_marks_unlabelled_points():
    X, y, hidden = moons()
    text = np.where(hidden == -1, "-1", np.array(["moon", "star"])[y])
    assert LapSVM(**MOONS).fit(X, text).classes_.tolist() == ["moon", "star"]


def test_nothing_labelled_is_refused():
    X, _y, _ = moons()
    with pytest.raises(ValueError, match="two classes"):
        LapSVM().fit(X, np.full(200, -1))


def test_labels_minus_one_and_one_get_an_explanation():
    X, y, _ = moons()
    with pytest.raises(ValueError, match="marks unlabelled"):
        LapSVM().fit(X, 2 * y - 1)


def test_two_labels_classify_the_moons_out_of_sample():
    X, _y, hidden = moons()
    new, truth = make_moons(300, noise=0.05, random_state=9)
    for model in (LapSVM(**MOONS), LapRLSC(**MOONS), LapSVM(**MOONS, solver="newton")):
        assert model.fit(X, hidden).score(new, truth) > 0.98
    supervised = LapSVM(**{**MOONS, "gamma_I": 0.0}).fit(X, hidden)
    assert supervised.score(new, truth) < 0.95


@pytest.mark.parametrize("solver", ["pcg", "newton", "dual"])
def test_attributes_and_solvers(solver):
    X, y, hidden = moons(10)
    model = LapSVM(sigma=0.35, gamma_A=1e-3, gamma_I=0.1, solver=solver, stop=None).fit(X, hidden)
    assert model.dual_coef_.shape == (1, 200)
    assert model.intercept_.shape == (1,)
    assert model.n_iter_.shape == (1,)
    assert len(model.history_) == 1
    scores = gram(X, sigma=0.35) @ model.dual_coef_[0] + model.intercept_[0]
    np.testing.assert_allclose(scores, model.decision_function(X))
    assert model.score(X, y) > 0.98
    if solver == "newton":
        problem = LapProblem(
            gram(X, sigma=0.35),
            graph_laplacian(X, 6),
            np.where(hidden < 0, 0, 2 * hidden - 1),
            gamma_A=1e-3,
            gamma_I=0.1,
        )
        np.testing.assert_allclose(model.dual_coef_[0], solve_newton(problem).alpha)


def test_three_classes_are_learned_one_against_the_rest():
    X, y = load_iris(return_X_y=True)
    hidden = hide_labels(y, 15, random_state=0)
    model = LapSVM(gamma_A=1e-3, gamma_I=0.1).fit(X, hidden)
    assert model.decision_function(X).shape == (150, 3)
    assert model.dual_coef_.shape == (3, 150)
    assert model.n_iter_.shape == (3,)
    assert model.score(X, y) > 0.85
    one = LapSVM(gamma_A=1e-3, gamma_I=0.1).fit(X, np.where(hidden < 0, -1, hidden == 2))
    np.testing.assert_allclose(one.decision_function(X), model.decision_function(X)[:, 2])


@pytest.mark.parametrize(
    "stop",
    [
        "stability",
        "validation",
        "mixed",
        "gradient",
        "preconditioned",
        "mixed_product",
        "objective",
    ],
)
def test_every_rule_stops_before_convergence(stop):
    X, _y, hidden = moons(6)
    check, truth = make_moons(40, noise=0.05, random_state=5)
    full = LapSVM(**MOONS, stop=None, max_iter=2000).fit(X, hidden)
    early = LapSVM(**MOONS, stop=stop, tol=1e-2).fit(X, hidden, X_val=check, y_val=truth)
    assert 1 <= early.n_iter_[0] < full.n_iter_[0]
    if stop in ("stability", "validation", "mixed"):
        assert early.n_iter_[0] % 7 == 0, "a multiple of theta = round(sqrt(200) / 2)"


def test_validation_needs_data_of_known_classes():
    X, _y, hidden = moons()
    with pytest.raises(ValueError, match="X_val"):
        LapSVM(stop="validation").fit(X, hidden)
    with pytest.raises(ValueError, match="y_val"):
        LapSVM(stop="mixed").fit(X, hidden, X_val=X[:3], y_val=[0, 1, 2])


def test_warm_start_begins_near_the_optimum():
    X, _, hidden = moons(10)
    options = {**MOONS, "gamma_A": 1e-2, "stop": "mixed_product", "tol": 1e-6}
    cold = LapSVM(**{**options, "gamma_I": 1.1}).fit(X, hidden).history_[0]
    model = LapSVM(**options, warm_start=True).fit(X, hidden).set_params(gamma_I=1.1)
    warm = model.fit(X, hidden).history_[0]
    best = cold["objective"][-1]
    assert warm["objective"][-1] == pytest.approx(best, rel=1e-6)
    assert warm["objective"][0] - best < 0.05 * (cold["objective"][0] - best)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"sigma": 0.0}, "sigma"),
        ({"gamma_A": -1.0}, "gamma_A"),
        ({"solver": "sgd"}, "solver"),
        ({"stop": "never"}, "stop"),
        ({"theta": 0}, "theta"),
        ({"n_neighbors": 0}, "n_neighbors"),
        ({"max_iter": 0}, "max_iter"),
        ({"laplacian_degree": 0}, "degree"),
        ({"kernel": "spline"}, "kernel"),
    ],
)
def test_bad_parameters_are_named(change, word):
    X, _, hidden = moons()
    with pytest.raises(ValueError, match=word):
        LapSVM(**change).fit(X, hidden)


def test_least_squares_has_no_dual():
    X, _, hidden = moons()
    with pytest.raises(ValueError, match="solver"):
        LapRLSC(solver="dual").fit(X, hidden)


def test_polynomial_kernel_and_callable():
    X, _, hidden = moons(10)
    poly = LapSVM("poly", kernel_params={"degree": 3, "coef0": 1.0}).fit(X, hidden)
    same = LapSVM(lambda A, B: (A @ B.T + 1) ** 3).fit(X, hidden)
    np.testing.assert_allclose(poly.decision_function(X), same.decision_function(X))


def test_g50c_has_the_papers_bayes_error():
    X, y = make_g50c(40_000, random_state=0)
    wrong = np.mean((X.sum(axis=1) > 0) != y)
    assert wrong == pytest.approx(norm.cdf(-1.645), abs=0.004)
    np.testing.assert_allclose(np.cov(X[y == 1].T), np.eye(50), atol=0.06)


def test_clock_has_a_rim_and_hands():
    X, y = make_clock(300, noise=0.0, random_state=0)
    radius = np.linalg.norm(X, axis=1)
    np.testing.assert_allclose(radius[y == 0], 1)
    assert radius[y == 1].max() < 0.66
    assert np.bincount(y).tolist() == [200, 100]


def test_splits_follow_the_protocol():
    y = make_g50c(550, random_state=0)[1]
    splits = list(semi_supervised_splits(y, random_state=0))
    assert len(splits) == 12
    for labeled, unlabeled, validation, test in splits:
        parts = np.concatenate([labeled, unlabeled, validation, test])
        assert sorted(parts) == list(range(550))
        assert len(labeled) == len(validation) == 50
        assert set(y[labeled]) == set(y[validation]) == {0, 1}
    tests = np.concatenate([test for *_, test in splits[:4]])
    assert sorted(tests) == list(range(550)), "four folds"


def test_hidden_labels_keep_every_class():
    y = np.repeat([0, 1, 2], [90, 9, 1])
    hidden = hide_labels(y, 3, random_state=0)
    assert sorted(hidden[hidden >= 0]) == [0, 1, 2]
    with pytest.raises(ValueError, match="n_labeled"):
        hide_labels(y, 2)


@pytest.mark.parametrize(
    ("call", "word"),
    [
        (lambda: make_g50c(0), "n_samples"),
        (lambda: make_clock(2), "n_samples"),
        (lambda: make_clock(noise=-1.0), "noise"),
        (lambda: next(semi_supervised_splits([0, 1, 0, 1], 1)), "n_labeled"),
        (lambda: next(semi_supervised_splits([0, 1] * 9, 2, 2, repeats=0)), "repeats"),
    ],
)
def test_bad_generator_arguments_are_named(call, word):
    with pytest.raises(ValueError, match=word):
        call()


@pytest.mark.parametrize("estimator", [LapSVM, LapRLSC])
def test_a_graph_of_ones_own_replaces_the_neighbours(estimator):
    X, _, hidden = moons()
    model = estimator(sigma=0.35, gamma_A=0.1, solver="newton", normalized=True)

    def scores(**own):
        return model.fit(X, hidden, **own).decision_function(X)

    wanted = scores()
    W = knn_graph(X)
    L = graph_laplacian(X, normalized=True)
    for own in ({"W": W}, {"W": W.toarray()}, {"L": L}, {"L": L.toarray()}):
        np.testing.assert_allclose(scores(**own), wanted, atol=1e-9)
    joined = W.toarray()
    joined[:100, 100:] = joined[100:, :100] = 1.0  # another graph, another answer
    assert not np.allclose(scores(W=joined), wanted)
    for bad in ({"W": W, "L": L}, {"W": -W}, {"W": W[:50, :50]}, {"L": np.triu(L.toarray())}):
        with pytest.raises(ValueError, match=r"\b[WL]\b"):
            scores(**bad)
