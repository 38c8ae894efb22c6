"""The exhaustive search agrees with the package, and the printed adversary breaks."""

import numpy as np

from mlcompanion.learning_theory import littlestone_dimension, vc_dimension
from mlcompanion.online.games.plain_learners import Constant
from mlcompanion_chapters.shalev_shwartz.o12_appendix_b_online_to_batch import (
    guessing_games as games,
)


def test_all_classes_on_three_points_agree_with_the_package():
    vc, mistakes = games.all_classes(3)
    assert len(vc) == 256
    for m in np.random.default_rng(0).integers(1, 256, 40):
        functions = [f for f in range(8) if m >> f & 1]
        H = np.array([[f >> x & 1 for x in range(3)] for f in functions], dtype=bool)
        assert vc[m] == vc_dimension(H)[0]
        assert mistakes[m] == littlestone_dimension(H)


def test_classes_of_four_points_are_never_easier_online():
    vc, mistakes = games.all_classes(4)
    assert (mistakes >= vc).all()
    assert (mistakes > vc).any()
    assert vc[-1] == mistakes[-1] == 4


def test_every_rival_errs_in_every_round():
    found = games.forced_mistakes((2, 8), n_coins=3)
    assert len(found) == 16
    assert all(mistakes == np.log2(n) and agrees for _, n, mistakes, agrees in found)


def test_halving_never_exceeds_its_bound_and_a_constant_does(monkeypatch):
    assert games.halving_worst(8, 20, 0) == 3
    monkeypatch.setattr(games, "Halving", lambda H: Constant(1.0))
    assert games.halving_worst(8, 20, 0) == 7


def test_printed_adversary_breaks_and_the_mended_one_does_not():
    for predict in (lambda t: 1, lambda t: -1, lambda t: (-1) ** t):
        assert games.bisection_breaks(8, predict, printed=True)
        assert not games.bisection_breaks(8, predict, printed=False)


def test_a_recorded_game_is_lost_in_every_round():
    for name in games.PLAYERS:
        rounds = games.record_game(name, 16)
        assert len(rounds) == 4
        assert all((said > 0) == (answer < 0) for _, said, answer in rounds)
        assert len({x for x, _, _ in rounds}) == 4
