import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp
from scipy.optimize import minimize, minimize_scalar
from sklearn.cluster import MeanShift
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.datasets import PLANAR_MIXTURES, make_helix, make_spiral, make_zigzag
from mlcompanion.density import knn_covariances, loo_ml_bandwidth
from mlcompanion.manifold import (
    GaussianKDEField,
    GaussianMixtureField,
    KDERidge,
    classify_point,
    curvilinear_coordinates,
    ridge_residual,
    scms,
)
from mlcompanion.manifold.ridges.ridge_steps import normal_space


def a_gaussian(n, seed=0):
    rng = np.random.default_rng(seed)
    B = rng.normal(size=(n, n))
    C = B @ B.T + 0.1 * np.eye(n)
    mean = rng.normal(size=n)
    return GaussianMixtureField([1.0], mean[None], C[None]), mean, C, rng


def a_mixture(name="three"):
    weights, means, covariances = PLANAR_MIXTURES[name]
    return GaussianMixtureField(weights, means, covariances)


def an_anisotropic_estimate(seed=0):
    X = make_zigzag(120, 0.07, seed).data
    C = knn_covariances(X)
    return GaussianKDEField(X, loo_ml_bandwidth(X, C) ** 2 * C), X


# -- what the theory says ----------------------------------------------------------------------


@pytest.mark.parametrize(("n", "dim"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (6, 1), (6, 2)])
def test_a_gaussian_is_projected_as_by_pca_in_one_move(n, dim):
    field, mean, C, rng = a_gaussian(n)
    Q = mean + 5 * rng.normal(size=(40, n))
    leading = np.linalg.eigh(C)[1][:, n - dim :]
    result = scms(field, Q, dim=dim)
    np.testing.assert_allclose(result.points, mean + (Q - mean) @ leading @ leading.T, atol=1e-9)
    assert result.converged.all()
    assert result.is_ridge.all()
    assert result.n_iter.max() == 2


# A search through 25 fields of three kinds, up to 300 moves each: some seconds.
@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 9999), dim=st.integers(0, 2), kind=st.sampled_from(["one", "each", "full"])
)
def test_density_never_falls_and_the_constrained_gradient_vanishes(seed, dim, kind):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(15, 3))
    width = {
        "one": 0.7,
        "each": rng.uniform(0.3, 1.0, 15),
        "full": knn_covariances(X, 5, shrinkage=0.2),
    }[kind]
    field = GaussianKDEField(X, width)
    result = scms(field, rng.normal(size=(6, 3)), dim=dim, max_iter=300, record=True)
    heights = np.stack([field.log_density(x) for x in result.paths])
    assert np.diff(heights, axis=0).min() >= -1e-12
    done = result.converged
    assert ridge_residual(field, result.points[done], dim).max(initial=0) < 1e-5


def test_the_lower_bound_of_the_constrained_move():
    # log p(x + s) - log p(x) >= score.s - s'As/2 for every move s: Jensen's inequality
    field, X = an_anisotropic_estimate()
    rng = np.random.default_rng(0)
    values = field.evaluate(X)
    for size in (0.01, 0.1, 1.0):
        moves = size * rng.normal(size=X.shape)
        gain = field.log_density(X + moves) - values.log_density
        bound = (values.score * moves).sum(axis=1) - 0.5 * np.einsum(
            "qi,qij,qj->q", moves, values.precision, moves
        )
        assert (gain >= bound - 1e-10).all()


def test_the_projected_step_is_the_constrained_one_only_for_spherical_kernels():
    X = make_spiral(100, 0.04, 0).data
    field = GaussianKDEField(X, 0.06)
    a, b = (scms(field, X, step=s, max_iter=30).points for s in ("constrained", "projected"))
    np.testing.assert_allclose(a, b, atol=1e-10)

    field, X = an_anisotropic_estimate()
    for step, fine in (("constrained", True), ("projected", False)):
        result = scms(field, X, step=step, stop="step", tol=1e-9, max_iter=1000, record=True)
        heights = np.stack([field.log_density(x) for x in result.paths])
        assert (np.diff(heights, axis=0).min() > -1e-12) == fine
        assert (ridge_residual(field, result.points).max() < 1e-3) == fine


def test_the_printed_step_forgets_the_place_along_the_ridge():
    field, mean, _, rng = a_gaussian(2)
    Q = mean + 5 * rng.normal(size=(20, 2))
    right, printed = (
        scms(field, Q, step=s, max_iter=50).points for s in ("constrained", "printed")
    )
    assert np.ptp(right, axis=0).max() > 5
    np.testing.assert_allclose(np.ptp(printed, axis=0), 0, atol=1e-9)


# -- against independent computations ------------------------------------------------------------


