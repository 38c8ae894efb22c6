import sys
import warnings
from time import process_time

import numpy as np
import pytest
from scipy.optimize import LinearConstraint, minimize
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC, OneClassSVM

from mlcompanion import kernel_methods as machines
from mlcompanion.optimize.dual.dual_coordinate_ascent import Factored, dual_coordinate_ascent
from mlcompanion.optimize.smo import Checked, RowsOnDemand, smo


def programme(rng, n=12, rank=6):
    """A random positive semidefinite Q, p of both signs, bounds (one of them 0) and signs."""
    A = rng.normal(size=(n, rank))
    C = rng.uniform(0.5, 2, n)
    C[3] = 0.0
    return A @ A.T, rng.normal(1, 1, n), C, rng.choice([-1.0, 1.0], n)


def best_value(Q, p, C, a=None, d=0.0):
    """The minimum according to a general solver."""
    equality = () if a is None else LinearConstraint(a[None], d, d)
    found = minimize(
        lambda z: z @ Q @ z / 2 - p @ z,
        C / 2,
        jac=lambda z: Q @ z - p,
        bounds=np.c_[np.zeros(len(C)), C],
        constraints=equality,
        method="SLSQP",
        options={"ftol": 1e-13, "maxiter": 500},
    )
    return found.fun


def two_classes(rng, n=60):
    x = rng.normal(size=(n, 2))
    y = np.where(x[:, 0] + 0.5 * rng.normal(size=n) > 0, 1.0, -1.0)
    K = np.exp(-0.5 * ((x[:, None] - x) ** 2).sum(-1))
    return K, y


@pytest.mark.parametrize("shrinking", [True, False])
@pytest.mark.parametrize("d", [None, 0.0, 1.3])
@pytest.mark.parametrize("seed", range(3))
def test_minimum_and_certificate_of_random_programmes(seed, d, shrinking):
    Q, p, C, a = programme(np.random.default_rng(seed))
    a = None if d is None else a
    found = smo(Q, p, C, a, d or 0.0, tol=1e-9, shrinking=shrinking)
    best = best_value(Q, p, C, a, d)
    np.testing.assert_allclose(found.objective, best, atol=1e-8)
    assert (found.alpha >= 0).all()
    assert (found.alpha <= C).all()
    assert found.kkt_violation <= 1e-9
    assert 0 <= found.gap <= 1e-8
    np.testing.assert_allclose(found.gradient, Q @ found.alpha - p, atol=1e-12)
    if d is not None:
        np.testing.assert_allclose(a @ found.alpha, d, atol=1e-12)


def test_gap_bounds_the_distance_from_the_minimum_on_the_way():
    Q, p, C, a = programme(np.random.default_rng(5))
    best = best_value(Q, p, C, a, 0.0)
    for steps in (1, 3, 6):
        early = smo(Q, p, C, a, max_iter=steps)
        assert early.n_iter == steps
        assert early.kkt_violation > 1e-6
        assert early.gap >= early.objective - best - 1e-9


@pytest.mark.parametrize("seed", range(3))
def test_the_machine_is_libsvms(seed):
    K, y = two_classes(np.random.default_rng(seed))
    other = SVC(kernel="precomputed", C=2.0, tol=1e-8).fit(K, y)
    found = smo(y[:, None] * K * y, C=2.0, a=y, tol=1e-8)
    np.testing.assert_allclose(
        K @ (found.alpha * y) + found.intercept, other.decision_function(K), atol=1e-6
    )


def test_one_class_machine_has_another_right_hand_side():
    K, _ = two_classes(np.random.default_rng(1))
    nu = 0.3
    n = len(K)
    other = OneClassSVM(kernel="precomputed", nu=nu, tol=1e-8).fit(K)
    found = smo(K, np.zeros(n), 1.0, np.ones(n), nu * n, tol=1e-8)
    np.testing.assert_allclose(
        K @ found.alpha + found.intercept, other.decision_function(K), atol=1e-6
    )


def test_shrinking_and_rows_on_demand_change_the_way_only():
    K, y = two_classes(np.random.default_rng(2), n=150)
    Q = y[:, None] * K * y
    asked = []

    def row(i):
        asked.append(i)
        return Q[i]

    dense = smo(Q, C=5.0, a=y, tol=1e-10)
    plain = smo(Q, C=5.0, a=y, tol=1e-10, shrinking=False)
    few = smo(RowsOnDemand(row, Q.diagonal(), n_kept=5), C=5.0, a=y, tol=1e-10)
    for other in (plain, few):
        np.testing.assert_allclose(other.objective, dense.objective, rtol=1e-9)
        np.testing.assert_allclose(other.intercept, dense.intercept, atol=1e-7)
    assert len(asked) > len(set(asked))  # five rows were kept, not all
    alone = smo(RowsOnDemand(row, Q.diagonal(), n_kept=5), C=5.0, tol=1e-10)
    np.testing.assert_allclose(alone.objective, smo(Q, C=5.0, tol=1e-10).objective, rtol=1e-9)


