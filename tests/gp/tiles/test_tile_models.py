"""Local and stitched processes against full ones, the weights' quadratic form, and conditioning."""

import numpy as np
import pytest

from mlcompanion.gp import GPRegressor, SquaredExponential, gp_log_likelihood
from mlcompanion.gp.tiles import (
    DomainDecompositionGP,
    Hyperparameters,
    LocalGP,
    boundary_mismatch,
    control_points,
    rectangle_mesh,
    tile_hyperparameters,
)
from mlcompanion.gp.tiles.learning import fitted_parameters, halved_clusters, summed_likelihood
from mlcompanion.gp.tiles.stitching import CORRECTIONS

RNG = np.random.default_rng(3)
COVARIANCE = SquaredExponential(0.6, 1.5)
NOISE = 0.05
LINE = RNG.uniform(0, 6, size=(120, 1))
PLANE = RNG.uniform(0, 4, size=(300, 2))
FIXED = {"hyper": "fixed", "covariance": COVARIANCE, "noise_variance": NOISE}


def surface(X):
    return np.sin(2 * X[:, 0]) + np.cos(1.5 * X[:, -1])


Y_LINE = surface(LINE) + np.sqrt(NOISE) * RNG.normal(size=len(LINE))
Y_PLANE = surface(PLANE) + np.sqrt(NOISE) * RNG.normal(size=len(PLANE))
QUERY = RNG.uniform(0, 4, size=(50, 2))


@pytest.mark.parametrize("kind", [LocalGP, DomainDecompositionGP])
def test_one_tile_is_the_full_process(kind):
    full = GPRegressor(COVARIANCE, NOISE, fit_parameters=False).fit(PLANE, Y_PLANE)
    one = kind(1, **FIXED).fit(PLANE, Y_PLANE)
    for noisy in (False, True):
        for a, b in zip(
            one.predict(QUERY, True, noisy=noisy), full.predict(QUERY, True, noisy=noisy)
        ):
            np.testing.assert_allclose(a, b, rtol=1e-9)


def test_local_tiles_are_processes_on_their_own_data():
    model = LocalGP((2, 3), **FIXED).fit(PLANE, Y_PLANE)
    mesh = rectangle_mesh(PLANE, (2, 3))
    mean, deviation = model.predict(QUERY, return_std=True)
    for tile in range(6):
        rows = mesh.find(PLANE) == tile
        at = mesh.find(QUERY) == tile
        alone = GPRegressor(COVARIANCE, NOISE, fit_parameters=False, fit_mean=False)
        alone.fit(PLANE[rows], Y_PLANE[rows] - Y_PLANE.mean())
        wanted = alone.predict(QUERY[at], return_std=True)
        np.testing.assert_allclose(mean[at], wanted[0] + Y_PLANE.mean(), rtol=1e-9)
        np.testing.assert_allclose(deviation[at], wanted[1], rtol=1e-9)


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_on_a_line_the_mean_has_no_jump_but_the_variance_has(correction):
    model = DomainDecompositionGP(4, correction=correction, **FIXED).fit(LINE, Y_LINE)
    plain = LocalGP(4, **FIXED).fit(LINE, Y_LINE)
    assert boundary_mismatch(model) < 1e-20
    assert boundary_mismatch(plain) > 1e-3
    for face in model.mesh_.faces():
        at = control_points(face, 1)
        spreads = [model.predict_from(t, at, True)[1][0] for t in (face.first, face.second)]
        assert abs(spreads[0] / spreads[1] - 1) > 1e-3