@pytest.mark.parametrize("name", ["tee", "three", "seven"])
def test_modes_are_those_of_an_optimiser_and_lie_on_the_ridge(name):
    field = a_mixture(name)
    found = scms(field, field.means, dim=0, tol=1e-10, max_iter=5000)
    assert found.converged.all()
    for start, mode in zip(field.means, found.points):
        peer = minimize(
            lambda x: -field.log_density(x[None])[0],
            start,
            jac=lambda x: -field.evaluate(x[None]).score[0],
            options={"gtol": 1e-10},
        )
        np.testing.assert_allclose(mode, peer.x, atol=1e-5)
    np.testing.assert_allclose(scms(field, found.points, dim=1).points, found.points, atol=1e-6)


def test_ridge_points_are_maxima_across_the_ridge():
    X = make_spiral(150, 0.04, 1).data
    field = GaussianKDEField(X, 0.06)
    result = scms(field, X)
    _, normal = normal_space(field.evaluate(result.points), 1)
    for x, across in zip(result.points[result.is_ridge][:20], normal[result.is_ridge][:20, :, 0]):
        best = minimize_scalar(
            lambda s: -field.log_density((x + s * across)[None])[0],  # noqa: B023
            bounds=(-0.02, 0.02),
            method="bounded",
            options={"xatol": 1e-10},
        )
        assert abs(best.x) < 1e-5


def test_modes_agree_with_mean_shift_of_the_peer():
    rng = np.random.default_rng(0)
    X = np.vstack([c + 0.2 * rng.normal(size=(40, 2)) for c in ((0, 0), (3, 0), (0, 3))])
    ours = scms(GaussianKDEField(X, 0.5), X, dim=0, tol=1e-9, max_iter=5000).points
    modes = np.unique(ours.round(4), axis=0)
    peer = MeanShift(bandwidth=1.0).fit(X).cluster_centers_  # flat kernel: agrees roughly
    assert len(modes) == len(peer) == 3
    assert max(np.linalg.norm(peer - m, axis=1).min() for m in modes) < 0.1


def test_runge_kutta_follows_the_differential_equation():
    field = a_mixture("three")
    start = np.array([-1.5, 1.3])

    def velocity(_, x):
        values = field.evaluate(x[None])
        across = normal_space(values, 1)[1][0]
        return across @ across.T @ values.score[0]

    peer = solve_ivp(velocity, (0, 20), start, rtol=1e-10, atol=1e-12).y[:, -1]
    rk4 = scms(field, start[None], step="rk4", max_iter=2000).points[0]
    coarse = scms(field, start[None]).points[0]
    np.testing.assert_allclose(rk4, peer, atol=1e-4)
    assert np.linalg.norm(coarse - peer) > 100 * np.linalg.norm(rk4 - peer)


def test_curvilinear_coordinates_of_a_gaussian_are_absolute_scores():
    field, mean, C, rng = a_gaussian(3)
    Q = mean + rng.normal(size=(20, 3))
    lengths, modes = curvilinear_coordinates(field, Q)
    scores = (Q - mean) @ np.linalg.eigh(C)[1][:, ::-1]
    np.testing.assert_allclose(lengths, np.abs(scores), atol=1e-8)
    np.testing.assert_allclose(modes, np.broadcast_to(mean, Q.shape), atol=1e-8)


@pytest.mark.parametrize("stop", ["gradient", "alignment", "step"])
def test_stopping_rules_agree(stop):
    X = make_spiral(100, 0.04, 0).data
    field = GaussianKDEField(X, 0.06)
    best = scms(field, X, tol=1e-10, max_iter=3000).points
    tol = {"gradient": 1e-8, "alignment": 1e-13, "step": 1e-10}[stop]
    points = scms(field, X, stop=stop, tol=tol, max_iter=3000).points
    assert np.median(np.linalg.norm(points - best, axis=1)) < 1e-6
    assert np.linalg.norm(points - best, axis=1).max() < 1e-3


def test_surface_of_a_helix_contains_its_curve():
    X = make_helix(150, random_state=0).data
    field = GaussianKDEField(X, 0.25)
    curve = scms(field, X, dim=1, tol=1e-8, max_iter=3000)
    on_curve = curve.points[curve.is_ridge]
    moved = scms(field, on_curve, dim=2, tol=1e-8).points
    np.testing.assert_allclose(moved, on_curve, atol=1e-6)


def test_fixed_axes_move_nothing_else():
    X = make_spiral(60, 0.04, 0).data
    result = scms(GaussianKDEField(X, 0.1), X, normal=[[0.0], [1.0]])
    np.testing.assert_array_equal(result.points[:, 0], X[:, 0])
    assert result.converged.all()


