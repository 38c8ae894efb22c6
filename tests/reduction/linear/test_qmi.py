"""Quadratic mutual information: the derivative by quadrature and differences, ascents by scans."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.reduction.linear import QMIReducer, qmi_derivative, qmi_held_out_errors

RNG = np.random.default_rng(7)


@parametrize_with_checks([QMIReducer(max_iter=3, n_restarts=1)])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def loops(X, y, T, h, lam):
    """Value and gradient for one coordinate of z and of y, as the source writes them."""
    X = X - X.mean(axis=0)
    z = X @ T[0]
    n = len(z)

    def phi(j, z_i, y_i):
        return np.exp(-((z_i - z[j]) ** 2 + (y_i - y[j]) ** 2) / (2 * h**2))

    U = np.pi * h**2 * np.exp(-cdist(np.c_[z, y], np.c_[z, y], "sqeuclidean") / (4 * h**2))
    v, w = np.zeros((2, n))
    for j in range(n):
        for i in range(n):
            w[j] += phi(j, z[i], y[i]) / n
            v[j] += phi(j, z[i], y[i]) * (z[i] - z[j]) / (n * h**2)
            for k in range(n):
                w[j] -= phi(j, z[i], y[k]) / n**2
                v[j] -= phi(j, z[i], y[k]) * (z[i] - z[j]) / (n**2 * h**2)
    alpha = np.linalg.solve(U + lam * np.eye(n), v)
    gradient = np.zeros(X.shape[1])
    for j in range(n):
        for i in range(n):
            gradient += alpha[j] * phi(j, z[i], y[i]) * X[i] / n
            for k in range(n):
                gradient -= alpha[j] * phi(j, z[i], y[k]) * X[i] / n**2
    beta = np.linalg.solve(U + lam * np.eye(n), w)
    return beta @ w - beta @ U @ beta / 2, gradient


@pytest.mark.parametrize("offset", [0.0, 1e5])
def test_derivative_is_the_sources_triple_sum(offset):
    X = RNG.normal(size=(9, 2))
    y = X[:, 0] ** 2
    T = np.array([[0.6, 0.8]])
    value, gradient = loops(X, y, T, 0.7, 0.05)
    found = qmi_derivative(X + offset, y + offset, T, h=0.7, lam=0.05)
    assert found.fitted == pytest.approx(value, rel=1e-8)
    np.testing.assert_allclose(found.gradient[0], gradient, rtol=1e-7)


def test_vector_v_is_minus_the_mean_slope_of_the_kernels():
    """By parts: what is fitted is the slope of f; a single kernel's v by central differences."""
    from mlcompanion.reduction.linear.qmi import _slopes

    Z = RNG.normal(size=(10, 2))
    Y = RNG.normal(size=(10, 1))
    found = _slopes(Z, Y, Z, Y, 0.8)
    step = 1e-5

    def mean_difference(shift, ell, j):
        moved = Z + shift * np.eye(2)[ell]
        K = np.exp(-((moved - Z[j]) ** 2).sum(axis=1) / (2 * 0.64))
        R = np.exp(-((Y - Y[j]) ** 2).sum(axis=1) / (2 * 0.64))
        return np.mean(K * R) - K.mean() * R.mean()

    for ell in range(2):
        for j in range(10):
            rise = mean_difference(step, ell, j) - mean_difference(-step, ell, j)
            assert found[j, ell] == pytest.approx(-rise / (2 * step), abs=1e-9)


def test_the_value_comes_near_the_integral_of_the_true_difference():
    """Two normal variables with correlation r: f is known, its square summed over a grid."""
    r = 0.8
    grid = np.linspace(-6, 6, 241)
    a, b = np.meshgrid(grid, grid)
    joint = np.exp(-(a**2 - 2 * r * a * b + b**2) / (2 * (1 - r**2))) / np.sqrt(1 - r**2)
    f = (joint - np.exp(-(a**2 + b**2) / 2)) / (2 * np.pi)
    truth = np.sum(f**2) * (grid[1] - grid[0]) ** 2 / 2
    x = RNG.normal(size=800)
    y = r * x + np.sqrt(1 - r**2) * RNG.normal(size=800)
    found = qmi_derivative(x[:, None], y, [[1.0]], h=0.4, lam=0.01).fitted
    assert found == pytest.approx(truth, rel=0.25)
    independent = qmi_derivative(x[:, None], RNG.permutation(y), [[1.0]], h=0.4, lam=0.01).fitted
    assert independent < 0.2 * found


def test_the_value_is_the_integral_for_smoothed_densities():
    """Both densities as sums of normal ones over the samples, their difference over a grid."""
    x = RNG.normal(size=8)
    y = RNG.normal(size=8)
    h, h_y = 0.6, 0.9
    grid = np.arange(-9, 9, 0.05)

    def bumps(samples, width):
        gaps = (grid[:, None] - samples) / width
        return np.exp(-(gaps**2) / 2) / (np.sqrt(2 * np.pi) * width)

    P, R = bumps(x - x.mean(), h), bumps(y, h_y)
    f = P @ R.T / 8 - np.outer(P.mean(axis=1), R.mean(axis=1))
    want = np.sum(f**2) * 0.05**2 / 2
    found = qmi_derivative(x[:, None], y, [[1.0]], h=h, h_y=h_y).value
    assert found == pytest.approx(want, rel=1e-9)


