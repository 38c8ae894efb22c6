"""The base of the linear models: every sign in it decides a test.

The reference fits the constant as one more column, about nothing, in fractions of the data's own
numbers; the data lie far from zero, where a wrong sign cannot hide.
"""

import inspect
from fractions import Fraction

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Lasso as PeerLasso
from sklearn.linear_model import LinearRegression
from sklearn.linear_model import Ridge as PeerRidge

from mlcompanion._linear import (
    FreeColumns,
    about,
    centred,
    check_weights,
    column_means,
    column_units,
    power_of_two,
    spread_of,
    warn_stopped,
)
from mlcompanion.prox import TreeGroups
from mlcompanion.regression import (
    HuberRegressor,
    LADRegressor,
    LeastSquares,
    Ridge,
    TukeyRegressor,
    poly_basis,
)
from mlcompanion.regression.linear.least_squares import shortest_solution
from mlcompanion.sparse import (
    ConstrainedLasso,
    DALLogisticRegression,
    DALRegressor,
    FusedLasso,
    GraphFusedLasso,
    GroupLasso,
    HuberLasso,
    Lasso,
    MultiTaskGraphFusedLasso,
    OverlappingGroupLasso,
    TreeLasso,
    TreeLogistic,
)

RNG = np.random.default_rng(11)
CENTRE = np.array([30.0, -70.0, 110.0])
X = RNG.normal(size=(40, 3)) + CENTRE
Y = (X - CENTRE) @ [2.0, -1.0, 0.5] + 500 + 0.1 * RNG.normal(size=40)
WEIGHTS = RNG.integers(0, 4, size=40)
ONES = np.column_stack([X, np.ones(40)])


def weighted_normal_equations(weights, penalty):
    """Slopes and constant, the constant a column like the others but for its penalty."""
    system = ONES.T @ (weights[:, None] * ONES) + penalty * np.diag([1.0, 1, 1, 0])
    return np.linalg.solve(system, ONES.T @ (weights * Y))


@pytest.mark.parametrize("weights", [None, WEIGHTS])
@pytest.mark.parametrize(
    ("model", "penalty"),
    [
        (LeastSquares(), 0.0),
        (LeastSquares(solver="svd"), 0.0),
        (LeastSquares(solver="normal"), 0.0),
        (Ridge(0.0), 0.0),
        (Ridge(3.0), 3.0),
        (Ridge(3.0, G=np.eye(3)), 3.0),
    ],
    ids=repr,
)
def test_the_constant_is_one_more_column(model, penalty, weights):
    want = weighted_normal_equations(np.ones(40) if weights is None else weights, penalty)
    model.fit(X, Y, weights)
    np.testing.assert_allclose(model.coef_, want[:3], rtol=1e-6)
    assert model.intercept_ == pytest.approx(want[3], rel=1e-6)
    np.testing.assert_allclose(model.predict(X[:4]), ONES[:4] @ want, rtol=1e-8)


@pytest.mark.parametrize(
    ("ours", "peer"),
    [
        (LeastSquares(), LinearRegression()),
        (Ridge(2.0), PeerRidge(2.0)),
        (Lasso(20.0, tol=1e-12), PeerLasso(0.5, tol=1e-12)),
    ],
)
def test_peers_far_from_zero(ours, peer):
    ours.fit(X, Y)
    peer.fit(X, Y)
    np.testing.assert_allclose(ours.coef_, peer.coef_, rtol=1e-5)
    assert ours.intercept_ == pytest.approx(peer.intercept_, rel=1e-6)


SPARSE = [
    Lasso(5.0),
    GroupLasso(lam=5.0),
    FusedLasso(2.0, 3.0),
    ConstrainedLasso(2.0),
    HuberLasso(1.0, 5.0),
    OverlappingGroupLasso([[0, 1], [1, 2]], 3.0, 2.0, tol=1e-7),
    GraphFusedLasso(gamma=3.0, lam=2.0, tol=1e-7),
    TreeLasso(TreeGroups([-1, 0, 0]), 3.0, tol=1e-9),
    DALRegressor(5.0, tol=1e-10),
    HuberRegressor(tol=1e-10),
    TukeyRegressor(tol=1e-10),
    LADRegressor(),
]