def test_a_lone_point_is_its_own_ridge_and_far_queries_come_back():
    field = GaussianKDEField([[0.0, 0.0], [100.0, 0.0]], 0.5)
    result = scms(field, [[0.0, 0.0], [0.0, 30.0]], dim=0)
    assert result.n_iter[0] == 1
    assert result.arc_length[0] == 0
    np.testing.assert_allclose(result.points[1], 0, atol=1e-5)


# -- Definition 4 -------------------------------------------------------------------------------


def test_classification_by_hand():
    ridge = np.diag([1.0, -3.0])
    valley = np.diag([-1.0, 3.0])
    along = np.array([1.0, 0.0])
    assert classify_point(along, ridge, 1) == {"principal"}
    assert classify_point(along, valley, 1) == {"minor"}
    assert classify_point([1.0, 1.0], ridge, 1) == frozenset()
    assert classify_point([0.0, 0.0], -np.eye(2), 0) == {"principal"}
    assert classify_point([0.0, 0.0], np.eye(2), 0) == {"minor"}
    assert classify_point([0.0, 0.0], ridge, 0) == {"saddle"}
    assert classify_point([0.0, 0.0], ridge, 1) == {"principal", "minor"}
    assert classify_point([1.0, 0.0, 0.0], np.diag([5.0, 1.0, -1.0]), 1) == {"saddle"}


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 9999))
def test_increasing_functions_of_the_density_have_the_same_sets(seed):
    rng = np.random.default_rng(seed)
    field = a_mixture("three")
    result = scms(field, field.sample(5, rng), tol=1e-9, max_iter=3000)
    values = field.evaluate(result.points[result.is_ridge])
    square = values.score[:, :, None] * values.score[:, None, :]
    for hessians in (values.second, values.second - square, 0.5 * values.second - 0.25 * square):
        for g, H in zip(values.score, hessians):
            assert "principal" in classify_point(g, H, 1, tol=1e-5)


# -- the estimator --------------------------------------------------------------------------------


@parametrize_with_checks(
    [KDERidge(), KDERidge(bandwidth=1.0), KDERidge(dim=0, bandwidth="variable")]
)
def test_scikit_learn_contract(estimator, check):
    check(estimator)


@pytest.mark.parametrize("bandwidth", ["loo", "variable", "anisotropic", 0.06])
def test_estimator_finds_the_spiral(bandwidth):
    spiral = make_spiral(200, 0.04, 0)
    ridge = KDERidge(bandwidth=bandwidth).fit(spiral.data)
    error = ((ridge.ridge_ - spiral.clean) ** 2).sum()
    assert error < 0.7 * ((spiral.data - spiral.clean) ** 2).sum()
    np.testing.assert_array_equal(ridge.project(spiral.data[:5]), ridge.transform(spiral.data[:5]))
    np.testing.assert_allclose(ridge.project(spiral.data), ridge.ridge_, atol=1e-12)
    assert ridge.score_samples(spiral.data).shape == (200,)


def test_weights_count_like_copies():
    X = make_spiral(40, 0.04, 0).data
    counts = np.arange(40) % 3 + 1
    weighted = KDERidge(bandwidth=0.1).fit(X, weights=counts)
    copied = KDERidge(bandwidth=0.1).fit(np.repeat(X, counts, axis=0))
    np.testing.assert_allclose(weighted.project(X), copied.project(X), atol=1e-8)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda f, X: scms(f, X, dim=2), "dim"),
        (lambda f, X: scms(f, X, step="best"), "step"),
        (lambda f, X: scms(f, X, stop="never"), "stop"),
        (lambda f, X: scms(f, X, dim=0, stop="alignment"), "stop"),
        (lambda f, X: scms(f, X, tol=-1.0), "tol"),
        (lambda f, X: scms(f, X, max_iter=0), "max_iter"),
        (lambda f, X: scms(f, X, normal=np.eye(2)), "normal"),
        (lambda f, X: scms(f, X[:, :1]), "Q"),
        (lambda f, X: ridge_residual(f, X, 5), "dim"),
        (lambda f, X: classify_point([0.0, 1.0], np.eye(3), 1), "hessian"),
        (lambda f, X: classify_point([0.0, 1.0], np.eye(2), 2), "dim"),
        (lambda f, X: KDERidge(dim=2).fit(X), "dim"),
        (lambda f, X: KDERidge(bandwidth="silverman").fit(X), "bandwidth"),
        (lambda f, X: KDERidge(bandwidth=-1.0).fit(X), "bandwidth"),
    ],
)
def test_bad_input_is_named(call, name):
    X = make_spiral(20, 0.02, 0).data
    with pytest.raises(ValueError, match=name):
        call(GaussianKDEField(X, 0.1), X)
