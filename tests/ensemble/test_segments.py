"""Segments and stars against a scalar minimiser, a fine grid, and every pair."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from mlcompanion.ensemble.aggregation import (
    segment_aggregate,
    segment_minimum,
    star_weights,
)


def risks(P, y):
    return np.mean((P - y) ** 2, axis=1)


def searched(f, g, y):
    """The least risk of a mixture, by a scalar search."""
    found = minimize_scalar(
        lambda t: np.mean((t * f + (1 - t) * g - y) ** 2),
        bounds=(0, 1),
        method="bounded",
        options={"xatol": 1e-12},
    )
    return min(found.fun, *risks(np.array([f, g]), y))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 12), st.integers(1, 20), st.booleans())
def test_the_star_is_the_best_of_its_segments(seed, n_functions, n, two_samples):
    rng = np.random.default_rng(seed)
    y = rng.normal(size=n)
    P = rng.normal(size=(n_functions, n)) + y * rng.uniform(0, 1.2, (n_functions, 1))
    options = {}
    first = np.argmin(risks(P, y))
    if two_samples:
        y1 = rng.normal(size=n + 1)
        options = {"P1": rng.normal(size=(n_functions, n + 1)), "y1": y1}
        first = np.argmin(risks(options["P1"], y1))
    star = star_weights(P, y, **options)
    assert star.first == first
    best = min(searched(P[first], g, y) for g in P)
    assert star.risk == pytest.approx(best, abs=1e-9)
    theta = star.weights(n_functions)
    assert star.risk == pytest.approx(np.mean((theta @ P - y) ** 2), abs=1e-12)
    assert theta.sum() == pytest.approx(1)
    assert np.count_nonzero(theta) <= 2


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 8), st.integers(1, 12))
def test_all_segments_are_tried(seed, n_functions, n):
    rng = np.random.default_rng(seed)
    y = rng.normal(size=n)
    P = rng.normal(size=(n_functions, n))
    kept = rng.random(n_functions) < 0.7
    kept[rng.integers(n_functions)] = True
    found = segment_aggregate(P, y, kept=kept)
    best = min(searched(f, g, y) for f in P[kept] for g in P[kept])
    assert found.risk == pytest.approx(best, abs=1e-9)
    assert kept[found.first]
    assert kept[found.second]
    mixed = found.weights(n_functions) @ P
    assert found.risk == pytest.approx(np.mean((mixed - y) ** 2), abs=1e-12)
    assert found.risk <= star_weights(P[kept], y).risk + 1e-12


def test_three_regimes_by_hand():
    lam, risk = segment_minimum([1.0, 9.0, 4.0], [9.0, 1.0, 5.0], [4.0, 4.0, 4.0])
    np.testing.assert_allclose(lam, [1, 0, 0.625])
    # (4 + 5) / 2 - 1 / 16 - 1
    np.testing.assert_allclose(risk, [1, 1, 3.4375])


def test_equal_functions_are_one():
    lam, risk = segment_minimum([2.0, 2.0, 1.0], [2.0, 1.0, 2.0], 0.0)
    np.testing.assert_array_equal(lam, [1, 0, 1])
    np.testing.assert_array_equal(risk, [2, 1, 1])
    star = star_weights(np.ones((4, 3)), [0.0, 1.0, 2.0])
    assert star == (0, 0, 1.0, pytest.approx(2 / 3))


def test_preselection_takes_functions_out_of_the_star():
    y = np.zeros(4)
    P = np.array([[1.0, 1, 1, 1], [-2, -2, -2, -2], [-1.1, -1.1, -1.1, -1.1]])
    assert star_weights(P, y).second == 1
    # width 0.1: the second lies 3 above the best, its distance times the factor is 0.6
    assert star_weights(P, y, phi=0.1).second == 2
    assert star_weights(P, y, phi=0.1, factor=20.0).second == 1


@pytest.mark.parametrize("scale", [1e-170, 1e-12, 1e12, 1e150])
@pytest.mark.parametrize("origin", [0.0, 1e6])
def test_units_and_origin_change_no_weights(scale, origin):
    rng = np.random.default_rng(3)
    y = rng.normal(size=30)
    P = y + rng.normal(size=(9, 30))
    want = star_weights(P, y)
    found = star_weights(scale * (P + origin), scale * (y + origin))
    assert (found.first, found.second) == (want.first, want.second)
    assert found.lam == pytest.approx(want.lam, abs=1e-7)
    pair = segment_aggregate(scale * (P + origin), scale * (y + origin))
    assert pair.lam == pytest.approx(segment_aggregate(P, y).lam, abs=1e-7)


def test_nearly_equal_functions_keep_their_digits():
    rng = np.random.default_rng(4)
    common = rng.normal(size=50)
    y = common + 100  # all functions have the same large error
    P = common + 1e-5 * rng.normal(size=(6, 50))
    pair = segment_aggregate(P, y)
    exact = min(
        segment_minimum(
            np.mean((f - P[0]) * (f + P[0] - 2 * y)),
            np.mean((g - P[0]) * (g + P[0] - 2 * y)),
            np.mean((f - g) ** 2),
        ).risk
        for f in P
        for g in P
    )
    assert pair.risk - np.mean((P[0] - y) ** 2) == pytest.approx(exact, rel=1e-6, abs=1e-10)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: star_weights(np.ones((2, 0)), []), "P must have at least one column"),
        (lambda: star_weights(np.ones((2, 3)), np.ones(3), P1=np.ones((2, 3))), "given together"),
        (
            lambda: star_weights(np.ones((2, 3)), np.ones(3), P1=np.ones((3, 3)), y1=np.ones(3)),
            "P1 must have 2 rows",
        ),
        (lambda: segment_aggregate(np.ones((2, 3)), np.ones(3), kept=[False, False]), "kept"),
        (lambda: segment_minimum(1.0, 1.0, -1.0), "distance"),
        (lambda: star_weights(np.ones((2, 3)), np.ones(3)).weights(0), "n_functions"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()
