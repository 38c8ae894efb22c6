"""The runs behind the chapter's claims: one function an experiment, numbers out."""

import time

import numpy as np

from mlcompanion.bandits.trees import (
    HOO,
    DyadicTree,
    GridUCB,
    LocalHOO,
    bump_payoffs,
    grid_points,
    grid_size,
    play_seeds,
    power_peak,
    uct_chain,
    visits_bound,
    wavy_payoff,
)

LINE = DyadicTree(0, 1)
PEAK = 0.3819
RATE_SIZES = [2**k for k in range(16, 23)]
BASIC_SIZES = [2000, 4000, 8000, 16000]
TRUNCATED_SIZES = [10_000, 100_000, 1_000_000]
STRATEGIES = ("HOO", "truncated HOO", "UCB1 on a grid", "UCB1 on the centres", "uniform play")


def regrets(payoff, n, seeds, tree=LINE, **settings):
    """Pseudo-regrets after n rounds, one a seed."""
    record = play_seeds(lambda rng: HOO(tree, random_state=rng, **settings), payoff, n, seeds, [n])
    return record.pseudo_regret[:, -1]


def peak_regrets(dimension, known, n, repeats):
    """Regrets on ``1 - |x|^2`` in D dimensions, with the smoothness known or taken for linear."""
    tree = DyadicTree(np.zeros(dimension), np.ones(dimension))
    rho = (4.0 if known else 2.0) ** (-1 / dimension)
    peak = power_peak(np.zeros(dimension))
    return regrets(peak, n, range(repeats), tree, nu1=4.0, rho=rho, horizon=n)


def chain_found(nu1, n, levels, repeats):
    """How many of the seeds play a point of the best region at all."""
    record = play_seeds(
        lambda rng: HOO(LINE, nu1, 0.5, n, max_depth=30, random_state=rng),
        uct_chain(levels), n, range(repeats), [n],
    )  # fmt: skip
    return int((record.work["least_gap"] == 0).sum())


def seconds_of(n, truncated, repeats):
    """Processor seconds of runs on Fig. 2's function, compiled before."""
    payoff = wavy_payoff()
    spent = []
    HOO(LINE, horizon=100 if truncated else None, random_state=0).run(payoff, 100)
    for seed in range(repeats):
        player = HOO(LINE, horizon=n if truncated else None, random_state=seed)
        begin = time.process_time()
        player.run(payoff, n)
        spent.append(time.process_time() - begin)
    return spent


def refinement(n, seeds):
    """Fig. 2's trees: density of nodes near the top over that far below, and the deepest place.

    Returns
    -------
    ratios : list of float
    deep : list of bool
        Whether the deepest node lies within .05 of the maximizer.
    """
    payoff = wavy_payoff()
    values = payoff(np.linspace(0, 1, 200_001))
    lengths = (values >= payoff.best - 0.1).mean(), (values <= payoff.best - 0.3).mean()
    ratios = []
    deep = []
    for seed in seeds:
        player = HOO(LINE, 1.0, 0.5, random_state=seed)
        player.run(payoff, n)
        table = player.nodes_
        centres = table.boxes.mean(axis=1)[:, 0]
        means = payoff(centres)
        near = (means >= payoff.best - 0.1).sum() / lengths[0]
        far = (means <= payoff.best - 0.3).sum() / lengths[1]
        ratios.append(float(near / far))
        deepest = centres[table.depth == table.depth.max()]
        deep.append(bool((np.abs(deepest - payoff.best_arm[0]) <= 0.05).all()))
    return ratios, deep


def node_index(table):
    """Numbers 0, ..., 2^h - 1 of a tree's intervals on [0, 1], within their depth."""
    return np.rint(table.boxes[:, 0, 0] * 2.0**table.depth).astype(int)


def mean_visits(n, max_depth, repeats):
    """Mean visits of every dyadic interval to a depth: one array a depth, basic HOO on a peak."""
    visits = [np.zeros(2**h) for h in range(max_depth + 1)]
    for seed in range(repeats):
        player = HOO(LINE, 1.0, 0.5, random_state=seed)
        player.run(power_peak(PEAK, 1.0), n)
        table = player.nodes_
        index = node_index(table)
        for h in range(max_depth + 1):
            at = table.depth == h
            visits[h][index[at]] += table.visits[at] / repeats
    return visits


def visits_against_bound(n, max_depth, repeats):
    """Lemma 17 on all intervals that are worse than their depth's bias."""
    excess = []
    shares = []
    nodes = 0
    for h, visits in enumerate(mean_visits(n, max_depth, repeats)):
        low = np.arange(2**h) / 2.0**h
        gap = np.maximum(0, np.maximum(low - PEAK, PEAK - low - 2.0**-h))
        judged = (gap > 2.0**-h) & (h > 0)
        bound = visits_bound(n, gap, 2.0**-h)
        excess += (visits - bound)[judged].tolist()
        telling = judged & (n * 2.0**-h > bound)  # even play would break the bound here
        shares += (visits / bound)[telling].tolist()
        nodes += int(judged.sum())
    return {
        "worst": max(excess), "informative": len(shares), "share": max(shares), "nodes": nodes,
    }  # fmt: skip


def local_checkpoints(last, drops):
    """Ends of regimes, and of the eighths beside each restart."""
    marks = {2 ** (r + 1) - 2 for r in range(1, last + 1)}
    for r in drops:
        end = 2**r - 2
        marks |= {end - 2 ** (r - 1) // 8, end, end + 2**r // 8}
    return np.array(sorted(marks))


def local_regrets(last, drops, seed):
    """Pseudo-regret of local-HOO on a parabola at these checkpoints."""
    rounds = local_checkpoints(last, drops)
    player = LocalHOO(LINE, 4.0, 0.25, random_state=seed)
    return player.run(power_peak(PEAK), int(rounds[-1]), rounds).pseudo_regret


def bump_player(strategy, n, centres):
    """``make(rng)`` of a strategy of the lower bound's experiment."""
    points = {
        "UCB1 on a grid": lambda: grid_points(LINE, grid_size(n)),
        "UCB1 on the centres": lambda: np.array(centres)[:, None],
    }
    if strategy in points:
        return lambda rng: GridUCB(points[strategy](), random_state=rng)
    horizon = n if strategy == "truncated HOO" else None
    return lambda rng: HOO(LINE, 1.0, 0.5, horizon, random_state=rng)


def bump_regrets(strategy, n, repeats):
    """Mean pseudo-regret on each of Theorem 13's bumps."""
    payoffs = bump_payoffs(n)
    found = []
    for k, payoff in enumerate(payoffs):
        seeds = range(1000 * k, 1000 * k + repeats)
        if strategy == "uniform play":
            draws = [np.random.default_rng(seed).random(n) for seed in seeds]
            found.append(np.mean([(payoff.best - payoff(x)).sum() for x in draws]))
            continue
        make = bump_player(strategy, n, [p.best_arm[0] for p in payoffs])
        found.append(play_seeds(make, payoff, n, seeds, [n]).pseudo_regret.mean())
    return [float(regret) for regret in found]
