"""Arguments of events, of moments and of densities on a grid."""

import numpy as np

from valid_calls.kinds import Array, Call, Count, Number, Object

_X = np.array([0.0, 1.0, 2.0])
_F = np.array([0.0, 1.0, 0.0])
_EVENT = Array(np.array([1, 3, 6]), "e", low=0, high=7, integer=True,
               but={"one axis more", "one axis fewer", "empty"})  # fmt: skip
_GRID = Array(_X, "g", bad=([0.0, 2.0, 1.0],))

CALLS = {
    "SampleSpace": Call(
        masses=Array(np.array([0.2, 0.3, 0.5]), "m", low=0, bad=([0.2, 0.3], np.full(21, 1 / 21))),
        methods={
            "event": {
                "points": Array(np.array([0, 2]), "k", low=0, high=2, integer=True, bad=([1, 1],),
                                but={"empty"}),
            },
            "complement": {"event": _EVENT},
            "probability": {"event": _EVENT},
        },
    ),
    "GridDistribution": Call(
        x=_GRID,
        f=Array(_F, "g", low=0, bad=([0.0, 2.0, 0.0],)),
        methods={
            "from_values": {"x": _GRID, "f": Array(_F, "g", low=0, bad=(np.zeros(3),))},
            "transform": {
                "xi": Object(lambda r: 2 * r),
                "dxi": Object(lambda r: np.full(r.shape, 2.0)),
                "r": Array(_X / 2, "k", bad=([0.0, 0.2, 0.3], [1.0, 0.5, 0.0])),
            },
        },
    ),
    "pinball": Call(
        x=Array(_X, "m", but={"one axis more", "one axis fewer", "empty"}),
        y=Array(_F, "m", but={"one axis more", "one axis fewer", "empty"}),
        alpha=Number(0.3, 0, 1),
    ),
    "sample_moments": Call(
        x=Array(_X, "m", but={"one axis more"}), axis=Count(0, low=-1, high=0)
    ),
    "pinball_minimizer": Call(x=Array(_X, "m"), alpha=Number(0.3, 0, 1, open_low=True)),
    "moments_to_shape": Call(
        mu1=Number(0.5), mu2=Number(1.0, bad=(0.2,)), mu3=Number(1.0), mu4=Number(3.0)
    ),
    "moments_from_mgf": Call(
        mgf=Object(np.exp),
        order=Count(3, low=1),
        radius=Number(0.5, low=0, open_low=True),
        n_points=Count(16, low=4),
    ),
}  # fmt: skip