@pytest.mark.parametrize("model", SPARSE, ids=lambda m: type(m).__name__)
def test_a_model_far_from_zero_is_the_one_at_zero(model):
    """The same slopes, and the constant that carries the same line."""
    near = model.fit(X - CENTRE, Y - 500)
    coef = near.coef_
    constant = near.intercept_
    model.fit(X, Y)
    np.testing.assert_allclose(model.coef_, coef, atol=1e-4)
    expected = constant + 500 - CENTRE @ coef
    assert model.intercept_ == pytest.approx(expected, abs=2e-2)
    np.testing.assert_allclose(model.predict(X), (X - CENTRE) @ coef + constant + 500, atol=1e-3)


def test_several_outputs_and_classes_far_from_zero():
    Z = np.column_stack([Y, 3 * Y + X[:, 0]])
    joint = MultiTaskGraphFusedLasso(gamma=0.5, lam=0.5, tol=1e-7)
    near = joint.fit(X - CENTRE, Z - 500)
    coef = near.coef_
    constant = near.intercept_
    joint.fit(X, Z)
    np.testing.assert_allclose(joint.coef_, coef, atol=1e-3)
    np.testing.assert_allclose(joint.intercept_, constant + 500 - coef @ CENTRE, rtol=1e-4)
    classes = np.digitize(Y, np.quantile(Y, [0.3, 0.7]))
    for model in (
        TreeLogistic(TreeGroups([-1, 0, 0]), 1.0, tol=1e-8),
        DALLogisticRegression(1.0, tol=1e-9),
    ):
        want = model.fit(X - CENTRE, classes).predict_proba(X - CENTRE)
        np.testing.assert_allclose(model.fit(X, classes).predict_proba(X), want, atol=1e-4)


def test_without_an_intercept_nothing_is_centred():
    for model in (LeastSquares(fit_intercept=False), Ridge(0.0, fit_intercept=False)):
        model.fit(X, Y)
        np.testing.assert_allclose(model.coef_, np.linalg.lstsq(X, Y, rcond=None)[0])
        assert model.intercept_ == 0
    data = centred(X, Y, False)
    assert data.X is X
    assert data.level == 0
    assert not data.centre.any()


def test_time_stamps_and_tiny_columns():
    """Seconds of one hour, counted from 1970, in a room of 1e-15 metres."""
    seconds = np.arange(100.0)
    y = 3 * seconds + np.sin(seconds)
    want = LeastSquares().fit(seconds[:, None], y).predict(seconds[:, None])
    for column in (1.7e9 + seconds, 1e-15 * seconds, 1e15 * seconds):
        for solver in ("qr", "svd", "normal"):
            model = LeastSquares(solver=solver).fit(column[:, None], y)
            np.testing.assert_allclose(model.predict(column[:, None]), want, atol=1e-4)


def test_a_constant_of_the_basis_is_left_to_the_intercept():
    x = np.linspace(-1, 1, 20)[:, None]
    y = 2 + 3 * x[:, 0] + 0.1 * np.cos(9 * x[:, 0])

    def basis(x):
        return poly_basis(x, 1)

    for model in (
        LeastSquares(basis),
        LeastSquares(basis, "svd"),
        LeastSquares(basis, "normal"),
        HuberRegressor(basis=basis),
        TukeyRegressor(basis=basis),
        LADRegressor(basis=basis),
    ):
        model.fit(x, y)
        assert model.coef_[0] == 0
        assert model.intercept_ == pytest.approx(2, abs=0.1)
        assert model.coef_[1] == pytest.approx(3, abs=0.1)


def test_means_and_weights():
    x = np.array([1e9, 1e9 + 1, 1e9 + 5])
    assert column_means(x, np.array([1.0, 1.0, 2.0])) - 1e9 == 2.75
    with pytest.raises(ValueError, match="sample_weight is zero"):
        check_weights([0, 0], 2)
    with pytest.raises(ValueError, match="sample_weight"):
        check_weights([1, -1], 2)
    assert check_weights(None, 2) is None
    assert check_weights(2.0, 2).tolist() == [2, 2]
    data = centred(np.full((3, 1), 0.1), np.arange(3.0))
    assert (data.X == 0).all()
    far = centred(np.array([[1.0], [2.0], [1e9]]), np.ones(3), True, np.array([1.0, 1, 0]))
    assert far.centre.tolist() == [1.5]


