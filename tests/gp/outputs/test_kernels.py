"""Kernels of several outputs against Kronecker products, quadrature and draws."""

from functools import partial

import numpy as np
import pytest
from scipy.stats import multivariate_normal, norm

from mlcompanion.gp.outputs import (
    ConvolvedGaussianKernel,
    ICMKernel,
    LMCKernel,
    SLFMKernel,
    multitask_kernel,
    spherical_coregionalization,
)
from mlcompanion.kernels import linear_kernel, rbf_kernel

X = np.random.default_rng(0).normal(size=(5, 2))
A = np.array([[1.0, 0.2], [-0.5, 1.1], [0.3, 0.0]])
WIDE, NARROW = partial(rbf_kernel, sigma=2.0), partial(rbf_kernel, sigma=0.5)


def test_common_inputs_give_kronecker_products():
    kernel = LMCKernel([A, A[:, :1]], [WIDE, NARROW])
    expected = np.kron(A @ A.T, WIDE(X, X)) + np.kron(A[:, :1] @ A[:, :1].T, NARROW(X, X))
    np.testing.assert_allclose(kernel.ff([X] * 3), expected)
    icm = ICMKernel(A, WIDE)
    np.testing.assert_allclose(icm.ff([X] * 3), np.kron(A @ A.T, WIDE(X, X)))
    hidden = np.kron(A[:, :1], WIDE(X, X)), np.kron(A[:, 1:], NARROW(X, X))
    slfm = SLFMKernel(A, [WIDE, NARROW])
    np.testing.assert_allclose(slfm.fu([X] * 3, X), np.hstack(hidden))
    np.testing.assert_allclose(slfm.variances(1, X), (A[1] ** 2).sum())


def test_lists_of_other_lengths_are_blocks_of_the_whole():
    kernel = SLFMKernel(A, [WIDE, NARROW])
    whole = kernel.ff([X] * 3)
    rows = np.r_[0:3, 5:10, 10:11]
    np.testing.assert_allclose(kernel.ff([X[:3], X, X[:1]]), whole[np.ix_(rows, rows)])


def test_all_hidden_functions_explain_all_of_the_outputs():
    # where Z holds the inputs, nothing is left: Q = K_ff
    kernel = LMCKernel([A, A[:, :1]], [WIDE, NARROW])
    K_fu, K_uu = kernel.fu([X] * 3, X), kernel.uu(X)
    explained = K_fu @ np.linalg.solve(K_uu, K_fu.T)
    np.testing.assert_allclose(explained, kernel.ff([X] * 3), atol=1e-6)


def test_spherical_matrices_have_the_scales_and_are_correlations():
    B = spherical_coregionalization([1.0, 2.0, 0.5], [0.3, 1.2, 2.0])
    np.testing.assert_allclose(np.sqrt(np.diag(B)), [1.0, 2.0, 0.5])
    assert np.linalg.eigvalsh(B).min() >= -1e-12
    assert B[0, 1] == pytest.approx(2 * np.cos(0.3))


def test_the_factor_of_full_rank_gives_the_matrix_back():
    B = A @ A.T + np.eye(3)
    A3 = ICMKernel.of_rank(B, WIDE, rank=3).A[0]
    np.testing.assert_allclose(A3 @ A3.T, B)
    A1 = ICMKernel.of_rank(np.outer(A[:, 0], A[:, 0]), WIDE, rank=2).A[0]
    np.testing.assert_allclose(A1 @ A1.T, np.outer(A[:, 0], A[:, 0]))


def test_linear_maps_give_the_linear_multitask_kernel():
    C = np.random.default_rng(1).normal(size=(2, 4, 2))
    kernel = multitask_kernel(linear_kernel, [lambda x: x @ C[0].T, lambda x: x @ C[1].T])
    expected = np.block([[X @ C[d].T @ C[e] @ X.T for e in range(2)] for d in range(2)])
    np.testing.assert_allclose(kernel([X, X]), expected)


def test_the_convolved_covariance_is_the_double_integral():
    kernel = ConvolvedGaussianKernel([1.0, -2.0], [50.0, 300.0], 100.0)
    x, x2, z = 0.13, -0.04, 0.2

    # sums over an even grid are exact to rounding for Gaussians that end inside it
    t, step = np.linspace(-1, 1, 801, retstep=True)
    windows = [
        kernel.S[d, 0] * norm.pdf(place - t, 0, kernel.P[d, 0] ** -0.5) * step
        for d, place in ((0, x), (1, x2))
    ]
    ff = windows[0] @ norm.pdf(t[:, None] - t, 0, 0.1) @ windows[1]
    fu = windows[0] @ norm.pdf(t - z, 0, 0.1)
    assert kernel.pair(0, 1, [[x]], [[x2]])[0, 0] == pytest.approx(ff, rel=1e-9)
    assert kernel.fu([[x], [x]], [[z]])[0, 0] == pytest.approx(fu, rel=1e-7)


