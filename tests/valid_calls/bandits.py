"""Arguments and calls of the room of bandits."""

import numpy as np

from mlcompanion.bandits.trees import HOO, DyadicTree, wavy_payoff
from mlcompanion.bandits.trees.payoffs import power_peak
from valid_calls.bandits_linear import INTERNAL_LINEAR, LINEAR
from valid_calls.bandits_monitoring import INTERNAL_MONITORING, MONITORING
from valid_calls.kinds import Array, Call, Choice, Count, Number, Object

_positive = {"low": 0, "open_low": True}
_inside = {"low": 0, "high": 1, "open_low": True, "open_high": True}
_LINE = DyadicTree(0, 1)
_WAVES = wavy_payoff()
_GRID = np.linspace(0.0, 1.0, 6)
_CONSTANTS = (4.0, 0.25, 0.25)


def _player(rng):
    return HOO(_LINE, random_state=rng)


def _apart(x, points):
    return np.abs(points - x).max(axis=1)


_COMPILED = "a compiled loop's"
_HOOK = "between the classes of the room"
INTERNAL = {
    **INTERNAL_LINEAR,
    **INTERNAL_MONITORING,
    "centre_of": _COMPILED,
    "halve": _COMPILED,
    "longest_side": _COMPILED,
    "mean_reward": _COMPILED,
    "descend": _COMPILED,
    "node_boxes": _COMPILED,
    "play_rounds": _COMPILED,
    "update_all": _COMPILED,
    "update_path": _COMPILED,
    "new_nodes": _HOOK,
    "PlayerMixin": _HOOK,
}

_checkpoints = Array([1, 3], "c", low=1, high=5, integer=True, but={"empty"}, bad=([3, 1],))
_run = {
    "payoff": Object(_WAVES, bad=(power_peak([0.0, 0.0]),)),
    "n_rounds": Count(5, low=1),
    "checkpoints": _checkpoints,
    "keep_arms": Count(2, low=0),
}
#: ``pick``, ``learn`` and ``play`` are called by the mixin, which has checked.
_player_methods = {"run": _run, "learn": None, "play": None, "tell": None}
_region = Array([[0.0], [1.0]], "ed", bad=(np.zeros((3, 1)),))
_tree_methods = {
    "halves": {"region": _region},
    "centre": {"region": _region},
    "region": {"depth": Count(3, low=0, high=62), "index": Count(2, low=1, high=8)},
    "level": {"depth": Count(3, low=0, high=20)},
    "address": {"point": Array([0.3], "d", low=0, high=1), "depth": Count(4, low=0)},
}

SHARED = {
    "tree": Object(_LINE),
    "nu1": Number(1.0, **_positive),
    "rho": Number(0.5, **_inside),
    "horizon": Count(100, low=1),
    "payoff": Object(_WAVES),
    "noise": Choice("bernoulli"),
    "n": Count(100, low=3),
    "n_rounds": Count(100, low=2),
    "dimension": Count(2, low=1),
    "c": Number(0.5, low=0, high=0.5, open_low=True),
    "values": Array(1 - _GRID, "m", but={"an entry above"}, bad=(2 - _GRID,)),
    "best": Number(1.0),
    "dissimilarities": Array(np.abs(_GRID[:, None] - _GRID), "mm", low=0),
    "power": Number(2.0, **_positive),
    "scale": Number(1.0, **_positive),
    "eps": Number(0.1, **_positive),
}