def test_derivative_points_up_the_hill_of_the_value():
    X = RNG.uniform(-3, 3, size=(300, 2))
    y = np.sin(X[:, 0])
    for angle in (0.3, 0.6, 1.0):
        T = np.array([[np.cos(angle), np.sin(angle)]])
        side = np.array([-np.sin(angle), np.cos(angle)])
        slope = qmi_derivative(X, y, T).gradient[0] @ side
        moved = [qmi_derivative(X, y, T + s * side).value for s in (0.05, -0.05)]
        assert np.sign(slope) == np.sign(moved[0] - moved[1])


def test_the_reducer_finds_the_best_angle_of_a_scan():
    X = RNG.uniform(-10, 10, size=(150, 2))
    y = np.sin(np.pi * X[:, 0] / 10)
    model = QMIReducer(random_state=0).fit(X, y)
    assert model.converged_
    angles = np.radians(np.arange(0, 180, 5))
    values = [qmi_derivative(X, y, [[np.cos(a), np.sin(a)]]).value for a in angles]
    assert model.value_ >= max(values) - 0.02 * max(values)
    assert abs(model.components_[0, 0]) > np.cos(np.radians(5))
    assert model.value_ == max(run.values[-1] for run in model.runs_)


def test_two_directions_of_four():
    X = RNG.normal(size=(150, 4))
    y = np.column_stack([X[:, 0], X[:, 2]])
    model = QMIReducer(2, random_state=1).fit(X, y)
    T = model.components_
    np.testing.assert_allclose(T @ T.T, np.eye(2), atol=1e-10)
    assert np.linalg.norm(T[:, [0, 2]]) ** 2 > 1.9


def test_without_an_output_the_data_are_their_own():
    X = RNG.normal(size=(60, 2)) * [2, 1]
    own = QMIReducer(random_state=2).fit(X).components_
    given = QMIReducer(random_state=2).fit(X, X - X.mean(axis=0)).components_
    np.testing.assert_allclose(own, given, atol=1e-8)


def test_few_centres_and_a_search_that_ends_early():
    X = RNG.uniform(-10, 10, size=(300, 2))
    y = np.sin(np.pi * X[:, 0] / 10)
    model = QMIReducer(n_centers=100, random_state=0).fit(X, y)
    assert abs(model.components_[0, 0]) > np.cos(np.radians(10))
    with pytest.warns(ConvergenceWarning, match="max_iter"):
        QMIReducer(max_iter=1, tol=0.0, random_state=0).fit(X[:40], y[:40])


def test_held_out_errors_are_those_of_single_fits():
    X = RNG.normal(size=(24, 2))
    y = RNG.normal(size=24)
    T = np.array([[0.6, 0.8]])
    splits = [(np.arange(12), np.arange(12, 24)), (np.arange(12, 24), np.arange(12))]
    found = qmi_held_out_errors(X, y, T, [0.5, 1.0], [0.1, 1.0], folds=splits)
    assert found.shape == (2, 2)
    Z = (X - X.mean(axis=0)) @ T.T

    def v(rows, h):
        gaps = Z[rows] - Z.T
        K = np.exp(-(gaps**2) / (2 * h**2))
        R = np.exp(-((y[rows][:, None] - y) ** 2) / (2 * h**2))
        return np.mean(K * (R - R.mean(axis=0)) * gaps, axis=0) / h**2

    U = np.pi * np.exp(-cdist(np.c_[Z, y], np.c_[Z, y], "sqeuclidean") / 4)
    errors = []
    for kept, out in splits:
        alpha = np.linalg.solve(U + 0.1 * np.eye(24), v(kept, 1.0))
        errors.append(alpha @ U @ alpha / 2 - alpha @ v(out, 1.0))
    assert found[1, 0] == pytest.approx(np.mean(errors), rel=1e-9)


def test_bad_input():
    X = RNG.normal(size=(10, 2))
    for name, bad in (("h", 0.0), ("lam", 0.0), ("step", -1.0), ("n_restarts", 0), ("tol", -1.0)):
        with pytest.raises(ValueError, match=name):
            QMIReducer(**{name: bad}).fit(X, X[:, 0])
    with pytest.raises(ValueError, match="y must have shape"):
        QMIReducer().fit(X, X[:5, 0])
    with pytest.raises(ValueError, match="T must have shape"):
        qmi_derivative(X, X[:, 0], [[1.0, 0.0, 0.0]])


@pytest.mark.parametrize(
    ("units", "units_of_y"), [(1e-6, 1), (1e3, 1), (1e4, 1), (1e6, 1), (1, 1e-6)]
)
def test_widths_far_from_the_scale_of_the_data_are_told(units, units_of_y):
    rng = np.random.default_rng(0)
    X = rng.uniform(-10, 10, size=(100, 3))
    y = np.sin(np.pi * X[:, 0] / 10)
    with pytest.warns(ConvergenceWarning, match="far from the scale of X or y"):
        QMIReducer(random_state=0, max_iter=300).fit(X * units, y * units_of_y)
