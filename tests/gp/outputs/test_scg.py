"""Scaled conjugate gradients against known minima and against SciPy."""

import numpy as np
import pytest
from scipy.optimize import minimize, rosen, rosen_der

from mlcompanion.gp.outputs import scaled_conjugate_gradients


def test_a_quadratic_takes_about_as_many_steps_as_it_has_dimensions():
    curvatures = np.array([1.0, 10.0, 100.0, 3.0])
    found = scaled_conjugate_gradients(
        lambda x: (x @ (curvatures * x) / 2, curvatures * x), np.ones(4)
    )
    np.testing.assert_allclose(found.x, 0, atol=1e-5)
    assert found.converged
    assert found.n_iter <= 20
    assert found.n_evaluations <= 2 * found.n_iter + 1


def test_the_banana_valley_ends_where_scipy_ends():
    start = np.array([-1.2, 1.0, 0.5])
    found = scaled_conjugate_gradients(
        lambda x: (rosen(x), rosen_der(x)), start, max_iter=2000, tol=1e-9
    )
    peer = minimize(rosen, start, jac=rosen_der, method="BFGS")
    np.testing.assert_allclose(found.x, peer.x, atol=1e-4)


def test_a_wall_of_infinity_is_not_crossed():
    def wall(x):
        if x[0] <= 0:
            return np.inf, np.zeros(1)
        return x[0] - np.log(x[0]), 1 - 1 / x

    found = scaled_conjugate_gradients(wall, [30.0], max_iter=500)
    assert found.x[0] == pytest.approx(1.0, abs=1e-4)


def test_limits_are_told():
    found = scaled_conjugate_gradients(lambda x: (rosen(x), rosen_der(x)), np.zeros(5), max_iter=3)
    assert (found.n_iter, found.converged) == (3, False)
    at_minimum = scaled_conjugate_gradients(lambda x: (x @ x, 2 * x), np.zeros(2))
    assert at_minimum.n_iter == 0


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        ({"x0": [[1.0]]}, "x0 must have 1"),
        ({"max_iter": 0}, "max_iter must be at least 1"),
        ({"tol": -1.0}, "tol"),
    ],
)
def test_bad_input_is_refused_by_name(spoil, message):
    call = {"x0": [1.0]} | spoil
    with pytest.raises(ValueError, match=message):
        scaled_conjugate_gradients(lambda x: (x @ x, 2 * x), **call)
    with pytest.raises(ValueError, match="x0 must have a finite value"):
        scaled_conjugate_gradients(lambda x: (np.inf, x), [1.0])