_free_rank = {"but": {"one axis more", "one axis fewer", "empty", "length"}}
CALLS = {
    **LINEAR,
    **MONITORING,
    "DyadicTree": Call(
        lower=Array([0.0], "d", but={"one axis fewer"}),
        upper=Array([1.0], "d", but={"one axis fewer"}, bad=([-1.0],)),
        methods=_tree_methods,
    ),
    "ProductTree": Call(
        axes=Object([(0.0, 1.0)], bad=([], [(1.0, 0.0)], [["a", "a"]])),
        methods={**_tree_methods, "label": {"point": Array([0.3], "d")}},
    ),
    "Payoff": Call(
        make=wavy_payoff, methods={"__call__": {"points": Array(_GRID, "m", but={"empty"})}}
    ),
    "power_peak": Call(centre=Array([0.2, 0.3], "d", but={"one axis fewer"})),
    "broken_line": Call(
        places=Array(_GRID, "m", bad=(_GRID[::-1],)), values=Array(_GRID, "m", low=0, high=1)
    ),
    "step_payoff": Call(
        edges=Array(_GRID, "m", bad=(_GRID[::-1],)), levels=Array(_GRID[1:], "l", low=0, high=1)
    ),
    "uct_chain": Call(n_levels=Count(5, low=1, high=50)),
    "truncation_depth": Call(),
    "HOO": Call(
        nu1=Number(1.0, low=0),
        min_depth=Count(1, low=0, high=20),
        max_depth=Count(5, low=1),
        methods={**_player_methods, "recommend": None, "best_arm": None},
    ),
    "uct": Call(max_depth=Count(5, low=1)),
    "LocalHOO": Call(methods=_player_methods),
    "regime_of": Call(n=Count(5, low=1)),
    "start_depth": Call(regime=Count(5, low=1)),
    "GridUCB": Call(
        points=Array(_GRID[:, None], "md"), alpha=Number(1.0, low=0), methods=_player_methods
    ),
    "grid_points": Call(n_side=Count(3, low=1)),
    "play_seeds": Call(
        make_player=Object(_player),
        n_rounds=Count(5, low=1),
        seeds=Array([0, 1], "s", low=0, integer=True),
        checkpoints=_checkpoints,
    ),
    "box_constants": Call(norm=Choice("max")),
    "tree_dissimilarity": Call(
        x=Array([0.2], "d", low=0, high=1),
        y=Array([0.7], "d", low=0, high=1),
        depth=Count(8, low=1),
    ),
    "local_weak_constant": Call(eps0=Number(0.5, but={"infinity"}, **_positive)),
    "variation_constants": Call(max_depth=Count(3, low=0, high=60), n_points=Count(11, low=2)),
    "packing_number": Call(
        points=Array(_GRID[:, None], "md"),
        inside=Array(np.ones(6), "m", among=(0, 1)),
        dissimilarity=Object(_apart),
    ),
    "lattice_packing": Call(side=Number(0.5, **_positive), radius=Number(0.1, **_positive)),
    "near_optimality_dimension": Call(
        eps=Array([0.1, 0.01, 0.001], "k", low=0, open_low=True, bad=([0.1, 0.1, 0.1],)),
        packings=Array([1.0, 3.0, 9.0], "k", low=0, open_low=True),
    ),
    "visits_bound": Call(
        n=Count(100, low=1),
        gap=Array([0.5, 0.3], "k", low=0, **_free_rank),
        bias=Array([0.2, 0.1], "k", low=0, **_free_rank),
    ),
    "hoo_bound": Call(
        constants=Array(_CONSTANTS, "3", low=0, open_low=True, bad=((4.0, 1.0, 0.25),)),
        L=Number(2.0, **_positive),
        C=Number(2.0, **_positive),
        d=Number(0.5, low=0),
        z=Count(1, low=0),
    ),
    "bump_height": Call(
        n_rounds=Count(100, low=1),
        c=Number(0.5, low=0, high=1, open_low=True),
        dimension=Count(1, low=1),
    ),
    "lower_bound": Call(
        n_rounds=Count(100, low=1),
        c=Number(0.5, low=0, high=1, open_low=True),
        dimension=Count(1, low=1),
    ),
    "bump_payoffs": Call(n_rounds=Count(100, low=1)),
    "bump_of": Call(
        points=Array(_GRID, "m", but={"empty"}),
        centres=Array([0.2, 0.7], "k"),
        eta=Number(0.1, **_positive),
    ),
}
