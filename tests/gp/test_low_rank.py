"""Low-rank Gaussian processes against dense Gaussians and against scikit-learn."""

import numpy as np
import pytest
from scipy.linalg import block_diag
from scipy.stats import multivariate_normal
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF

from mlcompanion.gp import low_rank_fit
from mlcompanion.kernels import rbf_kernel

SIZES = (4, 1, 7, 3)
N = sum(SIZES)
SLICES = [slice(a, a + s) for a, s in zip(np.cumsum((0, *SIZES)), SIZES)]
KINDS = ("dtc", "fitc", "pitc")


def problem(seed, n_inducing=4):
    """Random covariance of values and inducing values, observations and noise variances."""
    rng = np.random.default_rng(seed)
    G = rng.normal(size=(N + n_inducing, N + n_inducing + 3))
    K = G @ G.T / len(G)
    y = rng.normal(size=N)
    return y, K[:N, :N], K[:N, N:], K[N:, N:], rng.uniform(0.1, 0.5, N)


def kept(K, kind):
    """What an approximation keeps of the exact covariance, and its mask."""
    if kind == "dtc":
        return None, np.zeros_like(K)
    if kind == "fitc":
        return np.diag(K).copy(), np.eye(len(K))
    return [K[rows, rows] for rows in SLICES], block_diag(*[np.ones((s, s)) for s in SIZES])


def dense(K_ff, K_fu, K_uu, noise, mask):
    """The covariance of (17) as a matrix."""
    Q = K_fu @ np.linalg.solve(K_uu, K_fu.T)
    return Q + (K_ff - Q) * mask + np.diag(noise)


