"""Partial monitoring against linear programmes, closed forms and rounds played by hand."""

import numpy as np
import pytest
from scipy.optimize import linprog

from mlcompanion.bandits.monitoring import (
    CalibratedPlayer,
    Calibrator,
    FlagPlayer,
    SignalGame,
    action_regret,
    aligned_diagram,
    best_response,
    best_response_areas,
    external_regret,
    flag_complex,
    internal_regret,
    invariant_measure,
    matrix_game,
    response_borders,
    run_player,
    saddle_moves,
    worst_payoff,
)
from mlcompanion.convex.cells import LaguerreDiagram, Polytope, simplex_grid

LABELS = SignalGame.label_efficient()
PENNIES = SignalGame.matching_pennies()
RANDOM = [
    SignalGame.random(2, 3, 2, random_state=1),
    SignalGame.random(3, 5, 3, random_state=2),
    SignalGame.random(3, 3, 2, acts_matter=True, random_state=3),
]


@pytest.mark.parametrize("seed", range(21))
def test_invariant_measure_of_sparse_rates(seed):
    rng = np.random.default_rng(seed)
    n = 1 + seed % 7
    rates = rng.random((n, n)) * (rng.random((n, n)) < 0.4) * 10.0 ** rng.integers(-9, 9, (n, n))
    law = invariant_measure(rates)
    flow = rates - np.diag(np.diag(rates))
    out = law * flow.sum(axis=1)
    np.testing.assert_allclose(law @ flow, out, atol=1e-12 * max(out.max(), 1e-300))
    assert law.sum() == pytest.approx(1)
    assert law.min() >= 0


def test_invariant_measure_of_extremes():
    assert invariant_measure(np.zeros((3, 3))) == pytest.approx([1 / 3] * 3)
    assert invariant_measure([[0, 1e-150], [2e-150, 0]]) == pytest.approx([2 / 3, 1 / 3])
    tiny = invariant_measure([[0, 1.0], [1e-30, 0]])
    assert tiny[0] == pytest.approx(1e-30)
    chain = np.diag(np.full(39, 1e9), -1) + np.diag(np.ones(39), 1)  # 1e9 times as fast down
    law = invariant_measure(chain)
    assert law[1] == pytest.approx(1e-9)


@pytest.mark.parametrize("seed", range(30))
def test_matrix_game_is_the_programmes(seed):
    rng = np.random.default_rng(seed)
    m, n = rng.integers(1, 7, 2)
    costs = 10.0 ** rng.integers(-6, 7) * rng.normal(size=(m, n)).round(1)
    law, value = matrix_game(costs)
    found = linprog(
        np.append(np.zeros(m), 1), A_ub=np.column_stack([costs.T, -np.ones(n)]), b_ub=np.zeros(n),
        A_eq=[np.append(np.ones(m), 0)], b_eq=[1], bounds=[(0, None)] * m + [(None, None)],
    )  # fmt: skip
    reach = np.abs(costs).max() + 1e-300
    assert (value - found.fun) / reach == pytest.approx(0, abs=1e-7)
    assert ((law @ costs).max() - value) / reach == pytest.approx(0, abs=1e-12)


def test_pennies_in_the_dark():
    dark = SignalGame.matching_pennies(dark=True)
    for x in np.linspace(0, 1, 11):
        assert worst_payoff(dark, [x, 1 - x], [1.0]) == pytest.approx(-abs(1 - 2 * x), abs=1e-9)
    found = best_response(dark, [1.0])
    assert found.law == pytest.approx([0.5, 0.5])
    assert flag_complex(dark).laws == pytest.approx(np.array([[0.5, 0.5]]))
    assert saddle_moves(dark, [1.0]) == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize("game", [*RANDOM, LABELS, PENNIES])
