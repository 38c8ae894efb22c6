"""Multiclass machines against an interior point method, two-class machines and their primal."""

import numpy as np
import pytest
from scipy.optimize import linprog, minimize
from sklearn.datasets import load_iris
from sklearn.svm import SVC, LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.kernel_methods import MSVM, CrammerSingerSVC, GenericMSVM
from mlcompanion.kernel_methods.multiclass.msvm import solve_msvm
from mlcompanion.kernel_methods.multiclass.msvm_parts import (
    KINDS,
    Settings,
    machine_losses,
    settings,
    slacks_msvm2,
)
from mlcompanion.kernels import gram
from mlcompanion.optimize.dual.dual_coordinate_ascent import Factored
from mlcompanion_chapters.jmlr12.j36_msvmpack.multiclass_machines import (
    dual_programme,
    random_problem,
)


@parametrize_with_checks([MSVM(), GenericMSVM(p=2, K1=0, K2=0.5), CrammerSingerSVC()])
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("fit_intercept", [True, False])
def test_optimum_of_the_dual(kind, fit_intercept):
    X, y = random_problem(16, 4, 0)
    K = gram(X, sigma=1.0)
    for lam in (0.03, 1.0):
        ours = solve_msvm(K, y, settings(kind, 4), lam, tol=1 - 1e-7, fit_intercept=fit_intercept)
        peer = dual_programme(kind, K, y, lam, fit_intercept)
        assert ours.dual == pytest.approx(peer.value, rel=3e-6)
        np.testing.assert_allclose(K @ ours.coef, K @ peer.coef, atol=2e-3)
        assert np.all(np.diff(ours.duals) >= 0)
        assert ours.duals[-1] == pytest.approx(ours.dual, rel=1e-9)
        if fit_intercept:
            np.testing.assert_allclose(ours.coef.sum(axis=0), 0, atol=1e-12)
        else:
            np.testing.assert_array_equal(ours.intercept, 0)
        loss = machine_losses(K @ ours.coef + ours.intercept, y, settings(kind, 4)).sum()
        norm = np.sum(ours.coef * (K @ ours.coef))
        assert ours.bound == pytest.approx(lam * norm + loss)


def test_slacks_of_the_squared_machine():
    for v in np.random.default_rng(0).normal(size=(5, 4)):
        best = minimize(lambda xi: xi @ xi + xi.sum() ** 2, np.maximum(v, 0), tol=1e-12,
                        bounds=[(low, None) for low in v])  # fmt: skip
        np.testing.assert_allclose(slacks_msvm2([v])[0], best.x, atol=1e-5)
    assert slacks_msvm2([[0.2, -1.0]])[0, 1] == pytest.approx(-0.1)  # negative slacks are allowed


def test_two_classes_are_the_binary_machine():
    X, y = random_problem(40, 2, 1)
    for kind, price in (("WW", 1.0), ("CS", 1.0), ("LLW", 0.25)):
        ours = MSVM(kind, 0.2, tol=1 - 1e-8).fit(X, y)
        peer = SVC(C=price / 0.2, gamma=0.5, tol=1e-8).fit(X, y)
        size = 0.5 if kind == "LLW" else 1.0  # the score of a class is half the difference
        found = size * ours.decision_function(X)
        np.testing.assert_allclose(found, peer.decision_function(X), atol=2e-3)


def test_crammer_singer_in_units_of_c():
    X, y = random_problem(60, 3, 2)
    ours = CrammerSingerSVC(0.7, kernel="linear", tol=1 - 1e-8).fit(X, y)
    peer = LinearSVC(C=0.7, multi_class="crammer_singer", fit_intercept=False, tol=1e-9,
                     max_iter=10**5).fit(X, y)  # fmt: skip
    np.testing.assert_allclose(ours.coef_, peer.coef_, atol=2e-3)
    other = MSVM("CS", 1 / 1.4, kernel="linear", fit_intercept=False, tol=1 - 1e-8).fit(X, y)
    np.testing.assert_array_equal(ours.dual_coef_, other.dual_coef_)