@pytest.mark.parametrize("kind", KINDS)
def test_likelihood_and_posterior_are_the_dense_gaussians(kind):
    y, K_ff, K_fu, K_uu, noise = problem(1)
    given, mask = kept(K_ff, kind)
    fit = low_rank_fit(y, K_fu, K_uu, noise=noise, K_ff=given, jitter=0)
    S = dense(K_ff, K_fu, K_uu, noise, mask)
    expected = multivariate_normal(np.zeros(N), S).logpdf(y)
    assert fit.log_marginal_likelihood == pytest.approx(expected, rel=1e-10)
    np.testing.assert_allclose(fit.alpha, np.linalg.solve(S, y), rtol=1e-8, atol=1e-10)
    # the inducing values are Gaussian with cross-covariance K_uf: condition on y densely
    gain = np.linalg.solve(S, K_fu).T
    mean, covariance = fit.inducing_posterior()
    np.testing.assert_allclose(mean, gain @ y, rtol=1e-8, atol=1e-10)
    np.testing.assert_allclose(covariance, K_uu - gain @ K_fu, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_prediction_is_the_dense_conditional_through_the_inducing_values(kind):
    y, K_ff, K_fu, K_uu, noise = problem(2)
    given, mask = kept(K_ff, kind)
    rng = np.random.default_rng(3)
    K_su = rng.normal(size=(3, len(K_uu)))
    K_ss = K_su @ np.linalg.solve(K_uu, K_su.T) + np.diag([0.3, 0.2, 0.1])
    fit = low_rank_fit(y, K_fu, K_uu, noise=noise, K_ff=given, jitter=0)
    S = dense(K_ff, K_fu, K_uu, noise, mask)
    cross = K_su @ np.linalg.solve(K_uu, K_fu.T)
    mean, variance = fit.predict(K_su, np.diag(K_ss))
    same, covariance = fit.predict_covariance(K_su, K_ss)
    wanted = K_ss - cross @ np.linalg.solve(S, cross.T)
    np.testing.assert_allclose(mean, cross @ np.linalg.solve(S, y), rtol=1e-7, atol=1e-10)
    np.testing.assert_allclose(same, mean)
    np.testing.assert_allclose(covariance, wanted, rtol=1e-7, atol=1e-9)
    np.testing.assert_allclose(variance, np.diag(wanted), rtol=1e-7, atol=1e-9)


def test_prediction_in_a_block_uses_the_exact_covariance_with_it():
    y, K_ff, K_fu, K_uu, noise = problem(4)
    given, mask = kept(K_ff, "pitc")
    fit = low_rank_fit(y, K_fu, K_uu, noise=noise, K_ff=given, jitter=0)
    S = dense(K_ff, K_fu, K_uu, noise, mask)
    # new values that belong to block 2: leave two of its points out of the data
    new = np.array([6, 8])
    for block, rows in enumerate(SLICES):
        cross = (K_fu @ np.linalg.solve(K_uu, K_fu.T))[new]
        cross[:, rows] = K_ff[new, rows]
        mean, variance = fit.predict_in_block(
            K_fu[new], np.diag(K_ff)[new] + 5, K_ff[new, rows], block
        )
        wanted = np.diag(K_ff)[new] + 5 - np.diag(cross @ np.linalg.solve(S, cross.T))
        np.testing.assert_allclose(mean, cross @ np.linalg.solve(S, y), rtol=1e-7, atol=1e-9)
        np.testing.assert_allclose(variance, wanted, rtol=1e-7, atol=1e-9)


def test_blocks_of_one_point_are_fitc_and_one_block_is_exact():
    y, K_ff, K_fu, K_uu, noise = problem(5)
    fitc = low_rank_fit(y, K_fu, K_uu, noise=noise, K_ff=np.diag(K_ff))
    pieces = [K_ff[i : i + 1, i : i + 1] for i in range(N)]
    ones = low_rank_fit(y, K_fu, K_uu, noise=noise, K_ff=pieces)
    assert ones.log_marginal_likelihood == pytest.approx(fitc.log_marginal_likelihood, rel=1e-12)
    whole = low_rank_fit(y, K_fu, K_uu, noise=noise, K_ff=[K_ff])
    exact = multivariate_normal(np.zeros(N), K_ff + np.diag(noise)).logpdf(y)
    assert whole.log_marginal_likelihood == pytest.approx(exact, rel=1e-10)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("jitter", [0.0, 1e-2])
def test_gradient_is_that_of_finite_differences(kind, jitter):
    y, K_ff, K_fu, K_uu, noise = problem(6)
    rng = np.random.default_rng(7)
    way_ff = rng.normal(size=K_ff.shape)
    way_ff += way_ff.T
    way_fu = rng.normal(size=K_fu.shape)
    way_uu = rng.normal(size=K_uu.shape)
    way_uu += way_uu.T
    way_noise = rng.normal(size=N)

    def value(t):
        moved = K_ff + t[0] * way_ff
        return low_rank_fit(
            y,
            K_fu + t[1] * way_fu,
            K_uu + t[2] * way_uu,
            noise=noise + t[3] * way_noise,
            K_ff=kept(moved, kind)[0],
            jitter=jitter,
        ).log_marginal_likelihood

    h = 1e-6
    numeric = [(value(h * e) - value(-h * e)) / (2 * h) for e in np.eye(4)]
    got = low_rank_fit(
        y, K_fu, K_uu, noise=noise, K_ff=kept(K_ff, kind)[0], jitter=jitter
    ).gradient()
    by_ff = {
        "dtc": lambda: 0.0,
        "fitc": lambda: got.K_ff @ np.diag(way_ff),
        "pitc": lambda: sum(np.vdot(E, way_ff[r, r]) for E, r in zip(got.K_ff, SLICES)),
    }[kind]()
    analytic = [by_ff, np.vdot(got.K_fu, way_fu), np.vdot(got.K_uu, way_uu), got.noise @ way_noise]
    np.testing.assert_allclose(analytic, numeric, rtol=1e-5, atol=1e-6)


def test_inducing_values_at_all_data_give_the_exact_process_of_scikit_learn():
    x = np.linspace(0, 1, 25)[:, None]
    y = np.sin(9 * x[:, 0])
    K = rbf_kernel(x, sigma=0.05)
    for given in (None, np.diag(K).copy()):
        fit = low_rank_fit(y, K, K, noise=0.01, K_ff=given, jitter=1e-12)
        peer = GaussianProcessRegressor(RBF(0.05), alpha=0.01, optimizer=None).fit(x, y)
        new = np.array([[0.31], [0.77]])
        mean, std = peer.predict(new, return_std=True)
        got = fit.predict(rbf_kernel(new, x, sigma=0.05), np.ones(2))
        np.testing.assert_allclose(got[0], mean, rtol=1e-6)
        np.testing.assert_allclose(np.sqrt(got[1]), std, rtol=1e-4)
        assert fit.log_marginal_likelihood == pytest.approx(
            peer.log_marginal_likelihood_value_, rel=1e-6
        )


@pytest.mark.parametrize("unit", [1e-9, 1e6])
@pytest.mark.parametrize("kind", KINDS)
def test_units_of_the_outputs_change_nothing(kind, unit):
    y, K_ff, K_fu, K_uu, noise = problem(8)
    one = low_rank_fit(y, K_fu, K_uu, noise=noise, K_ff=kept(K_ff, kind)[0])
    other = low_rank_fit(
        y * unit, K_fu * unit**2, K_uu * unit**2, noise=noise * unit**2,
        K_ff=kept(K_ff * unit**2, kind)[0],
    )  # fmt: skip
    expected = one.log_marginal_likelihood - N * np.log(unit)
    assert other.log_marginal_likelihood == pytest.approx(expected, rel=1e-9)
    np.testing.assert_allclose(other.coef * unit, one.coef, rtol=1e-7, atol=1e-9)


def test_a_hundred_thousand_points_need_no_square_matrix():
    rng = np.random.default_rng(9)
    x = np.sort(rng.uniform(0, 1, 100_000))[:, None]
    z = np.linspace(0, 1, 15)[:, None]
    fit = low_rank_fit(
        np.sin(6 * x[:, 0]) + 0.1 * rng.normal(size=len(x)),
        rbf_kernel(x, z, sigma=0.2),
        rbf_kernel(z, sigma=0.2),
        noise=0.01,
        K_ff=np.ones(len(x)),
    )
    mean, _ = fit.predict(rbf_kernel([[0.4]], z, sigma=0.2), [1.0])
    assert mean[0] == pytest.approx(np.sin(2.4), abs=0.01)
    assert fit.gradient().K_fu.shape == (100_000, 15)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        ({"K_fu": np.ones((3, 4)), "y": np.ones(3)}, "K_fu must have between 1 and 3"),
        ({"K_uu": np.triu(np.ones((4, 4)))}, "K_uu must be symmetric"),
        ({"K_uu": -np.eye(4)}, "K_uu must be positive definite"),
        ({"noise": 0.0}, "noise must be positive"),
        ({"noise": [0.1]}, "noise must have shape"),
        ({"noise": -0.1}, "noise must hold values"),
        ({"K_ff": [np.eye(3)]}, "K_ff must hold blocks for all 15 points"),
        ({"K_ff": np.ones(3)}, "K_ff must have shape"),
        ({"K_ff": [-np.eye(N)]}, "noise is too small for the block"),
        ({"y": np.full(N, np.nan)}, "y contains NaN"),
    ],
)
def test_bad_input_is_refused_by_name(spoil, message):
    y, _, K_fu, K_uu, noise = problem(1)
    call = {"y": y, "K_fu": K_fu, "K_uu": K_uu, "noise": noise} | spoil
    with pytest.raises(ValueError, match=message):
        low_rank_fit(**call)


def test_only_blocks_predict_in_a_block():
    y, K_ff, K_fu, K_uu, noise = problem(1)
    fit = low_rank_fit(y, K_fu, K_uu, noise=noise)
    with pytest.raises(ValueError, match="block needs a fit"):
        fit.predict_in_block(K_fu[:1], [1.0], K_ff[:1, :4], 0)
