"""Arguments and calls of active learning: disagreement, A2, DHM, halving, smooth boundaries."""

import numpy as np

from valid_calls.kinds import Array, Call, Choice, Count, Kind, Number, Object

_H = np.tri(4, dtype=bool)
_TABLE = Kind(_H, bad=(_H.astype(float), _H[0], _H[:0], "text", 3.5))
_unit = {"low": 0, "high": 1}
_positive = {"low": 0, "open_low": True}
_SHARE = Number(0.1, **_unit, open_low=True)
_RADIUS = Kind(np.array([0.25, 0.5, np.inf, 0.0]), bad=([np.nan], [-1.0], [], [[0.5]], "text"))
_POOL = {
    "pool": Array([0, 3, 1, 2], "m", low=0, high=3, integer=True),
    "query": Object(lambda places: np.where(np.asarray(places) > 1, 1, -1)),
}
_answer = Object(lambda points: np.ones(len(points)))
_HALVING = {
    "query": _answer,
    "n_labels": Count(4, low=1),
    "n_bins": Count(5, low=2),
    "edge": Number(0.2, 0, 0.5, open_low=True),
}

CALLS = {
    "A2": Call(
        hypotheses=_TABLE,
        bound=Choice("bernstein"),
        growth=Number(0.1, low=0),
        methods={"fit_pool": _POOL | {"max_labels": Count(3, low=1), "stop": Object(np.all)}},
    ),
    "BoundaryClass": Call(
        heights=Array([[0, 2], [1, 1]], "hc", low=0, high=3, integer=True),
        n_heights=Count(3, low=1),
        methods=dict.fromkeys(("differences", "errors", "in_doubt", "positive")),
    ),
    "DHM": Call(
        hypotheses=_TABLE,
        c=Number(0.1, **_positive),
        vc=Count(1, low=1),
        methods={
            "fit_pool": _POOL,
            "widths": {
                "n": Array(
                    [1, 2, 5],
                    "n",
                    low=1,
                    integer=True,
                    but={"empty", "one axis more", "one axis fewer"},
                )
            },
        },
    ),
    "IntervalClass": Call(
        n=Count(4, low=1),
        methods=dict.fromkeys(("differences", "errors", "in_doubt", "positive", "positive_cells")),
    ),
    "TableClass": Call(
        H=_TABLE, methods=dict.fromkeys(("differences", "errors", "in_doubt", "positive"))
    ),
    "boundary_bump": Call(
        u=Array([0.0, 0.1], "n", but={"empty", "one axis more", "one axis fewer"}),
        alpha=Number(2.0, **_positive),
        width=Number(0.1, **_positive),
    ),
    "bump_width": Call(area=Number(0.01, **_positive), alpha=Number(2.0, **_positive)),
    "disagreement_coefficient": Call(
        radius=_RADIUS,
        eps=Number(0.3, **_unit, open_low=True, bad=(0.01,)),
        weights=Array([0.25, 0.25, 0.25, 0.25], "n", low=0),
    ),
    "doubt_radius": Call(
        H=_TABLE, best=Count(1, high=3), weights=Array([0.1, 0.2, 0.3, 0.4], "n", low=0)
    ),
    "doubtful_mass": Call(radius=_RADIUS, r=Number(0.3, **_unit)),
    "fit_smooth_boundary": Call(
        gain=Array(np.arange(12.0).reshape(3, 4), "ch"),
        bend=Count(1),
        max_slope=Count(1, high=3),
    ),
    "highest_analytic": Call(
        C=Number(5.0, **_positive),
        r=Number(0.1, **_positive),
        degree=Count(6, low=4, high=40),
        x0=Number(0.5, **_unit),
    ),
    "highest_boundary": Call(
        alpha=Count(2, low=1, high=6),
        C=Number(5.0, **_positive),
        r=Number(0.1, **_positive),
        n=Count(11, low=4),
        x0=Number(0.5, **_unit),
    ),
    "interval_doubt_radius": Call(n=Count(5, low=1), start=Count(1, high=5), stop=Count(2, low=1)),
    "label_complexity": Call(
        method=Choice("dhm"),
        theta=Number(2.0, low=1),
        nu=Number(0.1, **_unit),
        eps=_SHARE,
        vc=Count(1, low=1),
    ),
    "label_exponents": Call(
        d=Count(1, low=1),
        alpha=Number(2.0, low=1, open_low=True),
        kappa=Number(2.0, low=1),
        slope=Number(0.3, **_unit),
    ),
    "largest_increments": Call(values=Array([[0.0, 1.0, 3.0]], "fp")),
    "line_sampler": Call(
        n_labels=Count(8, low=2),
        n_lines=Count(2, low=2),
        n_bins=Count(4, low=2),
        edge=Number(0.2, 0, 0.5, open_low=True),
        query=_answer,
    ),
    "probabilistic_bisection": Call(**_HALVING, n_searches=Count(1, low=1)),
    "smoothness_norm": Call(
        derivatives=Array([[[0.0, 0.5, 1.0]], [[1.0, 1.0, 1.0]]], "kfp"),
        alpha=Number(1.5, **_positive),
    ),
}

INTERNAL = {"as_class": "checks for A2 and DHM"}