def test_a_warm_start_saves_steps_and_a_bad_one_is_brought_in():
    K, y = two_classes(np.random.default_rng(3))
    Q = y[:, None] * K * y
    cold = smo(Q, C=1.0, a=y)
    warm = smo(Q, C=1.0, a=y, alpha0=cold.alpha)
    assert warm.n_iter == 0
    outside = smo(Q, C=1.0, a=y, alpha0=np.linspace(-1, 3, len(y)))
    np.testing.assert_allclose(outside.objective, cold.objective, rtol=1e-6)
    assert abs(y @ outside.alpha) < 1e-10


def test_intercept_without_free_variables():
    """Two points a class at the same place: all at C for small C, and the margin leaves a range."""
    x = y = np.array([-1.0, 1.0])
    found = smo(np.outer(x * y, x * y), C=0.1, a=y)
    np.testing.assert_array_equal(found.alpha, [0.1, 0.1])
    assert found.intercept == 0.0  # any b in [-0.8, 0.8] will do
    one_class = smo(np.eye(2), C=1.0, a=[1.0, 1.0])
    assert one_class.intercept == 1.0  # any b of at least 1
    assert one_class.gap == 0.0


def test_equality_out_of_reach():
    with pytest.raises(ValueError, match=r"^d must"):
        smo(np.eye(3), C=1.0, a=np.ones(3), d=3.5)


@pytest.mark.parametrize("seed", range(3))
def test_one_variable_after_the_other(seed):
    Q, p, C, _ = programme(np.random.default_rng(seed))
    best = best_value(Q, p, C)
    found = dual_coordinate_ascent(Q, p, C, tol=1e-9, max_iter=100_000)
    np.testing.assert_allclose(found.objective, best, atol=1e-8)
    assert found.kkt_violation <= 1e-9
    again = dual_coordinate_ascent(Q, p, C, alpha0=found.alpha, tol=1e-8)
    assert again.n_iter == 1
    early = dual_coordinate_ascent(Q, p, C, tol=1e-9, max_iter=1)
    assert early.gap >= early.objective - best > 1e-6


@pytest.mark.parametrize("equality", [True, False])
@pytest.mark.parametrize("shrinking", [True, False])
def test_signs_are_those_of_a_signed_matrix(equality, shrinking):
    rng = np.random.default_rng(7)
    K, y = two_classes(rng, 300)
    a = y if equality else None
    signs = np.where(rng.random(300) < 0.3, -y, y)
    start = rng.uniform(0, 1, 300)
    options = {"C": 2.0, "a": a, "alpha0": start, "tol": 1e-6, "shrinking": shrinking}
    options |= {"d": float(y @ start)} if equality else {}
    plain = smo(signs[:, None] * K * signs, **options)
    for Q in (K, Checked(K), RowsOnDemand(lambda i: K[i], np.ones(300), n_kept=20)):
        found = smo(Q, signs=signs, **options)
        np.testing.assert_array_equal(found.alpha, plain.alpha)
        np.testing.assert_allclose(found.gradient, plain.gradient, atol=1e-12)
        assert (found.n_iter, found.intercept) == (plain.n_iter, pytest.approx(plain.intercept))


@pytest.mark.parametrize("seed", range(3))
def test_a_factor_has_the_minimum_of_its_matrix(seed):
    rng = np.random.default_rng(seed)
    Z = rng.normal(size=(80, 4))
    p = rng.normal(1, 1, 80)
    C = rng.uniform(0.5, 2, 80)
    C[3] = 0.0
    options = {"tol": 1e-9, "max_iter": 10**6, "alpha0": rng.uniform(0, 1, 80)}
    found = dual_coordinate_ascent(Factored(Z), p, C, **options)
    whole = dual_coordinate_ascent(Z @ Z.T, p, C, **options)
    np.testing.assert_allclose(found.objective, whole.objective, rtol=1e-9)
    np.testing.assert_allclose(found.alpha @ Z, whole.alpha @ Z, atol=1e-7)
    assert found.kkt_violation <= 1e-8
    assert 0 <= found.gap <= 1e-6
    again = dual_coordinate_ascent(Factored(Z), p, C, **options)
    np.testing.assert_array_equal(found.alpha, again.alpha)


def test_the_limit_of_sweeps_shows_in_the_violation():
    rng = np.random.default_rng(0)
    found = dual_coordinate_ascent(Factored(rng.normal(size=(200, 3))), max_iter=1, tol=1e-9)
    assert found.n_iter == 1
    assert found.kkt_violation > 1e-9


