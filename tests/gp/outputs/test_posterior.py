"""Conditioning several outputs: against dense Gaussians, independent processes and draws."""

from functools import partial

import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF

from mlcompanion.gp.outputs import (
    ConvolvedGaussianKernel,
    ICMKernel,
    condition_outputs,
    draw_outputs,
)
from mlcompanion.kernels import rbf_kernel

KERNEL = ConvolvedGaussianKernel([1.0, -2.0, 0.7], [50.0, 300.0, 20.0], 100.0, normalize=True)
NOISE = np.array([0.05, 0.1, 0.02])
RNG = np.random.default_rng(3)
X = [RNG.uniform(-1, 1, (n, 1)) for n in (12, 7, 9)]
Y = [values[0] for values in draw_outputs(KERNEL, X, noise=NOISE, random_state=1)[1]]
Z = np.linspace(-1, 1, 9)[:, None]
NEW = [np.array([[0.2], [-0.6]]), np.array([[0.9]]), np.array([[0.0], [0.1], [0.2]])]


def test_the_full_process_is_the_conditional_of_the_joint_gaussian():
    K = KERNEL.ff(X) + np.diag(np.repeat(NOISE, [len(x) for x in X]))
    y = np.concatenate(Y)
    cross = KERNEL.ff(NEW, X)
    fit = condition_outputs(KERNEL, X, Y, noise=NOISE)
    means, variances = fit.predict(NEW)
    np.testing.assert_allclose(np.concatenate(means), cross @ np.linalg.solve(K, y))
    wanted = np.diag(KERNEL.ff(NEW) - cross @ np.linalg.solve(K, cross.T))
    np.testing.assert_allclose(np.concatenate(variances), wanted, atol=1e-12)
    assert fit.log_marginal_likelihood == pytest.approx(multivariate_normal(cov=K).logpdf(y))
    noisy = fit.predict(NEW, include_noise=True)[1]
    np.testing.assert_allclose(noisy[1] - variances[1], NOISE[1])
    hidden = fit.latent_posterior(Z)
    K_fu = KERNEL.fu(X, Z)
    np.testing.assert_allclose(hidden.mean[0], K_fu.T @ np.linalg.solve(K, y), atol=1e-12)
    expected = KERNEL.uu(Z) - K_fu.T @ np.linalg.solve(K, K_fu)
    np.testing.assert_allclose(hidden.covariance, expected, atol=1e-12)


@pytest.mark.parametrize("approx", ["dtc", "fitc", "pitc"])
def test_enough_inducing_points_give_the_full_process(approx):
    smooth = ConvolvedGaussianKernel([1.0, -2.0, 0.7], [50.0, 300.0, 20.0], 5.0, normalize=True)
    full = condition_outputs(smooth, X, Y, noise=NOISE)
    many = np.linspace(-1.5, 1.5, 20)[:, None]
    fit = condition_outputs(smooth, X, Y, noise=NOISE, approx=approx, Z=many)
    assert fit.log_marginal_likelihood == pytest.approx(full.log_marginal_likelihood, abs=1e-3)
    for got, wanted in zip(fit.predict(NEW), full.predict(NEW)):
        np.testing.assert_allclose(np.concatenate(got), np.concatenate(wanted), atol=1e-3)
    hidden, wanted = fit.latent_posterior(), full.latent_posterior(many)
    np.testing.assert_allclose(hidden.mean, wanted.mean, atol=2e-3)
    np.testing.assert_allclose(hidden.std, wanted.std, atol=2e-3)


def test_blocks_of_places_and_of_outputs_are_exact_for_one_of_them():
    x = np.linspace(-1, 1, 4)[:, None]
    y = [np.sin(3 * x[:, 0]), np.cos(2 * x[:, 0]), x[:, 0]]
    few = Z[::3]
    # one place: its block is the whole covariance
    one = [x[:1]] * 3, [v[:1] for v in y]
    full = condition_outputs(KERNEL, *one, noise=NOISE)
    block = condition_outputs(KERNEL, *one, noise=NOISE, approx="output-block", Z=few)
    assert block.log_marginal_likelihood == pytest.approx(full.log_marginal_likelihood)
    # several places: as the dense matrix with this mask
    fit = condition_outputs(KERNEL, [x] * 3, y, noise=NOISE, approx="output-block", Z=few)
    K, K_fu, K_uu = KERNEL.ff([x] * 3), KERNEL.fu([x] * 3, few), KERNEL.uu(few)
    Q = K_fu @ np.linalg.solve(K_uu, K_fu.T)
    S = Q + (K - Q) * np.kron(np.ones((3, 3)), np.eye(4)) + np.diag(np.repeat(NOISE, 4))
    expected = multivariate_normal(cov=S).logpdf(np.concatenate(y))
    assert fit.log_marginal_likelihood == pytest.approx(expected, rel=1e-6)


