from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import minimize

from mlcompanion.prox import (
    project_l1_ball,
    project_simplex,
    project_simplex_entropic,
    simplex_threshold,
)
from mlcompanion.prox.balls.certificates import (
    entropic_certificate,
    l1_ball_certificate,
    simplex_certificate,
)
from mlcompanion.prox.balls.projections import project_solid_simplex
from mlcompanion.prox.balls.simplex_path import simplex_distance, simplex_knots

few = settings(max_examples=40, deadline=None)
vectors = arrays(float, st.integers(1, 20), elements=st.floats(-1e3, 1e3))
sizes = st.floats(1e-3, 1e3)


def quadratic_program(mu, z):
    """The projection by SciPy's general solver."""
    start = np.full(len(mu), z / len(mu))
    return minimize(
        lambda a: 0.5 * ((a - mu) ** 2).sum(), start, jac=lambda a: a - mu, method="SLSQP",
        bounds=[(0, None)] * len(mu),
        constraints={"type": "eq", "fun": lambda a: a.sum() - z, "jac": np.ones_like},
        options={"ftol": 1e-15, "maxiter": 500},
    ).x  # fmt: skip


@pytest.mark.parametrize("seed", range(40))
def test_simplex_projection_is_the_solution_of_the_quadratic_program(seed):
    rng = np.random.default_rng(seed)
    mu = rng.standard_t(2, size=rng.integers(2, 20))
    z = rng.uniform(0.2, 3)
    np.testing.assert_allclose(project_simplex(mu, z), quadratic_program(mu, z), atol=1e-6)


@few
@given(mu=vectors, z=sizes, method=st.sampled_from(["sort", "pivot"]))
def test_simplex_projection_certifies_itself(mu, z, method):
    violation, gap = simplex_certificate(project_simplex(mu, z, method), mu, z)
    assert violation <= 1e-12 * max(1, z)
    assert gap <= 1e-12 * max(1, z) * max(1, z, np.abs(mu).max()) * 10


@few
@given(mu=vectors, z=sizes)
def test_l1_projection_certifies_itself_and_keeps_signs(mu, z):
    alpha = project_l1_ball(mu, z)
    violation, gap = l1_ball_certificate(alpha, mu, z)
    assert violation <= 1e-12 * max(1, z)
    assert gap <= 1e-12 * max(1, z) * max(1, z, np.abs(mu).max()) * 10
    assert (alpha * mu >= 0).all()  # Lemma 8
    if np.abs(mu).sum() <= z:
        np.testing.assert_array_equal(alpha, mu)


@few
@given(
    u=arrays(float, st.integers(1, 20), elements=st.floats(1e-6, 1e6)),
    share=st.floats(0, 1),
)
def test_entropic_projection_certifies_itself(u, share):
    floor = share / len(u)
    violation, gap = entropic_certificate(project_simplex_entropic(u, floor), u, floor)
    assert violation <= 1e-12
    assert gap <= 1e-11


@pytest.mark.parametrize("seed", range(20))
def test_entropic_projection_against_a_general_solver(seed):
    rng = np.random.default_rng(seed)
    u = rng.exponential(size=8) + 1e-3
    n = 8
    floor = rng.uniform(0.01, 0.9 / n)
    solver = minimize(
        lambda w: w @ np.log(w / u), np.full(n, 1 / n), jac=lambda w: np.log(w / u) + 1,
        method="SLSQP", bounds=[(floor, 1)] * n,
        constraints={"type": "eq", "fun": lambda w: w.sum() - 1, "jac": np.ones_like},
        options={"ftol": 1e-15, "maxiter": 500},
    ).x  # fmt: skip
    np.testing.assert_allclose(project_simplex_entropic(u, floor), solver, atol=1e-6)


def test_entropic_projection_at_its_ends():
    np.testing.assert_allclose(project_simplex_entropic([1, 3]), [0.25, 0.75])
    np.testing.assert_allclose(project_simplex_entropic([1, 3, 9], 1 / 3), np.full(3, 1 / 3))
    np.testing.assert_allclose(project_simplex_entropic([0, 1, 1], 0.1), [0.1, 0.45, 0.45])