@pytest.mark.parametrize("C", [1.0, 1e3, 1e6])
def test_rounding_of_many_steps_stays_below_the_tolerance(C):
    rng = np.random.default_rng(3)
    X = rng.normal(size=(150, 2))
    y = rng.choice([-1.0, 1.0], 150)
    Q = (y * X.T).T @ (y * X.T) + np.eye(150) / 100
    found = smo(Q, C=C, a=y, tol=1e-4)
    assert found.kkt_violation <= 1e-4
    assert found.n_iter > 150
    assert abs(found.gradient - (Q @ found.alpha - 1)).max() <= 1e-6


@pytest.mark.parametrize(("tol", "afresh"), [(1e-3, False), (1e-12, True)])
def test_values_are_computed_afresh_where_rounding_could_matter(tol, afresh, monkeypatch):
    module = sys.modules[smo.__module__]
    products = []
    times = module._Rows.times
    monkeypatch.setattr(
        module._Rows, "times", lambda rows, alpha: products.append(1) or times(rows, alpha)
    )
    K, y = two_classes(np.random.default_rng(0))
    found = smo(K, C=1.0, a=y, signs=y, tol=tol, shrinking=False)
    assert found.kkt_violation <= tol
    assert (len(products) > 1) == afresh


@pytest.mark.parametrize("equality", [True, False])
def test_a_huge_box_costs_no_more_steps_than_its_digits(equality):
    """Classes that overlap: the variables are as large as the box, which steps would not reach."""
    x = np.arange(4.0)
    y = np.array([-1.0, 1.0, -1.0, 1.0])
    found = smo(np.outer(x * y, x * y), C=1e8, a=y if equality else None)
    assert found.kkt_violation <= 1e-6
    assert found.n_iter < 200_000
    assert found.gap <= 1e-9 * abs(found.objective)
    if equality:
        assert (found.alpha * y) @ x == pytest.approx(2 / 3)  # the least hinges, by hand


def test_rounding_ends_a_run_and_is_told():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20, 2)) + 1e8
    y = rng.choice([-1.0, 1.0], 20)
    Z = X * y[:, None]
    found = smo(Z @ Z.T, a=y, tol=1e-6)
    assert found.n_iter < 100_000
    assert found.kkt_violation > 1e-6


def test_few_variables_take_a_limit_of_steps_in_its_time():
    """Steps are compiled; four variables do not return to Python after every fourth."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(4, 1))
    y = np.array([-1.0, 1.0, -1.0, 1.0])
    smo(np.eye(4), a=y)  # compiled
    start = process_time()
    smo((X @ X.T) * np.outer(y, y), C=1e12, a=y, tol=1e-14, max_iter=1_000_000)
    assert process_time() - start < 5


@pytest.mark.parametrize("unit", [1e-24, 1e-12, 1e12, 1e24])
def test_units_of_the_matrix_change_no_answer(unit):
    """A matrix ``unit`` times as large has an optimum so many times smaller."""
    rng = np.random.default_rng(0)
    Z = rng.normal(size=(30, 4))
    Q = Z @ Z.T
    y = np.where(rng.random(30) < 0.5, -1.0, 1.0)
    ways = {
        "pairs": lambda Q, C: smo(Q, C=C, a=y, signs=y),
        "single": lambda Q, C: smo(Q, C=C, signs=y),
        "sweeps": lambda Q, C: dual_coordinate_ascent(np.outer(y, y) * Q, C=C, random_state=0),
    }
    for name, solve in ways.items():
        want = solve(Q, 1.0)
        found = solve(unit * Q, 1 / unit)
        assert found.kkt_violation < 1e-5
        np.testing.assert_allclose(found.alpha * unit, want.alpha, atol=1e-5, err_msg=name)
        assert found.objective * unit == pytest.approx(want.objective, rel=1e-8)


def test_single_steps_that_get_nowhere_end_within_a_second():
    """Far from the origin and without an intercept the margin asks for 1e14 steps."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    y = np.where(X[:, 0] + 0.3 * rng.normal(size=60) > 0, 1, -1)
    machines.SVC(kernel="linear", fit_intercept=False).fit(X, y)  # compiled
    machines.CrammerSingerSVC(kernel="linear").fit(X, y)
    start = process_time()
    with pytest.warns(ConvergenceWarning):
        machines.SVC(kernel="linear", fit_intercept=False).fit(X + 1e7, y)
    assert process_time() - start < 2  # .8 s where nothing else runs
    start = process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        machines.CrammerSingerSVC(1e12, kernel="linear").fit(X, y)
    assert process_time() - start < 1