@pytest.mark.parametrize("unit", [1.0, 1e6])
def test_complex_is_the_programme_everywhere(game, unit):
    moved = SignalGame(unit * (game.rewards + 3), game.signals if game.acts_matter else
                       game.signals[0])  # fmt: skip
    found = flag_complex(moved)
    rng = np.random.default_rng(0)
    for moves in rng.dirichlet(np.ones(game.n_moves), 8):
        flag = moved.flag(moves)
        best = best_response(moved, flag)
        cell = found.locate(moves)
        assert found.value(moves) / unit == pytest.approx(best.value / unit, abs=1e-7)
        assert found.vectors[cell] @ flag / unit == pytest.approx(best.value / unit, abs=1e-7)
        assert best.values @ moves / unit == pytest.approx(best.value / unit, abs=1e-7)
        assert worst_payoff(moved, found.laws[cell], flag) / unit == pytest.approx(
            best.value / unit, abs=1e-7
        )
        assert found.diagram().locate(flag) == cell
        worst = saddle_moves(moved, flag)
        assert (moved.rewards @ worst).max() / unit == pytest.approx(best.value / unit, abs=1e-7)
        for law in rng.dirichlet(np.ones(game.n_actions), 2):  # no mixed action does better
            assert worst_payoff(moved, law, flag) <= best.value + 1e-7 * unit


def test_worst_payoff_is_convex_in_flags_and_concave_in_actions():
    rng = np.random.default_rng(5)
    game = RANDOM[1]
    for _ in range(8):
        x, z = rng.dirichlet(np.ones(3), 2)
        f, g = (game.flag(moves) for moves in rng.dirichlet(np.ones(5), 2))
        middle = worst_payoff(game, x, (f + g) / 2)
        assert middle <= (worst_payoff(game, x, f) + worst_payoff(game, x, g)) / 2 + 1e-9
        middle = worst_payoff(game, (x + z) / 2, f)
        assert middle >= (worst_payoff(game, x, f) + worst_payoff(game, z, f)) / 2 - 1e-9


def test_flags_of_no_law_are_refused():
    with pytest.raises(ValueError, match="flag"):
        best_response(LABELS, np.full(9, 1 / 3))
    outside = 1.5 * LABELS.flag([1.0, 0.0]) - 0.5 * LABELS.flag([0.0, 1.0])
    for refuse in (best_response, saddle_moves):
        with pytest.raises(ValueError, match="flag"):
            refuse(LABELS, outside)
    with pytest.raises(ValueError, match="flag"):
        worst_payoff(LABELS, [1.0, 0.0, 0.0], outside)


def test_uninformative_actions_add_no_noise():
    vectors = FlagPlayer(LABELS).plan_.scores
    assert vectors[0, :2] == pytest.approx(np.array([[1.0, -1.0], [-1.0, 1.0]]))
    assert vectors[1:] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("n_actions", [3, 4, 5])
def test_areas_against_a_grid(n_actions):
    rewards = np.random.default_rng(n_actions).uniform(-1, 1, (n_actions, 3))
    laws = np.random.default_rng(0).dirichlet(np.ones(3), 20_000)
    best = (laws @ rewards.T).argmax(axis=1)
    areas = best_response_areas(rewards)
    whole = Polytope.simplex(3).volume()
    for action, area in enumerate(areas):
        share = 0.0 if area is None else area.volume() / whole
        assert share == pytest.approx((best == action).mean(), abs=0.02)
    diagram, responses = aligned_diagram(rewards)
    assert (responses[diagram.locate(laws)] == best).all()
    assert len(response_borders(rewards)) >= sum(area is not None for area in areas) - 1
    assert diagram.n_cells >= len(set(best))


def volumes(rewards):
    areas = best_response_areas(rewards)
    return np.array([0.0 if area is None else area.volume() for area in areas])


@pytest.mark.parametrize(
    ("origin", "unit", "tol"),
    [
        (1e6, 1.0, 1e-8),  # digits that the payoffs themselves lose beside their origin
        ([0.0, 1e6, -1e6, 3e5], 1.0, 1e-8),  # a move that pays all actions more
        (0.0, 1e12, 1e-12),
        (0.0, 1e-12, 1e-12),
        (0.0, 1e300, 1e-12),
        (1e18, 1e12, 1e-8),
    ],
)
def test_areas_know_no_origin_and_no_unit_of_payoffs(origin, unit, tol):
    for seed in range(4):
        rewards = np.random.default_rng(seed).random((5, 4))
        moved = volumes(np.asarray(origin) + unit * rewards)
        np.testing.assert_allclose(moved, volumes(rewards), rtol=0, atol=tol)


