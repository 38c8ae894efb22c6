"""The log-partition function and its bounds, beside sums over the labels and finite differences."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from mlcompanion.optimize.finite_sums import newton
from mlcompanion.optimize.majorising import (
    LogPartition,
    bohning_bound,
    jensen_bound,
    log_partition,
)

RNG = np.random.default_rng(2)
F = RNG.normal(size=(5, 3))
H = np.array([1.0, 0.5, 0.0, 2.0, 1.5])
THETA = RNG.normal(size=3)


def printed(theta, F=F, H=H):
    return np.log(sum(h * np.exp(theta @ f) for f, h in zip(F, H)))


def test_it_is_the_printed_sum():
    assert log_partition(THETA, F, H) == pytest.approx(printed(THETA), rel=1e-14)
    model = LogPartition(F, H, mean=[0.1, 0.2, 0.3])
    value, gradient = model.value_and_gradient(THETA)
    assert value == pytest.approx(printed(THETA) - THETA @ [0.1, 0.2, 0.3], rel=1e-13)
    assert gradient == pytest.approx(approx_fprime(THETA, model.value), abs=1e-6)
    step = 1e-5 * np.eye(3)
    H_ = [(model.gradient(THETA + e) - model.gradient(THETA - e)) / 2e-5 for e in step]
    assert model.hessian(THETA) == pytest.approx(np.array(H_), abs=1e-8)
    assert model.probabilities(THETA)[2] == 0


def test_far_out_nothing_overflows():
    big = LogPartition(F)
    assert big.value(1e6 * THETA) == pytest.approx(1e6 * (F @ THETA).max())
    assert np.all(np.isfinite(big.hessian(1e6 * THETA)))


def test_jensens_bound_is_below_and_touches_with_the_models_own_distribution():
    model = LogPartition(F, H)
    for _ in range(200):
        q = RNG.dirichlet(np.ones(4))
        q = np.insert(q, 2, 0.0)  # the label of weight 0
        theta = 3 * RNG.normal(size=3)
        assert jensen_bound(theta, q, F, H) <= model.value(theta) + 1e-12
        assert jensen_bound(theta, model.probabilities(theta), F, H) == pytest.approx(
            model.value(theta), abs=1e-12
        )
    assert jensen_bound(THETA, np.full(5, 0.2), F, H) == -np.inf


def test_the_uniform_curvature_is_above_every_covariance_and_no_larger_than_needed():
    bound = bohning_bound(THETA, F, H)
    assert bound.log_z == pytest.approx(printed(THETA))
    assert bound.mu == pytest.approx(approx_fprime(THETA, printed), abs=1e-6)
    for _ in range(300):
        hessian = LogPartition(F, np.exp(3 * RNG.normal(size=5))).hessian(THETA)
        assert np.linalg.eigvalsh(bound.Sigma - hessian)[0] >= -1e-12
    two = bohning_bound([0.0], [[1.0], [-1.0]])
    assert two.Sigma[0, 0] == pytest.approx(
        LogPartition([[1.0], [-1.0]]).hessian(np.zeros(1))[0, 0]
    )


def test_a_log_linear_model_is_fitted_to_its_means():
    p = RNG.dirichlet(np.ones(5))
    model = LogPartition(F, mean=p @ F)
    run = newton(model, np.zeros(3), tol=1e-12)
    assert model.probabilities(run.w) @ F == pytest.approx(p @ F, abs=1e-10)


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="q must sum"):
        jensen_bound(THETA, np.full(5, 0.3), F)
    with pytest.raises(ValueError, match="h must"):
        log_partition(THETA, F, np.zeros(5))
    with pytest.raises(ValueError, match="mean"):
        LogPartition(F, mean=[1.0])