@pytest.mark.parametrize("correction", CORRECTIONS)
@pytest.mark.parametrize(("q", "p"), [(5, None), (6, 3)])
def test_both_sides_agree_at_the_control_points(correction, q, p):
    model = DomainDecompositionGP((3, 2), q, p, correction=correction, **FIXED)
    model.fit(PLANE, Y_PLANE)
    assert model.n_unreached_ == 0
    for face in model.mesh_.faces():
        at = control_points(face, q)
        left, right = (model.predict_from(tile, at) for tile in (face.first, face.second))
        np.testing.assert_allclose(left, right, atol=1e-7)


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_the_variance_is_the_quadratic_form_of_the_weights(correction):
    model = DomainDecompositionGP((3, 2), 4, correction=correction, **FIXED).fit(PLANE, Y_PLANE)
    rows = model.mesh_.find(PLANE) == 2
    X, y = PLANE[rows], Y_PLANE[rows] - Y_PLANE.mean()
    A = COVARIANCE(X) + NOISE * np.eye(len(X))
    h = np.linalg.solve(A, y)
    mean, deviation = model.predict_from(2, QUERY[:10], return_std=True)
    for k, point in enumerate(QUERY[:10]):
        across = COVARIANCE(X, point[None])[:, 0]
        plain = np.linalg.solve(A, across)
        # the weights may move along h alone, and far enough to give the mean that was predicted
        weights = plain + h * (mean[k] - Y_PLANE.mean() - plain @ y) / (h @ y)
        variance = weights @ A @ weights - 2 * weights @ across + COVARIANCE.scale**2
        assert deviation[k] ** 2 == pytest.approx(variance, rel=1e-6)


def test_the_conditional_correction_takes_boundary_values_for_data():
    model = DomainDecompositionGP((2, 1), 4, correction="posterior", **FIXED).fit(PLANE, Y_PLANE)
    (face,) = model.mesh_.faces()
    at = control_points(face, 4)
    values = model.predict_from(0, at) - Y_PLANE.mean()
    rows = model.mesh_.find(PLANE) == 0
    X = np.vstack([PLANE[rows], at])
    y = np.append(Y_PLANE[rows] - Y_PLANE.mean(), values)
    A = COVARIANCE(X) + np.diag(np.append(np.full(rows.sum(), NOISE), np.full(4, 1e-9)))
    wanted = COVARIANCE(QUERY, X) @ np.linalg.solve(A, y) + Y_PLANE.mean()
    np.testing.assert_allclose(model.predict_from(0, QUERY), wanted, atol=1e-5)


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_far_from_all_data_the_correction_is_zero_and_finite(correction):
    model = DomainDecompositionGP((3, 2), correction=correction, **FIXED).fit(PLANE, Y_PLANE)
    mean, deviation = model.predict([[1e3, 1e3], [-50.0, 2.0]], return_std=True)
    np.testing.assert_allclose(mean, Y_PLANE.mean())
    np.testing.assert_allclose(deviation, COVARIANCE.scale)


def test_a_control_point_without_a_datum_near_is_left_alone_and_counted():
    X = np.array([[0.0], [0.2], [9.8], [10.0]])
    model = DomainDecompositionGP(2, **FIXED).fit(X, [1.0, 2.0, 3.0, 5.0])
    assert model.n_unreached_ == 2
    assert model.predict([[5.0]])[0] == pytest.approx(2.75)


def test_constant_targets_are_predicted():
    model = DomainDecompositionGP(3, **FIXED).fit(LINE, np.full(len(LINE), 7.0))
    np.testing.assert_allclose(model.predict(LINE), 7.0)


def test_empty_tiles_are_merged():
    X = np.vstack([PLANE[:40] / 4, [[4.0, 4.0]]])
    model = DomainDecompositionGP(5, **FIXED).fit(X, np.append(Y_PLANE[:40], 0.0))
    assert 1 < model.mesh_.n_tiles < 25
    assert np.isfinite(model.predict(QUERY)).all()


def test_hyperparameters_may_be_given_for_each_tile():
    m = 3
    given = [SquaredExponential(0.4 + 0.1 * k, 1.0) for k in range(m)]
    model = LocalGP(m, "fixed", given, [0.1, 0.2, 0.3]).fit(LINE, Y_LINE)
    assert model.hyperparameters_[2] == Hyperparameters(given[2], 0.3)
    with pytest.raises(ValueError, match="covariance"):
        LocalGP(m, "fixed", given[:2], 0.1).fit(LINE, Y_LINE)
    with pytest.raises(ValueError, match="covariance"):
        LocalGP(m, "global", given, [0.1, 0.2, 0.3]).fit(LINE, Y_LINE)
    with pytest.raises(ValueError, match="fixed"):
        LocalGP(m, "fixed").fit(LINE, Y_LINE)
    with pytest.raises(ValueError, match="noise_variance"):
        LocalGP(m, covariance=COVARIANCE).fit(LINE, Y_LINE)


