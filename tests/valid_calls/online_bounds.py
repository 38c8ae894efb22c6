"""Arguments and calls of the bounds of the online room: a letter is a number there."""

import inspect

import numpy as np

from mlcompanion.convex import Euclidean
from mlcompanion.online.adaptive import bounds as adaptive
from mlcompanion.online.bounds import (
    duality,
    experts,
    gradient_descent,
    logarithmic,
    mistakes,
    perceptron,
)
from mlcompanion.online.core import tuning
from valid_calls.kinds import Array, Call, Choice, Count, Number, Object
from valid_calls.shared import SIGNS, X

_positive = {"low": 0, "open_low": True}
_unit = {"low": 0, "high": 1}
_rng = np.random.default_rng(10)
_U = _rng.normal(size=(2, 3))
_MATRIX = np.array([[0.9, 0.1], [0.2, 0.8]])
_vector = Array([0.5, -1.0], "n")
_no_rounds = {"but": {"empty"}}

KINDS = {
    **{
        name: Number(1.5, low=0)
        for name in (
            "X", "best_loss", "comparator_loss", "complexity", "diameter", "largest",
            "largest_loss", "log_loss_star", "loss", "n_mistakes", "n_rounds", "norm", "opt",
            "partition_loss", "radius",
        )
    },
    **{
        name: Number(1.5, **_positive)
        for name in ("L", "U", "U1", "beta2", "factor", "inverse_rate", "margin", "ratio", "sigma")
    },
    **{name: Number(0.3, **_unit) for name in ("alpha", "alpha_star", "p", "q")},
    **{name: Number(1.5, low=1) for name in ("b", "beta", "beta1")},
    **{name: Count(3, low=1) for name in ("n", "window")},
    "T": Count(10, low=2),
    "U2": Number(1.5, low=0),
    "a": Array([1.0, 2.0], "t", bad=([-1.0, 2.0], [2.0, 1.0])),
    "alphas": Array([0.1, 0.5], "m", **_unit),
    "dual_norms": Array([1.0, 2.0], "t", low=0, **_no_rounds),
    "dual_norms2": Array([1.0, 2.0], "t", low=0, **_no_rounds),
    "etas": Array([1.0, 0.5], "t", **_positive),
    "losses": Array([1.0, -2.0], "t"),
    "norms2": Array([1.0, 2.0], "t", low=0),
    "slopes2": Array([1.0, 2.0], "t", low=0, **_no_rounds),
    "switches": Count(2, low=0, high=9),
}  # fmt: skip

_adaptive = {
    "update": Choice("rda"),
    "trace": Array([3.0, 4.0], "t", low=0, but={"empty", "one axis more", "one axis fewer"}),
    "distance": Number(1.0, low=0),
    "length": Number(1.0, low=0),
    "eta": Number(0.5, **_positive),
    "delta": Number(0.1, low=0),
}

#: Where a name means something else than in ``KINDS``.
OTHERWISE = {
    "block_regret_bound": {
        "trace": _adaptive["trace"],
        "comparator": _vector,
        "sizes": Array([1, 1], "b", low=1, integer=True, bad=([1, 2],)),
        "eta": _adaptive["eta"],
    },
    "common_step_bound": {
        "squares": Array([3.0, 4.0], "t", low=0, but={"empty", "one axis more", "one axis fewer"})
    },
    "coordinate_regret_bound": _adaptive,
    "matrix_regret_bound": _adaptive,
    "aggressive_bound": {"U": Number(1.5, low=0)},
    "aggressive_regret_bound": {"U": Number(1.5, low=0)},
    "approximate_fixed_share_bound": {"n": Count(3, low=2), "radius": Number(2.0, **_positive)},
    "approximate_learn_alpha_bound": {"radius": Number(2.0, **_positive)},
    "approximate_static_bound": {"radius": Number(2.0, **_positive)},
    "approximate_switching_bound": {"radius": Number(2.0, **_positive)},
    "bound_frontier": {
        "X": Array(X, "rd"),
        "y": Array(SIGNS, "r", among=(-1, 1)),
        "strengths": Array([0.1, 1.0], "k", **_positive),
    },
    "comparator_bounds": {
        "U": Array(_U, "md"),
        "X": Array(X, "rd"),
        "y": Array(SIGNS, "r", among=(-1, 1)),
    },
    "comparator_losses": {
        "U": Array(_U, "md"),
        "X": Array(X, "rd"),
        "y": Array(SIGNS, "r", among=(-1, 1)),
        "rounds": Array(SIGNS > 0, "r", among=(0, 1)),
    },
    "fixed_share_bound": {"n": Count(3, low=2)},
    "gradient_descent_bound": {"etas": Array([1.0, 0.5], "t", **_positive, bad=([0.5, 1.0],))},
    "hindsight_scale": {
        "complexity": Number(1.5, **_positive),
        "dual_norms2": Array([1.0, 2.0], "t", low=0, but={"empty", "one axis more",
                                                          "one axis fewer"}),
    },
    "log_regret_bound": {"L": Number(2.0, low=0), "n_rounds": Number(5, low=1)},
    "p_norm_bound": {"p": Number(3.0, low=2)},
    "progress_gap": {
        "geometry": Object(Euclidean()),
        "w": _vector,
        "w_next": _vector,
        "subgradient": _vector,
        "eta": Number(0.5, **_positive),
        "u": _vector,
    },
    "r_of_k_bound": {"r": Count(2, low=1, high=3), "k": Count(3, low=1)},
    "r_of_k_comparator": {
        "relevant": Array([0, 2], "k", low=0, high=3, integer=True, bad=([0, 0],)),
        "r": Count(1, low=1, high=2),
        "n": Count(5, low=2),
    },
    "relative_mistake_bound": {"regret": Number(2.0)},
    "root_step_bound": {
        "diameter": Number(1.0, **_positive),
        "lipschitz": Number(1.0, **_positive),
    },
    "strong_convexity_gap": {
        "g": Object(lambda w: float(w @ w)),
        "subgradient": Object(lambda w: 2 * w),
        "geometry": Object(Euclidean()),
        "sigma": Number(1.0, low=0),
        "u": _vector,
        "v": _vector,
    },
    "structured_bound": {"U": Number(1.5, low=0)},
    "telescoped_regret_bound": {
        "divergences": Array([1.0, 0.5, 0.2], "u", bad=([1.0, 0.5],)),
        "sigma": Number(1.0, low=0),
    },
    "transition_bound": {
        "transitions_star": Array(_MATRIX, "nn", **_unit),
        "transitions": Array(_MATRIX, "nn", **_unit),
        "occupancy": Array([0.5, 0.5], "n", **_unit),
        "T": Count(10, low=1),
    },
    "window_bound": {"radius": Number(2.0, **_positive)},
}  # fmt: skip


def _call(name, function):
    parameters = inspect.signature(function).parameters
    known = {p: KINDS[p] for p in parameters if p in KINDS}
    return Call(**{**known, **OTHERWISE.get(name, {})})


BOUNDS = {
    name: _call(name, getattr(module, name))
    for module in (
        adaptive,
        duality,
        experts,
        gradient_descent,
        logarithmic,
        mistakes,
        perceptron,
        tuning,
    )
    for name in module.__all__
    if inspect.isroutine(getattr(module, name))
}
