import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion.optimize import newton_direction, separable_pdip
from mlcompanion.prox import project_simplex


def random_point(rng, d, m):
    """A strictly feasible primal-dual point of a random problem."""
    p = rng.choice([-1.0, 1.0], d) * rng.uniform(0.5, 2, d)
    return dict(
        gradient=rng.normal(size=d),
        curvature=rng.uniform(0, 2, d),
        A=rng.normal(size=(m, d)),
        p=p,
        slack=rng.uniform(0.1, 2, d),
        lam=rng.uniform(0.1, 2, d),
        nu=rng.normal(size=m),
    )


@pytest.mark.parametrize("seed", range(10))
def test_direction_solves_the_full_linear_system(seed):
    rng = np.random.default_rng(seed)
    d = 6
    m = 2
    at = random_point(rng, d, m)
    A = at["A"]
    p = at["p"]
    slack = at["slack"]
    lam = at["lam"]
    target = 0.1 * lam @ slack / d
    full = np.block([
        [np.diag(-lam * p), np.diag(slack), np.zeros((d, m))],  # (7.29)
        [np.diag(at["curvature"]), np.diag(p), A.T],  # (7.30)
        [A, np.zeros((m, d + m))],
    ])  # fmt: skip
    right = np.concatenate(
        [target - lam * slack, -at["gradient"] - lam * p - A.T @ at["nu"], np.zeros(m)]
    )
    expected = np.linalg.solve(full, right)
    d_alpha, d_lam, d_nu = newton_direction(**at)
    np.testing.assert_allclose(np.concatenate([d_alpha, d_lam, d_nu]), expected, atol=1e-9)


@pytest.mark.parametrize("seed", range(10))
def test_projection_on_the_simplex_by_interior_points(seed):
    rng = np.random.default_rng(seed)
    mu = rng.normal(size=9)
    n = 9
    found = separable_pdip(
        lambda a: a - mu, np.ones_like, np.ones((1, n)), -np.ones(n), np.zeros(n), np.full(n, 1 / n)
    )
    assert found.converged
    np.testing.assert_allclose(found.alpha, project_simplex(mu), atol=1e-5)
    value = [0.5 * ((a - mu) ** 2).sum() for a in (found.alpha, project_simplex(mu))]
    assert abs(value[0] - value[1]) <= 1e-10


@pytest.mark.parametrize("seed", range(8))
def test_curved_problems_with_both_kinds_of_bounds(seed):
    """Sum of weighted exponentials; some coordinates bounded below, others above."""
    rng = np.random.default_rng(seed)
    d = 6
    weight = rng.uniform(0.2, 2, size=d)
    A = rng.normal(size=(2, d))
    p = rng.choice([-1.0, 1.0], d)
    start = rng.normal(size=d)
    q = p * start + rng.uniform(0.2, 1, d)
    found = separable_pdip(
        lambda a: np.exp(a) - weight, np.exp, A, p, q, start, tol=1e-9, max_iter=200
    )
    assert found.converged
    np.testing.assert_allclose(A @ found.alpha, A @ start, atol=1e-9)
    assert (p * found.alpha < q).all()
    solver = minimize(
        lambda a: np.exp(a).sum() - weight @ a, start, jac=lambda a: np.exp(a) - weight,
        method="SLSQP", options={"ftol": 1e-14, "maxiter": 500},
        constraints=[{"type": "eq", "fun": lambda a: A @ (a - start), "jac": lambda a: A},
                     {"type": "ineq", "fun": lambda a: q - p * a, "jac": lambda a: -np.diag(p)}],
    )  # fmt: skip
    value = np.exp(found.alpha).sum() - weight @ found.alpha
    assert abs(value - solver.fun) <= 1e-7 * max(1, abs(solver.fun))


def test_an_iteration_limit_is_reported():
    n = 5
    found = separable_pdip(
        lambda a: a, np.ones_like, np.ones((1, n)), -np.ones(n), np.zeros(n),
        np.arange(1.0, 6.0), max_iter=2,
    )  # fmt: skip
    assert found.n_iter == 2
    assert not found.converged


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"start": [0.0, 1.0]}, "start"),
        ({"start": []}, "start"),
        ({"A": np.ones((1, 3))}, "A"),
        ({"p": [0.0, 1.0]}, "p must"),
        ({"q": [1.0]}, "q"),
        ({"tol": 0.0}, "tol"),
        ({"max_iter": 0}, "max_iter"),
    ],
)
def test_bad_input_is_refused_by_name(change, name):
    good = dict(A=np.ones((1, 2)), p=[-1.0, -1.0], q=[0.0, 0.0], start=[0.5, 0.5])
    with pytest.raises(ValueError, match=name):
        separable_pdip(lambda a: a, np.ones_like, **(good | change))
