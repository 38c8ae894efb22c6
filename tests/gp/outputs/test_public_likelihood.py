"""The public likelihood of several outputs: the posterior's value, slopes by differences."""

import numpy as np
import pytest

from mlcompanion.gp.outputs import (
    ConvolvedGaussianKernel,
    condition_outputs,
    outputs_log_likelihood,
)

RNG = np.random.default_rng(0)
X = [RNG.uniform(-1, 1, (6, 1)), RNG.uniform(-1, 1, (4, 1))]
Y = [RNG.normal(size=6), RNG.normal(size=4)]
Z = np.linspace(-1, 1, 4)[:, None]
S, P, LAM = np.array([[1.0], [-0.6]]), np.array([[40.0], [90.0]]), np.array([[20.0]])
NOISE = np.array([0.2, 0.4])


def value(method, S=S, P=P, Lam=LAM, noise=NOISE, Z=Z):
    kernel = ConvolvedGaussianKernel(S, P, Lam)
    return outputs_log_likelihood(kernel, X, Y, noise=noise, approx=method, Z=Z).value


@pytest.mark.parametrize("method", ["full", "dtc", "fitc", "pitc"])
def test_value_and_slopes(method):
    kernel = ConvolvedGaussianKernel(S, P, LAM)
    found = outputs_log_likelihood(kernel, X, Y, noise=NOISE, approx=method, Z=Z)
    posterior = condition_outputs(
        kernel, X, Y, noise=NOISE, approx=method, Z=None if method == "full" else Z
    )
    assert found.value == pytest.approx(posterior.log_marginal_likelihood)
    h = 1e-5
    up, down = np.exp(h), np.exp(-h)
    second = np.array([[0.0], [1.0]])
    slopes = {
        "S": value(method, S=S + h * second) - value(method, S=S - h * second),
        "P": value(method, P=P * up**second) - value(method, P=P * down**second),
        "Lam": value(method, Lam=LAM * up) - value(method, Lam=LAM * down),
        "noise": value(method, noise=NOISE * [1, up]) - value(method, noise=NOISE * [1, down]),
    }
    for name, difference in slopes.items():
        got = np.ravel(getattr(found, name))[-1]
        assert got == pytest.approx(difference / (2 * h), rel=1e-4, abs=1e-5), name
    assert (found.Z is None) == (method == "full")


def test_windows_without_width_have_no_slope():
    kernel = ConvolvedGaussianKernel(S, [np.inf, np.inf], LAM, normalize=True)
    assert outputs_log_likelihood(kernel, X, Y, noise=NOISE).P is None
    half = ConvolvedGaussianKernel(S, [np.inf, 1.0], LAM, normalize=True)
    with pytest.raises(ValueError, match="kernel must have windows"):
        outputs_log_likelihood(half, X, Y, noise=NOISE)


def test_bad_input_is_refused_by_name():
    kernel = ConvolvedGaussianKernel(S, P, LAM)
    with pytest.raises(ValueError, match="Z must be given"):
        outputs_log_likelihood(kernel, X, Y, noise=NOISE, approx="dtc")
    with pytest.raises(ValueError, match="X must be the same"):
        outputs_log_likelihood(kernel, X, Y, noise=NOISE, approx="output-block", Z=Z)
