"""Dimensions by brute force of another kind, and games played to the end."""

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcompanion.learning_theory import (
    Halving,
    StandardOptimal,
    ThresholdAdversary,
    best_threshold,
    littlestone_dimension,
    threshold_class,
    vc_dimension,
)
from mlcompanion.losses import ZeroOne
from mlcompanion.online import play
from mlcompanion.online.games.plain_learners import Constant, MajorityVote
from mlcompanion.online.learners.perceptrons import PerceptronRule

rows = st.lists(st.integers(0, 15), min_size=1, max_size=6, unique=True)


def table(numbers, n=4):
    return np.array([[bool(k >> j & 1) for j in range(n)] for k in numbers])


def shattered(H, points):
    return {tuple(h) for h in H[:, points]} == set(product([False, True], repeat=len(points)))


@settings(max_examples=60, deadline=None)
@given(numbers=rows)
def test_vc_dimension_from_its_definition(numbers):
    H = table(numbers)
    sets = [[j for j in range(4) if mask >> j & 1] for mask in range(16)]
    want = max(len(s) for s in sets if shattered(H, s))
    d, found = vc_dimension(H)
    assert d == want == len(found)
    assert shattered(H, list(found))


def mistakes(learner, sequence, target):
    count = 0
    for x in sequence:
        y = 1 if target[x] else -1
        count += learner.predict(x) != y
        learner.update(x, y)
    return count


@settings(max_examples=25, deadline=None)
@given(numbers=rows)
def test_optimal_learner_meets_its_dimension_on_all_sequences(numbers):
    """No order and no target costs more than L(H); some cost exactly that much."""
    H = table(numbers)
    dimension = littlestone_dimension(H)
    worst = max(
        mistakes(StandardOptimal(H), order, h) for order in permutations(range(4)) for h in H
    )
    assert worst <= dimension <= np.log2(len(H))
    assert vc_dimension(H)[0] <= dimension
    assert max(
        mistakes(Halving(H), order, h) for order in permutations(range(4)) for h in H
    ) <= np.log2(len(H))


def game_value(H, learner_history=()):
    """Mistakes that the best adversary forces from the best learner, by playing all games."""
    best = 0
    for x in range(H.shape[1]):
        parts = [H[H[:, x] == label] for label in (False, True)]
        if all(map(len, parts)):
            values = [game_value(part) for part in parts]
            # the learner names a label, the adversary then a label: a mistake where they differ
            best = max(best, min(
                max(values[y] + (y != guess) for y in (0, 1)) for guess in (0, 1)
            ))  # fmt: skip
    return best


@settings(max_examples=40, deadline=None)
@given(numbers=rows)
def test_littlestone_dimension_is_the_value_of_the_game(numbers):
    H = table(numbers)
    assert littlestone_dimension(H) == game_value(H)


def test_known_classes():
    everything = table(range(16))
    assert vc_dimension(everything)[0] == littlestone_dimension(everything) == 4
    singletons = np.eye(8, dtype=bool)
    assert vc_dimension(singletons)[0] == littlestone_dimension(singletons) == 1
    for n in (2, 4, 16, 64):
        assert vc_dimension(threshold_class(n))[0] == 1
        assert littlestone_dimension(threshold_class(n)) == np.log2(n)
    assert vc_dimension(np.ones((3, 2), dtype=bool)) == (0, ())


@pytest.mark.parametrize("n", [2, 8, 64, 1024])
@pytest.mark.parametrize("name", ["always +1", "always -1", "majority", "halving", "perceptron"])
def test_bisection_fools_every_learner(n, name):
    learner, describe = {
        "always +1": lambda: (Constant(1.0), int),
        "always -1": lambda: (Constant(-1.0), int),
        "majority": lambda: (MajorityVote(), int),
        "halving": lambda: (Halving(threshold_class(n)), lambda x: x - 1),
        "perceptron": lambda: (PerceptronRule(2), lambda x: np.array([x, 1.0])),
    }[name]()
    adversary = ThresholdAdversary(n)
    asked = []
    log = play(learner, adversary.rounds(lambda x: asked.append(x) or describe(x)), ZeroOne())
    assert log.n_mistakes == len(log.targets) == np.log2(n)
    survivor = threshold_class(n)[adversary.low_ - 1]
    assert adversary.done
    assert np.array_equal(np.where(survivor[np.array(asked) - 1], 1, -1), log.targets)


@settings(max_examples=50, deadline=None)
@given(data=st.data(), n=st.integers(1, 12))
def test_best_threshold_by_trying_all(data, n):
    size = data.draw(st.integers(0, 20))
    x = np.array(data.draw(st.lists(st.integers(1, n), min_size=size, max_size=size)), dtype=int)
    y = np.array(data.draw(st.lists(st.sampled_from([-1, 1]), min_size=size, max_size=size)))
    errors = [int(np.sum(np.where(x <= i, 1, -1) != y)) for i in range(1, n + 1)]
    threshold, least = best_threshold(x, y, n)
    assert least == min(errors) == errors[threshold - 1]
    assert least < min(errors[threshold:], default=n + 99)


def test_bad_input():
    for name, call in (
        ("H ", lambda: vc_dimension(np.array([[0.5]]))),
        ("H ", lambda: littlestone_dimension(np.empty((0, 2), dtype=bool))),
        ("n ", lambda: ThresholdAdversary(6)),
        ("prediction", lambda: ThresholdAdversary(4).answer(0)),
        ("x ", lambda: best_threshold([0], [1], 4)),
        ("y ", lambda: best_threshold([1, 2], [1], 4)),
        ("y contradicts", lambda: Halving(threshold_class(4)).update(0, -1)),
        ("y ", lambda: Halving(threshold_class(4)).update(0, 0)),
        ("n ", lambda: threshold_class(0)),
    ):
        with pytest.raises(ValueError, match=name):
            call()
    adversary = ThresholdAdversary(2)
    adversary.answer(1)
    with pytest.raises(ValueError, match="left"):
        adversary.answer(1)
