"""Tree search against Algorithm 1 written down with dictionaries, and against its own promises."""

import numpy as np
import pytest

from mlcompanion.bandits.trees import (
    HOO,
    DyadicTree,
    LocalHOO,
    ProductTree,
    broken_line,
    play_seeds,
    power_peak,
    truncation_depth,
    uct,
    uct_chain,
    wavy_payoff,
)
from mlcompanion.bandits.trees.local_hoo import regime_of, start_depth

LINE = DyadicTree(0, 1)


def algorithm_1(reward, n, nu1, rho, rng, horizon=None, cap=np.inf):
    """The box on the source's page 1662, line by line; arms played and the table of visits."""
    inf = float("inf")
    T = {(0, 1): 0}
    mean = {(0, 1): 0.0}
    B = {(1, 1): inf, (1, 2): inf}
    arms = []
    for t in range(1, n + 1):
        h = 0
        i = 1
        path = [(h, i)]
        while (h, i) in T and h < cap:
            left = B.get((h + 1, 2 * i - 1), inf)
            right = B.get((h + 1, 2 * i), inf)
            upper = right > left or (left == right and rng.random() < 0.5)
            h = h + 1
            i = 2 * i - 1 + upper
            path.append((h, i))
        x = (i - 0.5) / 2**h
        arms.append(x)
        T.setdefault((h, i), 0)
        for node in path:
            T[node] += 1
            before = mean.get(node, 0.0)
            mean[node] = before + (reward(x) - before) / T[node]
        width = np.log(t if horizon is None else horizon)
        for h, i in sorted(T, reverse=True):
            U = inf
            if T[h, i]:
                U = mean[h, i] + np.sqrt(2 * width / T[h, i]) + nu1 * rho**h
            below = max(B.get((h + 1, 2 * i - 1), inf), B.get((h + 1, 2 * i), inf))
            B[h, i] = min(U, below)
    return np.array(arms), T


def waves(x):
    return 0.5 * (np.sin(13 * x) * np.sin(27 * x) + 1)


@pytest.mark.parametrize(("horizon", "cap"), [(None, np.inf), (300, 5)])
@pytest.mark.parametrize("seed", range(3))
def test_plays_are_those_of_algorithm_1(horizon, cap, seed):
    expected, T = algorithm_1(waves, 300, 1.0, 0.5, np.random.default_rng(seed), horizon, cap)
    if horizon:
        assert truncation_depth(horizon, 1.0, 0.5) == cap
    player = HOO(LINE, 1.0, 0.5, horizon, random_state=seed)
    run = player.run(wavy_payoff(noise="none"), 300, keep_arms=300)
    np.testing.assert_array_equal(run.arms[:, 0], expected)
    table = player.nodes_
    index = 1 + np.rint(table.boxes[:, 0, 0] * 2.0**table.depth).astype(int)
    found = dict(zip(zip(table.depth.tolist(), index.tolist()), table.visits.tolist()))
    assert found == T


@pytest.mark.parametrize("make", [
    lambda: HOO(LINE, random_state=4),
    lambda: HOO(LINE, horizon=200, random_state=4),
    lambda: HOO(LINE, min_depth=3, random_state=4),
    lambda: uct(LINE, random_state=4),
    lambda: LocalHOO(LINE, random_state=4),
    lambda: LocalHOO(LINE, 0.1, 0.5, truncated=False, random_state=4),
])  # fmt: skip
def test_asking_and_telling_plays_what_the_compiled_run_plays(make):
    payoff = wavy_payoff(noise="none")
    one = make()
    many = make()
    arms = []
    for _ in range(200):
        arms.append(one.ask())
        one.tell(float(payoff(arms[-1])[0]))
    first = many.run(payoff, 70, keep_arms=70)
    second = many.run(payoff, 130, keep_arms=130)
    np.testing.assert_array_equal(np.concatenate([first.arms, second.arms]), arms)
    gaps = payoff.best - payoff(np.array(arms))
    assert first.pseudo_regret[-1] + second.pseudo_regret[-1] == pytest.approx(gaps.sum())
    assert first.rounds.tolist() == [1, 2, 4, 8, 16, 32, 64, 70]
    assert one.n_rounds_ == many.n_rounds_ == 200


