"""Truncated HOO against PyXAB, UCB1 on a grid against mabwiser, Exp3 against river: the same plays.

PyXAB sends ties to the right and opens nodes one level deeper than the paper's cap; so does ours
here. Rewards are the mean rewards themselves, a different number for every arm. river's Exp3 is
told the arms that ours drew, and the weights at the end are compared. Ours run compiled, peers are
asked and told round by round.
"""

from contextlib import redirect_stdout
from functools import partial
from io import StringIO

import numpy as np

from _race import duel, equal, least, peer, row
from mlcompanion.bandits.arms import run_exp3
from mlcompanion.bandits.trees import (
    HOO,
    DyadicTree,
    GridUCB,
    grid_points,
    truncation_depth,
    wavy_payoff,
)
from mlcompanion.teaching import log_slope

TITLE = "Bandits on a continuum"
CHAPTER = "jmlr12/16_x_armed_bandits"
TREE_SIZES = (500, 1000, 2000)
LONG_SIZES = (10_000, 100_000, 1_000_000)
GRID_SIZES = (2000, 10_000)
ARMS = 10
MIXING = 0.1


def mean_of(x):
    """The function of the paper's Fig. 2 at one arm, in plain numbers."""
    return 0.5 * (np.sin(13 * x) * np.sin(27 * x) + 1)


def our_tree(n):
    """Arms that truncated HOO plays."""
    depth = truncation_depth(n, 1.0, 0.5) + 1
    player = HOO(DyadicTree(0, 1), 1.0, 0.5, n, max_depth=depth)
    player.ties = "right"
    return player.run(wavy_payoff(noise="none"), n, keep_arms=n).arms[:, 0]


def their_tree(package, n):
    """PyXAB's."""
    with redirect_stdout(StringIO()):
        from PyXAB.algos.HOO import T_HOO
        from PyXAB.partition.BinaryPartition import BinaryPartition

        player = T_HOO(nu=1.0, rho=0.5, rounds=n, domain=[[0, 1]], partition=BinaryPartition)
    arms = np.empty(n)
    for t in range(n):
        arms[t] = player.pull(t + 1)[0]
        player.receive_reward(t + 1, mean_of(arms[t]))
    return arms


def our_grid(n, points):
    """Arms that UCB1 plays."""
    return GridUCB(points).run(wavy_payoff(noise="none"), n, keep_arms=n).arms[:, 0]


def their_grid(package, n, points):
    """mabwiser's: every arm once, then by its index."""
    names = [float(x) for x in points[:, 0]]
    player = package.MAB(names, package.LearningPolicy.UCB1(alpha=1))
    player.fit(names, [mean_of(x) for x in names])
    arms = np.array(names + [0.0] * (n - len(names)))
    for t in range(len(names), n):
        arms[t] = player.predict()
        player.partial_fit([arms[t]], [mean_of(arms[t])])
    return arms


def our_weights(costs):
    """Logarithms of Exp3's weights at the end, beside that of the first arm."""
    scores = run_exp3(costs, mixing=MIXING, random_state=0)[1][0]
    return scores - scores[0]


def their_weights(package, costs, arms):
    """river's, which draws its own arms and is told about ours."""
    player = package.Exp3(gamma=MIXING, seed=0)
    names = list(range(ARMS))
    for arm, row_ in zip(arms.tolist(), costs):
        player.pull(names)
        player.update(arm, 1.0 - row_[arm])
    scores = np.log([player._weights[name] for name in names])
    return scores - scores[0]


def rows():
    """The races, and the slopes of the trees' times."""
    pyxab = peer("PyXAB", "pyxab")
    mabwiser = peer("mabwiser.mab", "mabwiser")
    theirs = []
    for n in TREE_SIZES if pyxab else ():
        found = duel(
            "truncated HOO", f"{n:,} rounds", partial(our_tree, n),
            "PyXAB T_HOO", partial(their_tree, pyxab, n), same=equal(rtol=1e-12),
            note="the same arms", repeats=2,
        )  # fmt: skip
        theirs.append(found["peer_s"])
        if n == TREE_SIZES[-1]:
            # at these sizes most of our time is the call: our slope is that of the next row
            slope = log_slope(TREE_SIZES[1:], theirs[1:])
            found["note"] += f"; slope of their time {slope:.1f} from {TREE_SIZES[1]:,} rounds on"
        yield found
    spent = []
    for n in LONG_SIZES:
        player = partial(HOO, DyadicTree(0, 1), 1.0, 0.5, n, random_state=0)
        spent.append(least(lambda n=n, player=player: player().run(wavy_payoff(), n))[0])
    words = f"slope of time {log_slope(LONG_SIZES, spent):.2f} from {LONG_SIZES[0]:,} rounds on"
    yield row(
        "truncated HOO, compiled", f"{LONG_SIZES[-1]:,} rounds", spent[-1], "none", None, words
    )
    points = grid_points(DyadicTree(0, 1), 20)
    for n in GRID_SIZES if mabwiser else ():
        yield duel(
            "UCB1 on 20 arms", f"{n:,} rounds", partial(our_grid, n, points),
            "mabwiser UCB1", partial(their_grid, mabwiser, n, points), same=equal(rtol=1e-12),
            note="the same arms", repeats=2,
        )  # fmt: skip
    river = peer("river.bandit", "river")
    costs = np.random.default_rng(0).random((10_000, ARMS)) * np.linspace(0.5, 1, ARMS)
    if river:
        arms = run_exp3(costs, mixing=MIXING, random_state=0)[0][0]
        yield duel(
            f"Exp3 on {ARMS} arms", f"{len(costs):,} rounds", partial(our_weights, costs),
            "river Exp3", partial(their_weights, river, costs, arms), same=equal(rtol=1e-9),
            note="the same weights", repeats=2,
        )  # fmt: skip