@pytest.mark.parametrize(("n", "n_classes", "d"), [(60, 3, 2), (40, 4, 9), (25, 5, 60)])
def test_linear_scores_point_by_point(n, n_classes, d):
    X, y = random_problem(n, n_classes, 5)
    rng = np.random.default_rng(6)
    X = np.hstack([X, rng.normal(size=(n, d - 2)) * (rng.random((n, d - 2)) < 0.3)])
    X[0] = 0.0  # says nothing: its score is zero
    machine = settings("CS", n_classes)
    for lam in (0.01, 1.0, 30.0):
        ours = solve_msvm(Factored(X), y, machine, lam, fit_intercept=False, tol=1 - 1e-7,
                          max_iter=10**6)  # fmt: skip
        kernel = solve_msvm(X @ X.T, y, machine, lam, fit_intercept=False, tol=1 - 1e-6,
                            max_iter=10**6)  # fmt: skip
        exact = dual_programme("CS", X @ X.T, y, lam, False)
        assert ours.dual == pytest.approx(exact.value, rel=3e-6)
        assert ours.dual == pytest.approx(kernel.dual, rel=1e-5)
        assert ours.dual >= (1 - 1e-7) * ours.bound
        assert np.all(np.diff(ours.duals) >= 0)
        assert len(ours.duals) == ours.n_iter + 1
        assert ours.duals[-1] == pytest.approx(ours.dual, rel=1e-9)
        W = ours.coef.T @ X
        scores = X @ W.T
        losses = machine_losses(scores, y, machine)
        assert ours.bound == pytest.approx(lam * np.sum(W**2) + losses.sum())
        # KKT: feasible, and only classes that attain a point's loss carry weight
        alpha = ours.alpha
        assert alpha.min() == 0
        assert alpha.sum(axis=1).max() <= 1 + 1e-12
        np.testing.assert_allclose(ours.coef.sum(axis=1), 0, atol=1e-9)
        np.testing.assert_array_equal(alpha[np.arange(n), y], 0)
        own = scores[np.arange(n), y][:, None]
        unused = alpha * (losses[:, None] - (1 - own + scores))
        idle = (1 - alpha.sum(axis=1)) * losses
        assert unused.sum() + idle.sum() == pytest.approx(ours.bound - ours.dual, abs=1e-9)
        assert unused.min() > -1e-9


def test_a_design_is_its_gram_matrix():
    X, y = random_problem(30, 3, 7)
    for kind, bias in (("CS", True), ("WW", False)):
        found = [solve_msvm(K, y, settings(kind, 3), 0.1, fit_intercept=bias, tol=1 - 1e-6)
                 for K in (Factored(X), X @ X.T)]  # fmt: skip
        np.testing.assert_array_equal(found[0].alpha, found[1].alpha)
    few = [solve_msvm(Factored(X), y, settings("CS", 3), 0.1, fit_intercept=False, check=1,
                      max_iter=k) for k in (1, 7)]  # fmt: skip
    assert [run.n_iter for run in few] == [1, 7]
    assert [len(run.history) for run in few] == [2, 8]
    with pytest.warns(match="stopped before tol"):
        CrammerSingerSVC(100.0, kernel="linear", max_iter=3).fit(X, y)


def test_generic_machine_and_given_kernels():
    X, y = random_problem(30, 3, 3)
    for kind in KINDS:
        named = MSVM(kind, 0.1).fit(X, y)
        generic = GenericMSVM(*settings(kind, 3), lam=0.1).fit(X, y)
        np.testing.assert_array_equal(named.alpha_, generic.alpha_)
        given = MSVM(kind, 0.1, kernel="precomputed").fit(gram(X, sigma=1.0), y)
        np.testing.assert_allclose(given.scores(gram(X[:5], X, sigma=1.0)), named.scores(X[:5]))
    # doubling the slacks' price and the penalty doubles the value and leaves the scores
    double = GenericMSVM(2.0, lam=0.2, tol=1 - 1e-7).fit(X, y)
    single = GenericMSVM(1.0, lam=0.1, tol=1 - 1e-7).fit(X, y)
    assert double.dual_objective_ == pytest.approx(2 * single.dual_objective_, rel=1e-5)
    # with M2 doubled the slacks count four times
    double = GenericMSVM(2.0, 2, 0, 0.5, lam=0.4, tol=1 - 1e-7).fit(X, y)
    single = GenericMSVM(1.0, 2, 0, 0.5, lam=0.1, tol=1 - 1e-7).fit(X, y)
    assert double.dual_objective_ == pytest.approx(4 * single.dual_objective_, rel=1e-5)