@few
@given(mu=vectors, z=sizes, seed=st.integers(0, 100))
def test_pivot_and_sort_find_the_same_threshold(mu, z, seed):
    theta, _ = simplex_threshold(mu, z)
    other, _ = simplex_threshold(mu, z, "pivot", seed)
    assert abs(theta - other) <= 1e-11 * max(1, z, np.abs(mu).max())


@few
@given(mu=arrays(float, st.integers(1, 12), elements=st.integers(-3, 3).map(float)), z=sizes)
def test_ties_do_no_harm(mu, z):
    a = project_simplex(mu, z)
    b = project_simplex(mu, z, "pivot")
    np.testing.assert_allclose(a, b, atol=1e-12 * max(1, z))
    for value in np.unique(mu):
        assert np.ptp(a[mu == value]) == 0


def test_large_offsets_cancel():
    """Only differences matter; an offset must not cost digits that the data have."""
    mu = np.array([0.75, 0.5, -2.0])
    np.testing.assert_allclose(project_simplex(mu + 2.0**40), project_simplex(mu), atol=1e-15)


def test_support_size_is_lemma_7():
    assert simplex_threshold([3.0, 2.9, 0.0])[1] == 2
    assert simplex_threshold([3.0, 1.0, 0.0])[1] == 1


@few
@given(mu=vectors, z=sizes)
def test_projection_on_the_solid_simplex(mu, z):
    alpha = project_solid_simplex(mu, z)
    assert alpha.sum() <= z * (1 + 1e-12)
    assert (alpha >= 0).all()
    slope = alpha - mu  # Frank-Wolfe gap, with the origin as one more vertex
    gap = slope @ alpha - z * min(0.0, slope.min())
    assert gap <= 1e-11 * max(1, z) * max(1, z, np.abs(mu).max())


@few
@given(mu=arrays(float, st.integers(1, 8), elements=st.floats(-3, 3)))
def test_lemma_10_the_distance_is_convex_smooth_and_quadratic_between_knots(mu):
    z = np.linspace(0, 3, 61)
    value, slope = simplex_distance(z, mu)
    direct = [0.5 * ((project_simplex(mu, s) - mu) ** 2).sum() for s in z[1:]]
    np.testing.assert_allclose(value[1:], direct, atol=1e-10)
    assert (np.diff(slope) > 0).all()  # strictly convex
    middle = simplex_distance((z[1:] + z[:-1]) / 2, mu)[1]
    knots = simplex_knots(mu)
    inside = [not ((a < knots) & (knots < b)).any() for a, b in pairwise(z)]
    simpson = (slope[:-1] + 4 * middle + slope[1:]) * np.diff(z) / 6
    np.testing.assert_allclose(np.diff(value)[inside], simpson[inside], atol=1e-11)
    assert (np.diff(knots) >= 0).all()
    assert knots[0] == 0


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: project_simplex([]), "mu"),
        (lambda: project_simplex([np.nan]), "mu"),
        (lambda: project_simplex([[1.0]]), "mu"),
        (lambda: project_simplex([1.0], 0.0), "z"),
        (lambda: project_simplex([1.0], method="guess"), "method"),
        (lambda: project_l1_ball([np.inf]), "mu"),
        (lambda: project_l1_ball([1.0], -1.0), "z"),
        (lambda: project_solid_simplex([1.0], -1.0), "z"),
        (lambda: project_simplex_entropic([-1.0, 2.0]), "u"),
        (lambda: project_simplex_entropic([0.0, 0.0]), "u"),
        (lambda: project_simplex_entropic([1.0, 2.0], 0.6), "floor"),
        (lambda: simplex_distance(-1.0, [1.0]), "z"),
        (lambda: simplex_knots([]), "mu"),
        (lambda: simplex_certificate([1.0], [1.0, 2.0]), "alpha"),
        (lambda: entropic_certificate([0.0, 1.0], [1.0, 1.0]), "w must"),
    ],
)
def test_bad_input_is_refused_by_name(call, name):
    with pytest.raises(ValueError, match=name):
        call()