def test_means_are_right_to_the_last_digit():
    """Of ten thousand rows the plain sum loses three digits; exact arithmetic knows them."""
    A = 1e8 + RNG.uniform(size=(10_000, 2))
    weights = RNG.integers(1, 5, size=10_000).astype(float)
    for w in (None, weights):
        counts = np.ones(10_000) if w is None else w
        exact = [
            sum(Fraction(c) * Fraction(a) for c, a in zip(counts, column)) / Fraction(counts.sum())
            for column in A.T
        ]
        plain = np.average(A, axis=0, weights=w)
        worst = max(abs(Fraction(a) - b) for a, b in zip(plain, exact))
        assert worst > 4 * np.spacing(1e8)
        for found, want in zip(column_means(A, w), exact):
            assert abs(Fraction(found) - want) <= np.spacing(1e8) / 2 * (1 + 1e-9)


def test_rows_of_no_weight_do_not_hold_up_a_constant_column():
    A = np.array([[0.1, 1.0], [0.1, 2.0], [0.1, 4.0], [7.0, 9.0]])
    weights = np.array([0.5, 0.5, 0.1, 0.0])
    found = about(A, column_means(A, weights), weights)
    assert (found[:, 0] == 0).all()
    assert (found[:, 1] != 0).all()


def test_units_are_powers_of_two_and_round_nothing():
    sizes = np.array([0.0, 1e-300, 0.7, 1e300])
    units = power_of_two(sizes)
    assert units[0] == 1
    assert ((sizes[1:] / units[1:] >= 0.5) & (sizes[1:] / units[1:] < 1)).all()
    lengths = column_units(np.array([[3e-200, 0.0], [4e-200, 0.0]]))
    assert lengths[1] == 1
    assert 0.5 <= 5e-200 / lengths[0] <= 2
    assert 0.5 <= 10 / column_units(np.ones((100, 1)))[0] <= 2
    assert spread_of(np.array([[3e200, 4e200]])) == pytest.approx(5e200 / np.sqrt(2))


def test_free_columns_go_there_and_back():
    theta = np.array([1.0, -2.0, 0.5, 7.0])
    data = FreeColumns.of(X, Y, True)
    np.testing.assert_allclose(
        data.Phi @ data.in_plain_units(theta) + np.median(Y), ONES @ theta, rtol=1e-12
    )
    np.testing.assert_allclose(data.in_data_units(data.in_plain_units(theta)), theta, rtol=1e-12)
    bare = FreeColumns.of(X, Y, False)
    np.testing.assert_allclose(bare.Phi @ bare.in_plain_units(theta[:3]), X @ theta[:3])
    np.testing.assert_allclose(bare.in_data_units(bare.in_plain_units(theta[:3])), theta[:3])


def test_a_warning_stands_at_the_caller_s_line():
    def fit():
        warn_stopped("model", 7)

    line = inspect.currentframe().f_lineno + 2
    with pytest.warns(ConvergenceWarning, match="model stopped after 7 steps") as found:
        fit()
    assert (found[0].filename, found[0].lineno) == (__file__, line)


def test_the_shortest_solution_in_any_units():
    A = RNG.normal(size=(4, 6))
    y = RNG.normal(size=4)
    np.testing.assert_allclose(shortest_solution(A, y), np.linalg.pinv(A) @ y)
    tall = np.column_stack([X, X[:, 0] + X[:, 1]])
    np.testing.assert_allclose(shortest_solution(tall, Y), np.linalg.pinv(tall) @ Y, rtol=1e-7)
    single = RNG.normal(size=(20, 3))
    units = np.array([1e-15, 1.0, 1e12])
    want = np.linalg.lstsq(single, Y[:20], rcond=None)[0]
    np.testing.assert_allclose(shortest_solution(single * units, Y[:20]) * units, want)
