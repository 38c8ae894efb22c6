import numpy as np
import pytest

from mlcompanion_chapters.chen.l02_background.gaussian_networks import (
    GaussianLikelihood,
    compare_row_lassos,
    conditional_covariances,
    f1_along_path,
    f1_of_cubes,
    random_network,
    share_of_pairs,
)


def test_network_is_connected_and_positive_definite():
    for seed in range(20):
        theta, edges = random_network(8, 12, seed)
        assert len(edges) == 12
        assert np.linalg.eigvalsh(theta)[0] > 0
        pattern = {(j, k) for j in range(8) for k in range(j + 1, 8) if theta[j, k] != 0}
        assert pattern == edges
        steps = np.linalg.matrix_power(np.eye(8) + (theta != 0), 8)
        assert (steps > 0).all()
    with pytest.raises(ValueError, match="n_edges"):
        random_network(8, 6, 0)


def test_conditional_covariance_is_that_of_residuals():
    rng = np.random.default_rng(0)
    Z = rng.normal(size=(400, 5)) @ rng.normal(size=(5, 5))
    Z -= Z.mean(axis=0)
    found = conditional_covariances([Z.T @ Z / 400])[0]
    rest = Z[:, [0, 2, 4]]
    left = [Z[:, j] - rest @ np.linalg.lstsq(rest, Z[:, j], rcond=None)[0] for j in (1, 3)]
    assert found[1, 3] == pytest.approx(left[0] @ left[1] / 400)
    assert found[3, 1] == found[1, 3]


def test_pairs_agree_and_plain_covariances_do_not():
    assert share_of_pairs(n_matrices=20) == {"agree": 1.0, "marginal": 1.0}


def test_likelihood_has_its_gradient():
    rng = np.random.default_rng(1)
    S = np.cov(rng.normal(size=(30, 4)).T)
    theta = 2 * np.eye(4) + 0.3
    direction = rng.normal(size=(4, 4))
    direction += direction.T
    fit = GaussianLikelihood(S)
    slope = (fit.value(theta + 1e-6 * direction) - fit.value(theta - 1e-6 * direction)) / 2e-6
    assert np.vdot(fit.value_and_gradient(theta)[1], direction) == pytest.approx(slope, rel=1e-5)
    assert fit.value(-theta) == np.inf


@pytest.mark.parametrize("n", [5, 100])
def test_row_lassos_and_proximal_steps_meet(n):
    found = compare_row_lassos(0, n, 0.3, p=8, n_edges=10)
    assert found["kkt"] < 1e-3
    assert found["eig"] > 0
    assert abs(found["excess"]) < 1e-7
    assert 0 < found["zeros"] < 1


def test_f1_counts_edges():
    rng = np.random.default_rng(2)
    a = rng.normal(size=500)
    sample = np.column_stack([a, a + 0.3 * rng.normal(size=500), rng.normal(size=500)])
    np.testing.assert_allclose(f1_along_path(sample, {(0, 1)}, [0.3]), 1)
    np.testing.assert_allclose(f1_along_path(sample, {(0, 1), (1, 2)}, [0.3]), 2 / 3)
    np.testing.assert_allclose(f1_along_path(sample, {(0, 1)}, [2.0]), 0)


def test_scores_find_more_of_the_chain_than_cubes():
    raw, scores = np.mean([f1_of_cubes(seed) for seed in range(4)], axis=0)
    assert raw < scores <= 1