def test_one_output_is_scikit_learns_process():
    kernel = ICMKernel([[1.0]], partial(rbf_kernel, sigma=0.3))
    fit = condition_outputs(kernel, X[:1], Y[:1], noise=0.05)
    peer = GaussianProcessRegressor(RBF(0.3), alpha=0.05, optimizer=None).fit(X[0], Y[0])
    mean, std = peer.predict(NEW[0], return_std=True)
    (got,), (variance,) = fit.predict(NEW[:1])
    np.testing.assert_allclose(got, mean)
    np.testing.assert_allclose(np.sqrt(variance), std)


def test_without_noise_mixing_at_common_places_predicts_each_output_alone():
    rng = np.random.default_rng(5)
    x, new = rng.uniform(0, 1, (8, 1)), [rng.uniform(0, 1, (4, 1))] * 2

    def base(a, b):
        return np.exp(-np.abs(a - b.T) / 0.3)

    y = [rng.normal(size=8), rng.normal(size=8)]
    A = rng.normal(size=(2, 2))
    means, _ = condition_outputs(ICMKernel(A, base), [x, x], y, noise=0.0).predict(new)
    alone = base(new[0], x) @ np.linalg.solve(base(x, x), y[1])
    np.testing.assert_allclose(means[1], alone, atol=1e-9)
    noisy, _ = condition_outputs(ICMKernel(A, base), [x, x], y, noise=0.3).predict(new)
    ridge = base(new[0], x) @ np.linalg.solve(base(x, x) + 0.3 / (A[1] @ A[1]) * np.eye(8), y[1])
    assert np.abs(noisy[1] - ridge).max() > 0.01


def test_means_of_several_measurements_weigh_as_the_measurements():
    kernel = ICMKernel([[1.0], [0.5]], partial(rbf_kernel, sigma=0.3))
    x = np.array([[0.1], [0.5]])
    each = [np.repeat(x, 2, axis=0), x], [np.array([1.0, 2.0, -1.0, 0.0]), np.zeros(2)]
    mean = [x, x], [np.array([1.5, -0.5]), np.zeros(2)]
    one = condition_outputs(kernel, *each, noise=0.2)
    other = condition_outputs(kernel, *mean, noise=0.2, counts=[[2.0, 2.0], [1.0, 1.0]])
    np.testing.assert_allclose(other.predict([x, x])[0], one.predict([x, x])[0])


def test_draws_have_the_kernels_covariance():
    x = [np.array([[0.0]]), np.array([[0.05]]), np.array([[0.3]])]
    f, y, u = draw_outputs(KERNEL, x, noise=NOISE, Z=[[0.1]], n_draws=40_000, random_state=0)
    joint_draws = np.hstack([*f, u[:, 0]])
    K_fu = KERNEL.fu(x, [[0.1]])
    expected = np.block([[KERNEL.ff(x), K_fu], [K_fu.T, KERNEL.uu([[0.1]])]])
    np.testing.assert_allclose(np.cov(joint_draws.T), expected, atol=0.1)
    np.testing.assert_allclose(np.var(y[2] - f[2]), NOISE[2], rtol=0.05)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        ({"y": Y[:2]}, "y must hold 3 arrays"),
        ({"y": [Y[0], Y[0], Y[2]]}, "y must have shape"),
        ({"noise": [0.1, 0.1]}, "noise must have shape"),
        ({"approx": "pic"}, "approx must be one of"),
        ({"approx": "fitc"}, "Z must be given"),
        ({"approx": "fitc", "Z": np.zeros((40, 1))}, "Z must have no more inducing values"),
        ({"approx": "output-block", "Z": Z}, "X must be the same"),
        ({"counts": [[1.0], [1.0], [1.0]]}, "counts must have shape"),
        ({"counts": [0 * y for y in Y]}, "counts must hold values"),
    ],
)
def test_bad_input_is_refused_by_name(spoil, message):
    call = {"X": X, "y": Y, "noise": NOISE} | spoil
    with pytest.raises(ValueError, match=message):
        condition_outputs(KERNEL, **call)


def test_places_of_hidden_functions_are_asked_for_and_refused():
    with pytest.raises(ValueError, match="Z must be given"):
        condition_outputs(KERNEL, X, Y, noise=NOISE).latent_posterior()
    fit = condition_outputs(KERNEL, X, Y, noise=NOISE, approx="dtc", Z=Z)
    with pytest.raises(ValueError, match="Z must be left out"):
        fit.latent_posterior(Z)


def test_repeated_places_need_noise():
    twice = [np.zeros((2, 1))] * 3
    with pytest.raises(ValueError, match="noise is too small"):
        condition_outputs(KERNEL, twice, [np.zeros(2)] * 3, noise=0.0)
