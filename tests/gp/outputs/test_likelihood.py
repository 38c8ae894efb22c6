"""The likelihood of several outputs against a dense Gaussian, and its gradient."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime
from scipy.stats import multivariate_normal

from mlcompanion.gp.outputs import _likelihood as module
from mlcompanion.gp.outputs._family import Family
from mlcompanion.gp.outputs.convolved import ConvolvedGaussianKernel

KINDS = ("full", "dtc", "fitc", "pitc", "output-block")


def problem(approx, *, blurred=True, isotropic=False, normalize=True, seed=0):
    """A small likelihood with three outputs, two tied hidden functions and a third."""
    rng = np.random.default_rng(seed)
    sizes = np.array([5, 5, 5] if approx == "output-block" else [5, 3, 5])
    p = 2
    X = rng.uniform(-1, 1, (sizes.sum(), p))
    if approx == "output-block":
        X = np.tile(X[:5], (3, 1))
    data = module.Data(X, rng.normal(size=len(X)), sizes, rng.integers(1, 4, len(X)).astype(float))
    groups = np.array([0, 0, 1])
    shape = module.Shape(approx, groups, blurred, isotropic, normalize, approx != "full")
    Z = None if approx == "full" else rng.uniform(-1, 1, (3, p))
    likelihood = module.Likelihood(data, shape, Z)
    c = likelihood.columns
    blur = rng.uniform(0.05, 0.3, (3, c)) if blurred else np.zeros((3, c))
    width = rng.uniform(0.1, 0.5, (2, c))[groups]
    family = Family(rng.normal(size=(3, 3)), blur, width, likelihood.power, normalize)
    parameters = module.Parameters(family, rng.uniform(0.1, 0.4, 3), Z)
    return likelihood, parameters


def kernel_of(likelihood, parameters):
    """The public kernel with the same covariances."""
    family = parameters.family
    wide = (1, likelihood.data.X.shape[1] // family.blur.shape[1])
    with np.errstate(divide="ignore"):
        P = 1 / np.tile(family.blur, wide)
    return ConvolvedGaussianKernel(
        family.S, P, 1 / np.tile(family.width, wide), normalize=family.normalize
    )


def dense(likelihood, parameters):
    """The log density of (17), from the kernel's matrices."""
    kernel = kernel_of(likelihood, parameters)
    data = likelihood.data
    X = np.split(data.X, np.cumsum(data.sizes)[:-1])
    K = kernel.ff(X)
    kind = likelihood.shape.approx
    n = len(K)
    if kind != "full":
        K_fu = kernel.fu(X, parameters.Z)
        K_uu = kernel.uu(parameters.Z)
        K_uu += module.JITTER * np.trace(K_uu) / len(K_uu) * np.eye(len(K_uu))
        Q = K_fu @ np.linalg.solve(K_uu, K_fu.T)
        same_output = likelihood.output[:, None] == likelihood.output
        place = np.tile(np.arange(5), 3)[:n]
        mask = {
            "dtc": np.zeros((n, n)),
            "fitc": np.eye(n),
            "pitc": same_output,
            "output-block": place[:, None] == place,
        }[kind]
        K = Q + (K - Q) * mask
    S = K + np.diag(parameters.noise[likelihood.output] / data.counts)
    return multivariate_normal(np.zeros(n), S).logpdf(data.y)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"normalize": False},
        {"isotropic": True},
        {"isotropic": True, "normalize": False},
        {"blurred": False},
    ],
    ids=str,
)
def test_value_and_gradient(kind, options):
    likelihood, parameters = problem(kind, **options)
    theta = likelihood.pack(parameters)
    value, gradient = likelihood.value_and_gradient(theta)
    assert -value == pytest.approx(dense(likelihood, parameters), rel=1e-9)
    numeric = approx_fprime(theta, lambda t: likelihood.value_and_gradient(t)[0], 1e-6)
    np.testing.assert_allclose(gradient, numeric, rtol=2e-4, atol=2e-4)


def test_a_vector_is_unpacked_as_it_was_packed():
    likelihood, parameters = problem("fitc")
    back = likelihood.unpack(likelihood.pack(parameters))
    np.testing.assert_allclose(back.family.S, parameters.family.S)
    np.testing.assert_allclose(back.family.width, parameters.family.width)
    np.testing.assert_allclose(back.Z, parameters.Z)
    np.testing.assert_allclose(back.noise, parameters.noise)
