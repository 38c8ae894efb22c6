"""Arguments and calls of the Gaussian processes that work tile by tile."""

import numpy as np

from mlcompanion.gp import SquaredExponential
from mlcompanion.gp.tiles import Hyperparameters, LocalGP, rectangle_mesh
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Number, Object
from valid_calls.shared import X

_positive = {"low": 0, "open_low": True}
_mesh = rectangle_mesh(X, (2, 1, 1))
_start = Hyperparameters(SquaredExponential(1.5), 0.1)
_y = X @ [1.0, -2.0, 0.5]
_model = LocalGP(_mesh, "fixed", *_start).fit(X, _y)
_face = _mesh.faces()[0]
_cells = np.array([[0, 1], [2, 2]])

INTERNAL_TILES = {
    "Correction": "made by DomainDecompositionGP, which checks",
    "TileFit": "made by LocalGP, which checks",
}

SHARED_TILES = {
    "mesh": Object(_mesh),
    "model": Object(_model, bad=("no model",)),
    "face": Object(_face),
    "tile": Count(0),
    "n_control": Count(2, low=0),
    "n_degrees": Count(2, low=1, high=2),
    "n_learn": Count(10, low=1),
    "n_steps": Count(2, low=1),
    "n_points": Count(2, low=1),
    "correction": Choice("cosine"),
    "local": Flag(True),
    "errors": Array(np.array([1.0, 2.0]), "m", low=0),
}
_fixed = {
    "hyper": Choice("fixed"),
    "mesh": Count(2, low=1, bad=([2, 2], "no mesh")),
}
_answers = {"predict": {}, "predict_from": {}}
_given = {"methods": {"predict": {}}}

CALLS_TILES = {
    "BaggedGP": Call(n_bags=Count(2, low=1), n_bag=Count(6, low=1), **_given),
    "BayesianCommitteeMachine": Call(
        n_module=Count(6, low=1), n_query=Count(5, low=1), by=Choice("random"), **_given
    ),
    "DomainDecompositionGP": Call(
        **_fixed, correction=Choice("cosine"), methods={**_answers, "stitch": {}}
    ),
    "control_points": Call(n_control=Count(2, low=1)),
    "LocalExperts": Call(
        n_experts=Count(2, low=1), n_expert=Count(5, low=1), n_sites=Count(2, low=1), **_given
    ),
    "LocalGP": Call(**_fixed, methods=_answers),
    "TileMesh": Call(
        cuts=Object([[0.0, 1.0, 2.0], [0.0, 1.0, 3.0]], bad=([[0.0, 0.0, 1.0], [0.0, 1.0, 3.0]],)),
        labels=Array(_cells, "ab", integer=True, low=0),
        methods={
            "find": {"X": Array(X[:, :2], "nd", but={"empty"})},
            "members": {"X": Array(X[:, :2], "nd", but={"empty"})},
            "merged": {"counts": Array([1, 0, 2], "m", integer=True, low=0)},
            "split": {"tiles": Array([1, 2], "t", integer=True, low=0, high=2, but={"empty"})},
        },
    ),
    "boundary_mismatch": Call(),
    "boundary_values": Call(
        means=Array(np.array([[1.0, 2.0, 0.5], [0.0, 2.5, 1.0]]), "sq"),
        energies=Array(np.array([2.0, 3.0]), "s", low=0),
        basis=Array(np.ones((3, 1)), "qp"),
    ),
    "lagrange_basis": Call(
        shares=Array(np.linspace(0, 1, 4), "q", but={"empty"}), n_degrees=Count(2, low=1)
    ),
    "marginal_loss": Call(
        errors=Array(np.array([3.0, 2.0, 1.0]), "k", low=0),
        seconds=Array(np.array([1.0, 2.0, 4.0]), "k", low=0),
        sizes=Array(np.array([100.0, 200.0, 400.0]), "k", low=0),
    ),
    "rectangle_mesh": Call(shape=Object((2, 1, 2))),
    "refine_mesh": Call(share=Number(0.5, 0, 1, open_low=True)),
    "tile_hyperparameters": Call(
        start=Object(_start), n_tiles=Count(2, low=1), X=Array(X, "nd", bad=(X[:, :2],))
    ),
}