def test_the_plain_form_is_a_normal_density_in_two_dimensions():
    P, Lam = np.array([[5.0, 20.0], [8.0, 3.0]]), np.array([[4.0, 6.0]])
    kernel = ConvolvedGaussianKernel([2.0, 0.5], P, Lam)
    difference = X[0] - X[1]
    v = 1 / P[0] + 1 / P[1] + 1 / Lam[0]
    expected = multivariate_normal(np.zeros(2), np.diag(v)).pdf(difference)
    got = kernel.pair(0, 1, X[:1], X[1:2])[0, 0]
    assert got == pytest.approx(2.0 * 0.5 * expected)

    axis, step = np.linspace(-6, 6, 241, retstep=True)
    places = np.stack(np.meshgrid(axis, axis), axis=-1)
    window = 2.0 * multivariate_normal(X[0], np.diag(1 / P[0])).pdf(places)
    hidden = multivariate_normal(X[1], np.diag(1 / Lam[0])).pdf(places)
    fu = np.sum(window * hidden) * step**2
    assert kernel.fu([X[:1]] * 2, X[1:2])[0, 0] == pytest.approx(fu, rel=1e-7)


def test_normalized_weights_are_standard_deviations():
    rng = np.random.default_rng(2)
    P, Lam = rng.uniform(1, 9, (3, 4)), rng.uniform(1, 9, (1, 4))
    kernel = ConvolvedGaussianKernel([1.0, -3.0, 0.2], P, Lam, normalize=True)
    inputs = [rng.normal(size=(6, 4))] * 3
    np.testing.assert_allclose([kernel.variances(d, inputs[0])[0] for d in range(3)], [1, 9, 0.04])
    np.testing.assert_allclose(np.diag(kernel.uu(inputs[0])), 1.0)
    # correlations do not depend on the scaling
    plain = ConvolvedGaussianKernel([1.0, -3.0, 0.2], P, Lam)
    K = [k.ff(inputs) for k in (kernel, plain)]
    C = [k / np.sqrt(np.outer(np.diag(k), np.diag(k))) for k in K]
    np.testing.assert_allclose(C[0], C[1], atol=1e-12)


def test_windows_without_width_mix_as_they_are():
    open_windows = np.full((3, 2), np.inf)
    kernel = ConvolvedGaussianKernel(A, open_windows, [[0.25, 0.25], [4, 4]], normalize=True)
    slfm = SLFMKernel(A, [WIDE, NARROW])
    np.testing.assert_allclose(kernel.ff([X] * 3), slfm.ff([X] * 3))
    np.testing.assert_allclose(kernel.fu([X] * 3, X[:2]), slfm.fu([X] * 3, X[:2]))


@pytest.mark.parametrize("seed", range(5))
def test_joint_covariances_are_positive(seed):
    rng = np.random.default_rng(seed)
    kernel = ConvolvedGaussianKernel(
        rng.normal(size=(3, 2)), rng.uniform(1, 1000, (3, 1)), rng.uniform(1, 1000, (2, 1))
    )
    inputs = [rng.uniform(-1, 1, (6, 1)) for _ in range(3)]
    Z = rng.uniform(-1, 1, (4, 1))
    K_fu = kernel.fu(inputs, Z)
    values = np.linalg.eigvalsh(np.block([[kernel.ff(inputs), K_fu], [K_fu.T, kernel.uu(Z)]]))
    assert values[0] >= -1e-12 * values[-1]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ConvolvedGaussianKernel([1.0], [1.0, 2.0], 1.0), "P must have shape"),
        (lambda: ConvolvedGaussianKernel([1.0], [-1.0], 1.0), "P must hold values"),
        (lambda: ConvolvedGaussianKernel([1.0], [1.0], [1.0, 2.0]), "Lam must have shape"),
        (lambda: ConvolvedGaussianKernel([1.0], [1.0], np.inf), "Lam"),
        (lambda: LMCKernel([A], [WIDE, NARROW]), "bases must hold one covariance"),
        (lambda: LMCKernel([A, A[:2]], [WIDE, NARROW]), "A must have shape"),
        (lambda: SLFMKernel(A, [WIDE, NARROW]).ff([X, X]), "X must hold 3 arrays"),
        (lambda: SLFMKernel(A, [WIDE, NARROW]).ff([X, X, X[:, :1]]), "X must have shape"),
        (lambda: spherical_coregionalization([1.0, -1.0], [0.3]), "scales must hold"),
        (lambda: spherical_coregionalization([1.0, 1.0], [0.3, 1.0]), "angles must have shape"),
    ],
)
def test_bad_input_is_refused_by_name(call, message):
    with pytest.raises(ValueError, match=message):
        call()