def test_work_is_quadratic_and_with_a_horizon_the_path_alone():
    n = 400
    basic = HOO(LINE, random_state=0).run(wavy_payoff(), n)
    assert basic.work == sum(t + 1 for t in range(1, n + 1))  # the root and a node a round
    short = HOO(LINE, horizon=n, random_state=0).run(wavy_payoff(), n)
    assert short.work <= n * (truncation_depth(n, 1.0, 0.5) + 1)


def test_deep_trees_and_long_runs_keep_their_room():
    flat = broken_line([0.0, 1.0], [1.0, 1.0], noise="none")
    player = HOO(LINE, nu1=0.0, random_state=0)
    for _ in range(3000):
        player.ask()
        player.tell(1.0)
    assert player.nodes_.plays.sum() == 3000
    assert player.run(flat, 2000).pseudo_regret[-1] == 0


def test_each_node_is_played_once_without_horizon_and_the_root_never():
    player = HOO(LINE, random_state=1)
    player.run(wavy_payoff(), 500)
    table = player.nodes_
    assert table.plays[0] == 0
    assert (table.plays[1:] == 1).all()
    assert len(table.plays) == 501
    assert table.visits[0] == 500


def test_nodes_at_the_cap_are_played_again():
    player = HOO(LINE, horizon=2000, random_state=1)
    player.run(wavy_payoff(), 2000)
    table = player.nodes_
    assert table.depth.max() == truncation_depth(2000, 1.0, 0.5)
    assert table.plays.max() > 10
    assert table.plays.sum() == 2000


def test_z_hoo_first_plays_every_node_at_its_depth():
    player = HOO(LINE, min_depth=3, random_state=2)
    arms = player.run(wavy_payoff(), 8, keep_arms=8).arms[:, 0]
    np.testing.assert_allclose(np.sort(arms), (np.arange(8) + 0.5) / 8)
    player.run(wavy_payoff(), 200)
    table = player.nodes_
    assert (table.plays[table.depth < 3] == 0).all()


def test_ties_are_broken_by_a_fair_coin_or_to_the_right():
    firsts = [HOO(LINE, random_state=seed).ask()[0] for seed in range(400)]
    assert 160 < sum(x < 0.5 for x in firsts) < 240
    player = HOO(LINE, random_state=0)
    player.ties = "right"
    assert player.ask()[0] == 0.75
    player.ties = "left"
    with pytest.raises(ValueError, match="ties"):
        player.tell(0.5)


def test_regimes_double_and_start_ever_deeper():
    begins = [n for n in range(1, 600) if regime_of(n) != regime_of(n - 1 or 1) or n == 1]
    assert begins == [2**r - 1 for r in range(1, 10)]
    depths = np.ceil(np.log2(np.arange(1, 10)))
    assert [start_depth(r) for r in range(1, 10)] == depths.tolist()


def test_local_hoo_begins_anew():
    player = LocalHOO(LINE, 4.0, 0.25, random_state=0)
    player.run(power_peak(0.3819), 2**7 - 2)
    assert player.regime_ == 6
    assert player.current_.n_rounds_ == 64
    player.run(power_peak(0.3819), 1)
    assert (player.regime_, player.current_.n_rounds_) == (7, 1)
    assert player.current_.min_depth == 3


def test_the_regret_is_that_of_the_arms_and_noise_has_mean_zero():
    payoff = power_peak(0.3)
    record = play_seeds(lambda rng: HOO(LINE, 4.0, 0.25, 4000, random_state=rng), payoff, 4000,
                        range(20), [10, 4000])  # fmt: skip
    assert (np.diff(record.pseudo_regret) > 0).all()
    noise = (record.regret - record.pseudo_regret)[:, -1]
    assert abs(noise.mean()) < 4 * noise.std(ddof=1) / np.sqrt(20)
    assert 5 < noise.std(ddof=1) < 0.5 * np.sqrt(4000)
    assert record.rounds.tolist() == [10, 4000]
    again = play_seeds(lambda rng: HOO(LINE, 4.0, 0.25, 4000, random_state=rng), payoff, 4000, [3])
    assert again.pseudo_regret[0, -1] == record.pseudo_regret[3, -1]


