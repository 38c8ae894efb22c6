"""The step in two variables against a grid, coordinate ascent and the four formulas."""

import numpy as np
import pytest

from mlcompanion.online.kernel_learners import pair_cases, solve_pair


def problems(n, signs=False):
    rng = np.random.default_rng(0)
    la, lb = rng.exponential(1, (2, n)) * (rng.choice([-1, 1], (2, n)) if signs else 1)
    ka, kb = rng.uniform(0.05, 1, (2, n))
    w = np.sqrt(ka * kb) * (rng.uniform(-1, 1, n) if signs else -rng.random(n))
    C = rng.choice([0.5, 1.0, 5.0], n)
    return la, lb, ka, kb, w, C, C * rng.random(n)


def value(step, la, lb, ka, kb, w):
    gamma, d = step
    return gamma * la + d * lb - ka * gamma**2 / 2 - kb * d**2 / 2 - w * gamma * d


def by_turns(la, lb, ka, kb, w, C, old, sweeps=5000):
    gamma = np.zeros_like(la)
    d = np.zeros_like(la)
    for _ in range(sweeps):
        gamma = np.clip((la - w * d) / ka, 0, C)
        d = np.clip((lb - w * gamma) / kb, -old, C - old)
    return gamma, d


@pytest.mark.parametrize("signs", [False, True])
def test_no_step_within_the_box_is_better(signs):
    case = problems(300, signs)
    best = value(solve_pair(*case), *case[:5])
    np.testing.assert_allclose(best, value(by_turns(*case), *case[:5]), atol=1e-6)


def test_exactly_one_formula_applies_and_is_right():
    case = problems(2000)
    applies, steps = pair_cases(*case)
    np.testing.assert_array_equal(applies.sum(axis=0), 1)
    chosen = np.take_along_axis(steps, applies.argmax(axis=0)[None, None], axis=0)[0]
    np.testing.assert_allclose(chosen, solve_pair(*case), atol=1e-9)
    assert (applies.sum(axis=1) > 50).all()


def test_a_repeated_row_of_the_other_label_is_no_trouble():
    gamma, d = solve_pair(1.0, 1.0, 1.0, 1.0, -1.0, 5.0, 1.0)
    assert (gamma, d) == (5.0, 4.0)


def test_what_no_kernel_can_have_is_refused():
    with pytest.raises(ValueError, match="w must not"):
        solve_pair(1, 1, 1, 1, -2, 5, 1)
    with pytest.raises(ValueError, match="gamma_b"):
        solve_pair(1, 1, 1, 1, -0.5, 1, 2)
    with pytest.raises(ValueError, match="must fit"):
        solve_pair([1, 1], [1, 1, 1], 1, 1, -0.5, 1, 1)