@pytest.mark.parametrize(("origin", "unit"), [(1e6, 1.0), (0.0, 1e12), (0.0, 1e-12), (0.0, 1e300)])
def test_aligned_cells_know_no_origin_and_no_unit_of_payoffs(origin, unit):
    laws = np.random.default_rng(9).dirichlet(np.ones(4), 3000)
    for seed in (3, 4):
        rewards = np.random.default_rng(seed).random((5, 4))
        diagram, responses = aligned_diagram(origin + unit * rewards)
        best = (laws @ rewards.T).argmax(axis=1)
        np.testing.assert_array_equal(responses[diagram.locate(laws)], best)
        assert len(response_borders(origin + unit * rewards)) == len(response_borders(rewards))


def test_a_dominant_action():
    diagram, responses = aligned_diagram([[1.0, 1.0], [0.0, 0.0]])
    assert (diagram.n_cells, responses.tolist()) == (1, [0])


def test_equal_actions_and_lonely_ones():
    rewards = [[1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]]
    first, second, third = best_response_areas(rewards)
    assert second is None
    assert first.volume() == pytest.approx(third.volume())
    diagram, responses = aligned_diagram(rewards)
    assert sorted(responses.tolist()) == [0, 2]
    assert diagram.n_cells == 2
    equal = SignalGame(np.full((3, 2), 7.0))
    assert flag_complex(equal).values == pytest.approx(np.array([[7.0, 7.0]]))
    lonely = SignalGame([[2.0]])
    assert flag_complex(lonely).laws.tolist() == [[1.0]]
    assert CalibratedPlayer([[2.0]], random_state=0).ask() == 0


def counted(player, game, moves, n_rounds, seed):
    """Rounds by ask and tell, on the chance that a compiled run draws."""
    own, nature = np.random.default_rng(seed).spawn(2)
    player._rng = own
    counts = np.zeros((len(player.plan_.responses), game.n_actions, game.n_moves), dtype=int)
    moves = np.atleast_2d(moves)
    for t in range(1, n_rounds + 1):
        u, v = nature.random(2)
        law = moves[(t.bit_length() - 1) % len(moves)]
        move = min(int(np.searchsorted(np.cumsum(law), u, side="right")), len(law) - 1)
        action = player.ask()
        assert action == player.ask()
        signals = np.cumsum(game.signals[action, move])
        signal = min(int(np.searchsorted(signals, v, side="right")), len(signals) - 1)
        counts[player._cell, action, move] += 1
        player.tell(np.eye(game.n_moves)[move] if isinstance(player, Calibrator) else signal)
    return counts


@pytest.mark.parametrize(
    ("player", "game"),
    [
        (FlagPlayer(LABELS), LABELS),
        (FlagPlayer(RANDOM[0]), RANDOM[0]),
        (FlagPlayer(RANDOM[2], gamma_exponent=0.5, gamma_scale=0.3), RANDOM[2]),
        (CalibratedPlayer(PENNIES.rewards), PENNIES),
        (CalibratedPlayer(PENNIES.rewards, cells="areas"), PENNIES),
        (Calibrator(LaguerreDiagram(simplex_grid(2, 4))), SignalGame(simplex_grid(2, 4))),
    ],
)
def test_compiled_rounds_are_those_of_ask_and_tell(player, game):
    laws = np.random.default_rng(1).dirichlet(np.ones(game.n_moves), 2)
    record = run_player(player, game, laws, 300, random_state=7)
    seen = counted(player, game, laws, 300, np.random.default_rng(7))
    assert (record.counts[0, 0] == seen).all()
    np.testing.assert_allclose(record.totals[0, 0] / 300, player.scores_, atol=1e-12)
    with pytest.raises(ValueError, match="tell must follow ask"):
        player.tell([0.5, 0.5] if isinstance(player, Calibrator) else 0)


