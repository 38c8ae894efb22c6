"""Constrained maximum entropy: against a root, a general solver, the conditions of a solution."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import brentq, minimize
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.optimize.majorising import max_entropy


def relative_entropy(p, h):
    return float(np.sum(p * np.log(p / h)))


def test_a_die_with_a_given_mean():
    faces = np.arange(1.0, 7.0)

    def excess(t):
        w = np.exp(t * faces)
        return w @ faces / w.sum() - 4.5

    t = brentq(excess, -5, 5)
    run = max_entropy((faces - 4.5)[:, None])
    assert run.converged
    assert_allclose(run.theta, [t], rtol=1e-6)
    assert_allclose(run.p, np.exp(t * faces) / np.exp(t * faces).sum(), rtol=1e-6)
    assert_allclose(run.divergence, relative_entropy(run.p, np.ones(6)), rtol=1e-9)
    assert (np.diff(run.objective) <= 1e-12).all()


def test_against_a_general_solver():
    rng = np.random.default_rng(0)
    for _ in range(5):
        F, G = rng.normal(size=(12, 2)), rng.normal(size=(12, 3))
        h = rng.exponential(size=12)
        F -= rng.dirichlet(np.ones(12)) @ F
        G -= np.minimum(rng.dirichlet(np.ones(12)) @ G, 0)
        try:
            run = max_entropy(F, G, h)
        except ValueError:  # these constraints exclude one another
            continue
        conditions = [
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "eq", "fun": lambda p, F=F: F.T @ p},
            {"type": "ineq", "fun": lambda p, G=G: G.T @ p},
        ]
        peer = minimize(
            relative_entropy, run.p * 0.5 + 0.5 / 12, (h,), constraints=conditions,
            bounds=[(1e-12, 1)] * 12, options={"ftol": 1e-14, "maxiter": 500},
        )  # fmt: skip
        assert_allclose(run.divergence, peer.fun, atol=1e-6)
        assert_allclose(run.p, peer.x, atol=1e-4)


def test_conditions_of_a_solution():
    rng = np.random.default_rng(1)
    F, G = rng.normal(size=(20, 1)), rng.normal(size=(20, 4))
    run = max_entropy(F, G)
    means = run.p @ G
    assert_allclose(run.p.sum(), 1)
    assert_allclose(run.p @ F, 0, atol=1e-7)
    assert means.min() >= -1e-7
    assert run.vartheta.min() >= 0
    assert_allclose(run.vartheta * means, 0, atol=1e-6)
    assert 0 < np.count_nonzero(run.vartheta) < 4


def test_units_change_nothing():
    rng = np.random.default_rng(2)
    F, G = rng.normal(size=(30, 2)), rng.normal(size=(30, 2))
    one = max_entropy(F, G)
    other = max_entropy(F * [1e6, 1e-6], G * 1e9)
    assert_allclose(one.p, other.p, rtol=1e-5)


def test_a_label_of_weight_zero_gets_none():
    run = max_entropy([[1.0], [-1.0], [-3.0]], h=[1.0, 1.0, 0.0])
    assert_allclose(run.p, [0.5, 0.5, 0])


def test_constraints_that_nothing_meets():
    with pytest.raises(ValueError, match="no distribution"):
        max_entropy([[1.0], [2.0]])
    with pytest.raises(ValueError, match="no distribution"):
        max_entropy([[1.0], [-1.0], [-3.0]], h=[1.0, 0.0, 0.0])


def test_infinite_multipliers_are_told():
    with pytest.warns(ConvergenceWarning):
        max_entropy([[0.0], [1.0]], max_iter=50)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"G": [[1.0]]}, "G"),
        ({"h": [1.0, -1.0]}, "h"),
        ({"h": [0.0, 0.0]}, "h"),
        ({"F": [[np.nan], [1.0]]}, "F"),
        ({"tol": -1.0}, "tol"),
    ],
)
def test_bad_input_is_named(arguments, word):
    with pytest.raises(ValueError, match=word):
        max_entropy(**{"F": [[1.0], [-1.0]], **arguments})


def test_a_mean_that_needs_no_multiplier_does_not_stop_the_search():
    # two means fix the law of three labels; the third one is positive under it
    law = np.array([0.46, 0.53, 0.01])
    F = np.array([[0.61, 1.14], [-0.52, -0.97], [-0.32, -1.27]])
    run = max_entropy(F - law @ F, [[0.75], [-0.07], [-1.94]], [1.86, 0.86, 0.59])
    assert run.converged
    assert_allclose(run.p, law, atol=1e-7)
    assert run.vartheta[0] == 0


@pytest.mark.parametrize("seed", range(12))
def test_more_multipliers_than_labels_can_tell_apart(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 7))
    law = rng.dirichlet(np.full(n, 5.0))
    F, G = rng.normal(size=(n, n - 1)), rng.normal(size=(n, 2))
    run = max_entropy(F - law @ F, G - law @ G + 0.1)
    assert run.converged
    assert_allclose(run.p, law, atol=1e-6)