def test_losses_by_hand():
    h = [[1.0, 0.5, -2.0]]
    y = [0]
    expected = {"WW": 0.5, "CS": 0.5, "LLW": 1.0}
    for kind, loss in expected.items():
        assert machine_losses(h, y, settings(kind, 3))[0] == pytest.approx(loss)
    # slacks (1, -1/2): 1.25 and a squared sum of 0.25
    assert machine_losses(h, y, settings("MSVM2", 3))[0] == pytest.approx(1.5)


def test_what_is_refused():
    X, y = random_problem(10, 2, 4)
    with pytest.raises(ValueError, match="class"):
        MSVM().fit(X, np.zeros(10))
    with pytest.raises(ValueError, match=r"^p=2 needs K1=0"):
        GenericMSVM(p=2).fit(X, y)
    with pytest.raises(ValueError, match=r"^K3=1 needs K1=1"):
        GenericMSVM(K1=0, K3=1).fit(X, y)
    with pytest.raises(ValueError, match=r"^y must hold every class"):
        solve_msvm(np.eye(2), [0, 2], Settings(1.0, 1, 1, 1.0, 0), 1.0)
    with pytest.warns(match="stopped before tol"):
        MSVM("LLW", 1e-3, max_iter=3).fit(X, y)


def test_intercepts_of_unbalanced_classes():
    """No score but the intercepts: a linear programme says which are best."""
    machine = MSVM("LLW").fit(np.zeros((6, 1)), [0, 0, 0, 1, 1, 2])
    np.testing.assert_allclose(machine.intercept_, [1.0, -0.5, -0.5], atol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_dual_and_bound_meet_for_unbalanced_classes(kind):
    """With the right intercepts the value of the primal closes the gap, however rare a class."""
    rng = np.random.default_rng(0)
    for _ in range(25):
        n_classes = int(rng.integers(2, 6))
        rest = rng.choice(n_classes, rng.integers(1, 20), p=rng.dirichlet(np.full(n_classes, 0.4)))
        y = np.r_[np.arange(n_classes), rest]
        X = rng.normal(size=(len(y), 2))
        for K in (np.zeros((len(y), len(y))), gram(X, sigma=1.0)):
            found = solve_msvm(K, y, settings(kind, n_classes), 0.3, tol=1 - 1e-8)
            assert found.dual >= (1 - 1e-6) * found.bound
            if not K.any() and kind == "LLW":
                assert found.bound == pytest.approx(_best_constant_scores(y, n_classes), rel=1e-6)


def _best_constant_scores(y, n_classes):
    """Least hinges of Lee, Lin and Wahba over scores that sum to zero, by a linear programme."""
    n = len(y)
    wrong = [(i, k) for i in range(n) for k in range(n_classes) if k != y[i]]
    c = np.r_[np.zeros(n_classes), np.ones(len(wrong))]
    A = np.zeros((len(wrong), len(c)))  # h_k - xi <= -1 / (Q - 1)
    for row, (_, k) in enumerate(wrong):
        A[row, k] = 1.0
        A[row, n_classes + row] = -1.0
    total = np.r_[np.ones(n_classes), np.zeros(len(wrong))][None]
    bounds = [(None, None)] * n_classes + [(0, None)] * len(wrong)
    limit = np.full(len(wrong), -1 / (n_classes - 1))
    return linprog(c, A, limit, total, [0.0], bounds=bounds).fun


@pytest.mark.parametrize("kind", KINDS)
def test_linear_scores_far_from_the_origin(kind):
    X, y = random_problem(40, 3, 4)
    here = MSVM(kind, 0.1, kernel="linear", tol=1 - 1e-9).fit(X, y)
    there = MSVM(kind, 0.1, kernel="linear", tol=1 - 1e-9).fit(X + 1e6, y)
    np.testing.assert_allclose(there.scores(X + 1e6), here.scores(X), atol=1e-4)


def test_a_weight_in_a_small_integer_type_is_a_number():
    X, y = load_iris(return_X_y=True)
    K = X[::5] @ X[::5].T
    wanted, got = (
        solve_msvm(K, y[::5], settings("LLW", 3), lam, tol=0.9) for lam in (100.0, np.int8(100))
    )
    assert np.array_equal(got.alpha, wanted.alpha)
    assert got.bound == wanted.bound