def test_regrets_by_hand():
    record = run_player(FlagPlayer(LABELS), LABELS, [0.6, 0.4], 50, checkpoints=[20, 50],
                        n_repeats=3, random_state=0)  # fmt: skip
    counts = record.counts[1, 1]
    complex_ = flag_complex(LABELS)
    paid = counts[:, 1, 0].sum() + counts[:, 2, 1].sum()
    moves = counts.sum(axis=(0, 1))
    outer = external_regret(record, LABELS, complex_)[1, 1]
    assert outer == pytest.approx((moves.max() - paid) / 50)
    for cell in range(2):
        own = counts[cell]
        gain = max(own[:, 0].sum(), own[:, 1].sum()) - own[1, 0] - own[2, 1]
        assert internal_regret(record, LABELS, complex_)[1, 1, cell] == pytest.approx(gain / 50)
    between = action_regret(record, LABELS)[1, 1]
    looked = counts[:, 0].sum(axis=0)
    assert between[0, 1] == pytest.approx(looked[0] / 50)
    assert between[0, 0] == between[1, 1] == 0


def test_regret_matching_is_the_areas_diagram():
    """With the rewards' rows as sites the comparisons are twice the internal regret."""
    game = SignalGame.random(3, 3, random_state=8)
    record = run_player(CalibratedPlayer(game.rewards, cells="regrets"), game, "worst", 400)
    assert record.totals[0, 0] / 400 == pytest.approx(2 * action_regret(record, game)[0, 0])


def test_adversary_never_lets_the_player_win():
    record = run_player(CalibratedPlayer(PENNIES.rewards), PENNIES, "worst", 4000, n_repeats=5,
                        random_state=0)  # fmt: skip
    paid = np.einsum("rlij,ij->r", record.counts[:, 0], PENNIES.rewards) / 4000
    assert abs(paid.mean()) < 0.03
    assert action_regret(record, PENNIES).max() < 0.06


def test_misaligned_grid_does_not_learn():
    grid = LaguerreDiagram([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]])
    players = (CalibratedPlayer(PENNIES.rewards, cells=grid), CalibratedPlayer(PENNIES.rewards))
    lost, good = (
        run_player(player, PENNIES, [0.3, 0.7], 4000, random_state=0) for player in players
    )
    assert action_regret(lost, PENNIES).max() == pytest.approx(0.8, abs=0.06)
    assert action_regret(good, PENNIES).max() < 0.02


def test_programme_is_never_positive():
    rewards = np.random.default_rng(4).uniform(-1, 1, (4, 3))
    game = SignalGame(rewards)
    record = run_player(CalibratedPlayer(rewards, cells="areas"), game, "worst", 2000)
    assert record.programme.max() <= 1e-9
    assert record.largest()[0, 0] < 0.2


@pytest.mark.parametrize("exponent", [1 / 3, 0.5])
def test_every_action_is_tried_as_often_as_the_rule_says(exponent):
    """Theorem 24: with probability min(1, I t^-1/3) the action is drawn from all alike."""
    player = FlagPlayer(SignalGame.label_efficient(), gamma_exponent=exponent, random_state=0)
    for t in range(1, 200):
        assert player.law.min() >= min(1.0, 3 * t**-exponent) / 3 - 1e-12
        action = player.ask()
        player.tell(2 if action else 0)
    unexplored = 1 - min(1.0, 3 * 200**-exponent)
    assert player.law.max() <= unexplored + (1 - unexplored) / 3 + 1e-12


def test_neighbours_alone():
    grid = LaguerreDiagram(simplex_grid(2, 10))
    player = Calibrator(grid, within=Polytope.simplex(2), random_state=0)
    for _ in range(1500):
        player.ask()
        player.tell([0.25, 0.75])
    assert np.maximum(player.scores_, 0)[player.plan_.near].max() < 0.01
    assert grid.sites[player.ask(), 0] in (0.2, 0.3)


def test_wrong_input():
    with pytest.raises(ValueError, match="signals must be laws"):
        SignalGame([[0, 1]], [[0.5, 0.4], [1, 0]])
    with pytest.raises(ValueError, match="signals must have a table"):
        SignalGame([[0, 1], [1, 0]], [[[1.0], [1.0]]])
    with pytest.raises(ValueError, match="game must have the player's"):
        run_player(FlagPlayer(LABELS), PENNIES, [0.5, 0.5], 5)
    with pytest.raises(ValueError, match="sum to 1"):
        run_player(FlagPlayer(LABELS), LABELS, [0.5, 0.6], 5)
    with pytest.raises(ValueError, match="signal must"):
        FlagPlayer(LABELS).tell(3)
