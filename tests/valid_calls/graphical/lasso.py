"""Arguments and calls of the room of graphical models."""

import numpy as np

from mlcompanion.graphical import graphical_lasso
from valid_calls.kinds import Array, Call, Count, Number
from valid_calls.shared import X

_positive = {"low": 0, "open_low": True}
_S = np.cov(X.T)
_precision = graphical_lasso(_S, 0.1).precision

INTERNAL = {"row_lasso_sweep": "a compiled loop; graphical_lasso checks for it"}

SHARED = {
    "S": Array(_S, "pp"),
    "precision": Array(_precision, "pp"),
    "W": Array(_S, "pp"),
    "coefs": Array(np.zeros((3, 3)), "pp"),
    "lam": Number(0.1, low=0),
    "tol": Number(1e-6, **_positive),
    "Y": Array(X, "nd"),
    "truncation": Number(0.1, 0, 0.5, open_low=True, open_high=True),
}

_solver = Call(lam=Number(0.1, **_positive))

CALLS = {
    "GraphicalLasso": _solver,
    "edges_of": Call(tol=Number(0.0, low=0)),
    "graphical_lasso": _solver,
    "truncation_level": Call(n=Count(20, low=2)),
}
