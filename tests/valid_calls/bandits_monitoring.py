"""Arguments and calls of the games with signals."""

import numpy as np

from mlcompanion.bandits.monitoring import FlagPlayer, SignalGame, flag_complex, run_player
from mlcompanion.convex.cells import LaguerreDiagram, Polytope
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Made, Number, Object

_LABELS = SignalGame.label_efficient()
_PENNIES = SignalGame.matching_pennies()
_PLAYER = FlagPlayer(_LABELS)
_COMPLEX = flag_complex(_LABELS)
_record = Made(
    lambda: run_player(_PLAYER, _LABELS, [0.5, 0.5], 5, checkpoints=[2, 5], random_state=0)
)
_HALVES = LaguerreDiagram([[0.75, 0.25], [0.25, 0.75]])
#: Sums to one; what does not is refused.
_law = Array([0.2, 0.3, 0.5], "i", low=-1e-9, high=1, bad=([0.2, 0.3, 0.6],))
_FLAG = _LABELS.flag([0.6, 0.4])
_flag = Array(_FLAG, "f", bad=(np.full(9, 1 / 3), 2 * _FLAG - _LABELS.flag([0.1, 0.9])))
_any_rank = {"but": {"one axis more", "one axis fewer", "empty"}}
_laws = Array([[0.2, 0.8], [0.5, 0.5]], "pj", low=0, bad=([[0.2, 0.9]],), **_any_rank)
_rewards = Array([[1.0, -1.0], [-1.0, 1.0]], "ij")
_game = Object(_LABELS)
#: ``tell`` must follow ``ask``: see tests/bandits.
_play = {"ask": None, "tell": None}

INTERNAL_MONITORING = {
    "check_law": "a check of the room",
    **dict.fromkeys(("Plan", "World"), "what a compiled game is told"),
}

MONITORING = {
    "SignalGame": Call(
        rewards=_rewards,
        signals=Array(
            [[0.7, 0.3], [0.3, 0.7]], "js", low=0, high=1, bad=([[0.7, 0.4], [0.3, 0.7]],)
        ),
        methods={
            "flag": {"moves": Array([0.4, 0.6], "j", low=-1e-9, high=1, bad=([0.4, 0.7],))},
            "matching_pennies": {"dark": Flag(True)},
            "random": {
                "n_actions": Count(2, low=1),
                "n_moves": Count(3, low=1),
                "n_signals": Count(2, low=1),
                "acts_matter": Flag(True),
            },
        },
    ),
    "FlagComplex": Call(
        make=lambda: _COMPLEX, methods={"value": {"moves": _laws}, "locate": {"moves": _laws}}
    ),
    "PlayRecord": Call(make=_record.fresh, methods={}),
    "Calibrator": Call(diagram=Object(_HALVES), within=Object(Polytope.simplex(2)), methods=_play),
    "CalibratedPlayer": Call(rewards=_rewards, cells=Choice("areas"), methods=_play),
    "FlagPlayer": Call(
        game=_game,
        gamma_exponent=Number(0.3, low=0),
        gamma_scale=Number(1.0, low=0),
        methods=_play,
    ),
    "action_regret": Call(record=_record, game=_game),
    "internal_regret": Call(record=_record, game=_game, complex_=Object(_COMPLEX)),
    "external_regret": Call(record=_record, game=_game, complex_=Object(_COMPLEX)),
    "run_player": Call(
        player=Object(_PLAYER),
        game=Object(_LABELS, bad=(_PENNIES,)),
        moves=Array(
            [[0.2, 0.8], [0.5, 0.5]], "mj", low=0, bad=([[0.2, 0.9]],), but={"one axis fewer"}
        ),
        n_rounds=Count(5, low=1),
        checkpoints=Array([1, 3], "c", low=1, high=5, integer=True, but={"empty"}, bad=([3, 1],)),
        n_repeats=Count(1, low=1),
    ),
    "aligned_diagram": Call(rewards=_rewards),
    "best_response_areas": Call(rewards=_rewards),
    "response_borders": Call(rewards=_rewards),
    "worst_payoff": Call(game=_game, law=_law, flag=_flag),
    "best_response": Call(game=_game, flag=_flag),
    "saddle_moves": Call(game=_game, flag=_flag),
    "flag_complex": Call(game=_game),
    "invariant_measure": Call(rates=Array([[0.0, 1.0], [2.0, 0.0]], "ll", low=0)),
    "matrix_game": Call(costs=_rewards),
}