def test_a_mesh_of_other_axes_is_refused():
    with pytest.raises(ValueError, match="mesh"):
        LocalGP(rectangle_mesh(LINE, 3)).fit(PLANE, Y_PLANE)


def test_more_degrees_than_control_points_are_refused():
    with pytest.raises(ValueError, match="n_degrees"):
        DomainDecompositionGP(2, 3, 4).fit(PLANE, Y_PLANE)


def test_the_summed_likelihood_adds_values_and_slopes():
    sets = [(LINE[:50], Y_LINE[:50]), (LINE[50:], Y_LINE[50:])]
    value, slopes = summed_likelihood(sets, COVARIANCE, NOISE)
    parts = [gp_log_likelihood(COVARIANCE, NOISE, *piece) for piece in sets]
    assert value == pytest.approx(parts[0][0] + parts[1][0])
    np.testing.assert_allclose(slopes, parts[0][1] + parts[1][1])


def test_common_hyperparameters_are_found_again():
    rng = np.random.default_rng(0)
    X = rng.uniform(0, 40, size=(900, 1))
    true = SquaredExponential(0.7, 2.0)
    root = np.linalg.cholesky(true(X) + 1e-8 * np.eye(len(X)))
    y = root @ rng.normal(size=len(X)) + 0.3 * rng.normal(size=len(X))
    found = tile_hyperparameters(rectangle_mesh(X, 4), X, y, random_state=0)
    assert found[0] == found[3]
    assert found[0].covariance.sigma[0] == pytest.approx(0.7, rel=0.15)
    assert found[0].covariance.scale == pytest.approx(2.0, rel=0.4)
    assert found[0].noise_variance == pytest.approx(0.09, rel=0.15)


def test_hyperparameters_of_each_tile_follow_its_data():
    x = np.linspace(0, 10, 300)[:, None]
    y = np.where(x[:, 0] < 5, np.sin(x[:, 0]), np.sin(8 * x[:, 0]))
    y = y + 0.05 * np.random.default_rng(1).normal(size=300)
    model = LocalGP(2, "local", random_state=0).fit(x, y)
    slow, fast = (theta.covariance.sigma[0] for theta in model.hyperparameters_)
    assert slow > 4 * fast


def test_a_small_tile_keeps_the_common_hyperparameters():
    mesh = rectangle_mesh([[0.0], [6.0]], [60])
    found = tile_hyperparameters(mesh, LINE, Y_LINE, local=True, n_steps=2, random_state=0)
    assert len(set(found)) == 1


def test_given_hyperparameters_are_taken():
    rng = np.random.default_rng(0)
    sets = [(LINE, Y_LINE)]
    assert fitted_parameters(sets, (COVARIANCE, 0.1), 5, rng) == Hyperparameters(COVARIANCE, 0.1)
    with pytest.raises(ValueError, match="noise_variance"):
        fitted_parameters(sets, (COVARIANCE, None), 5, rng)


@pytest.mark.parametrize("count", [1, 3, 8, 300])
def test_clusters_are_balanced_and_complete(count):
    parts = halved_clusters(PLANE, count)
    np.testing.assert_array_equal(np.sort(np.concatenate(parts)), np.arange(300))
    sizes = [len(part) for part in parts]
    assert len(parts) == count
    assert max(sizes) - min(sizes) <= 3


def test_stitches_can_be_changed_without_a_new_fit():
    model = DomainDecompositionGP((3, 2), 6, **FIXED).fit(PLANE, Y_PLANE)
    first = model.predict(QUERY)
    model.stitch(3, 2, "cosine")
    again = DomainDecompositionGP((3, 2), 3, 2, correction="cosine", **FIXED).fit(PLANE, Y_PLANE)
    np.testing.assert_allclose(model.predict(QUERY), again.predict(QUERY))
    np.testing.assert_allclose(model.stitch(6).predict(QUERY), first)
    apart = LocalGP((3, 2), **FIXED).fit(PLANE, Y_PLANE)
    np.testing.assert_allclose(model.stitch(0).predict(QUERY), apart.predict(QUERY))
