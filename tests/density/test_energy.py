"""Energy distance and class shares against double sums, SciPy and a generic optimiser."""

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import minimize

from mlcompanion.density import class_prior_energy, energy_distance
from mlcompanion.density.contrasts.energies import class_distances, match_shares


def mean_norm(X, Y):
    return np.mean([[np.linalg.norm(x - y) for y in Y] for x in X])


@pytest.mark.parametrize("d", [1, 3])
def test_energy_distance_is_three_mean_distances(d):
    rng = np.random.default_rng(d)
    X = rng.normal(size=(9, d))
    Y = rng.normal(1, 2, size=(7, d))
    across = mean_norm(X, Y)
    x = mean_norm(X, X)
    y = mean_norm(Y, Y)
    assert energy_distance(X, Y) == pytest.approx(2 * across - x - y)
    unbiased = 2 * across - x * 9 / 8 - y * 7 / 6
    assert energy_distance(X, Y, self_distances=False) == pytest.approx(unbiased)
    assert energy_distance(X, X) == pytest.approx(0, abs=1e-12)


def test_scipy_returns_the_root():
    rng = np.random.default_rng(0)
    x = rng.normal(size=30)
    y = rng.normal(0.3, 1, size=20)
    root = stats.energy_distance(x, y)
    assert energy_distance(x[:, None], y[:, None]) == pytest.approx(root**2)


def three_classes(shares=(0.2, 0.5, 0.3), n=150, seed=0):
    rng = np.random.default_rng(seed)
    means = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 3.0]])
    y = np.repeat([0, 1, 2], n // 3)
    hidden = rng.choice(3, size=n, p=shares)
    return means[y] + rng.normal(size=(n, 2)), y, means[hidden] + rng.normal(size=(n, 2))


@pytest.mark.parametrize("shares", [(0.2, 0.5, 0.3), (0.0, 1.0, 0.0)])
def test_many_classes_are_matched_like_a_generic_optimiser(shares):
    A, b = class_distances(*three_classes(shares), self_distances=True)
    peer = minimize(
        lambda pi: 2 * pi @ b - pi @ A @ pi,
        np.full(3, 1 / 3),
        jac=lambda pi: 2 * b - 2 * A @ pi,
        bounds=[(0, 1)] * 3,
        constraints={"type": "eq", "fun": lambda pi: pi.sum() - 1},
        options={"ftol": 1e-14},
    )
    ours = match_shares(A, b)
    assert ours.sum() == pytest.approx(1)
    np.testing.assert_allclose(ours, peer.x, atol=1e-5)
    np.testing.assert_allclose(ours, shares, atol=0.12)


@pytest.mark.parametrize("slope", [-1.0, 0.3, 2.0])
def test_two_classes_in_closed_form_agree_with_the_general_way(slope):
    A = np.array([[1.0, 2.0], [2.0, 1.5]])
    b = np.array([1.5, 1.0 + slope])
    twice = np.array([[1.0, 2.0, 2.0], [2.0, 1.5, 1.5], [2.0, 1.5, 1.5]])  # class 2 in two halves
    general = match_shares(twice, [b[0], b[1], b[1]])
    assert match_shares(A, b)[0] == pytest.approx(general[0], abs=1e-7)


def test_self_distances_bias_a_rare_class():
    shares = []
    for seed in range(60):
        rng = np.random.default_rng(seed)
        y = np.repeat([0, 1], [45, 5])
        hidden = np.repeat([0, 1], [5, 45])
        X, X_test = (rng.normal(size=(50, 2)) + 4 * k[:, None] for k in (y, hidden))
        shares.append(
            [class_prior_energy(X, y, X_test, self_distances=s)[0] for s in (False, True)]
        )
    without, printed = np.mean(shares, axis=0)
    assert abs(without - 0.1) < 0.02 < abs(printed - 0.1)


def test_labels_are_sorted_and_need_not_be_numbers():
    X, y, X_test = three_classes()
    names = np.array(["c", "a", "b"])[y]
    ours = class_prior_energy(X, names, X_test)
    np.testing.assert_allclose(ours, class_prior_energy(X, y, X_test)[[1, 2, 0]], atol=1e-9)


def test_what_cannot_be_estimated_is_refused():
    X, y, X_test = three_classes()
    with pytest.raises(ValueError, match="y must have at least two classes"):
        class_prior_energy(X, np.zeros(len(X)), X_test)
    with pytest.raises(ValueError, match="self_distances"):
        class_prior_energy(X[:3], [0, 1, 1], X_test)
    with pytest.raises(ValueError, match="X_test"):
        class_prior_energy(X, y, X_test[:0])
    with pytest.raises(ValueError, match="self_distances"):
        energy_distance([[1.0]], [[1.0], [2.0]], self_distances=False)