def test_units_of_the_arms_change_nothing():
    far = DyadicTree(1e6, 1e6 + 4096)
    near = HOO(LINE, 1.0, 0.5, 500, random_state=0).run(power_peak(0.25, 1.0), 500, keep_arms=500)
    peak = power_peak(1e6 + 1024, 1.0, 1 / 4096)
    moved = HOO(far, 1.0, 0.5, 500, random_state=0).run(peak, 500, keep_arms=500)
    np.testing.assert_allclose((moved.arms - 1e6) / 4096, near.arms)


def test_recommendations_are_plays_and_the_best_arm_is_near_the_peak():
    player = HOO(DyadicTree([0, 0], [1, 1]), 4.0, 0.5, 20_000, random_state=0)
    payoff = power_peak([0.3, 0.7])
    run = player.run(payoff, 20_000)
    recommended = payoff([player.recommend(seed) for seed in range(2000)])
    simple = 1 - recommended.mean()
    bound = run.pseudo_regret[-1] / 20_000
    assert simple == pytest.approx(bound, rel=0.1)
    assert np.abs(player.best_arm() - [0.3, 0.7]).max() < 0.1


def test_without_smoothness_the_chain_hides_its_end():
    chain = uct_chain(10)
    lost = uct(LINE, 3000, random_state=0).run(chain, 3000).least_gap
    found = HOO(LINE, 2.0**9, 0.5, 3000, max_depth=14, random_state=0).run(chain, 3000).least_gap
    assert lost > 0
    assert found == 0


def test_categories_and_prices_are_searched_together():
    lines = ["basic", "plus", "pro"]
    tree = ProductTree([lines, (0.0, 1.0)])
    player = HOO(tree, 1.0, 0.7, random_state=0)
    for _ in range(3000):
        line, price = tree.label(player.ask())
        player.tell(1 - abs(price - 0.3) - 0.2 * (line != "plus"))
    line, price = tree.label(player.best_arm())
    assert line == "plus"
    assert abs(price - 0.3) < 0.1


def test_a_single_category_is_an_arm_that_is_played_for_ever():
    tree = ProductTree([["only"]])
    player = HOO(tree, random_state=0)
    for _ in range(5):
        assert player.ask().tolist() == [0.0]
        player.tell(0.5)


def test_tell_before_ask_and_run_after_ask_are_refused():
    player = HOO(LINE, random_state=0)
    with pytest.raises(RuntimeError, match="tell before ask"):
        player.tell(0.5)
    with pytest.raises(RuntimeError, match="nothing was played"):
        player.best_arm()
    arm = player.ask()
    np.testing.assert_array_equal(player.ask(), arm)
    with pytest.raises(RuntimeError, match="run after ask"):
        player.run(wavy_payoff(), 3)
    player.tell(0.5)
    with pytest.raises(RuntimeError, match="tell before ask"):
        player.tell(0.5)


def test_what_cannot_be_searched_is_refused_by_name():
    player = HOO(LINE, random_state=0)
    player.ask()
    with pytest.raises(ValueError, match="reward must"):
        player.tell(1.2)
    for rho in (0.0, 1.0):
        with pytest.raises(ValueError, match="rho must"):
            HOO(LINE, rho=rho)
    with pytest.raises(ValueError, match="horizon must"):
        HOO(LINE, nu1=0.01, horizon=100)
    with pytest.raises(ValueError, match="max_depth must be given"):
        HOO(LINE, nu1=0.0, horizon=100)
    with pytest.raises(ValueError, match="coordinate"):
        HOO(LINE).run(power_peak([0.0, 0.0]), 3)
