"""Arguments and calls of the matrix algebra."""

import numpy as np

from valid_calls.kinds import Array, Call, Choice, Count, Flag, Number, Object
from valid_calls.shared import X

_b = np.array([0.5, -0.2, 0.1])

SHARED = {"A_inv": Array(np.eye(3), "nn"), "b": Array(_b, "n")}

_compiled = "a compiled step in place: tried through cholesky_update and cholesky_downdate"

INTERNAL = {
    "scaled_cholesky": "takes covariances that estimators computed",
    "add_to_factor": _compiled,
    "take_from_factor": _compiled,
}

_L = Array(np.array([[1.0, 0, 0], [0.5, 2.0, 0], [0.1, 0.2, 1.0]]), "nn", bad=(-np.eye(3),))

_A = np.array([[2.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 2.0]])

CALLS = {
    "cholesky_append": Call(L=_L, b=Array(_b, "n", but={"empty"}), c=Number(2.0, bad=(-1.0,))),
    "cholesky_update": Call(L=_L),
    "cholesky_downdate": Call(L=_L, b=Array(_b, "n", bad=([2.0, 0.0, 0.0],))),
    "fix_signs": Call(vectors=Array(X, "nk")),
    "generalized_eigenpairs": Call(
        A=Array(_A, "nn", bad=[np.triu(_A)]),
        n_pairs=Count(2, low=1, high=3),
        B=Array(np.diag([1.0, 2.0, 3.0]), "nn", bad=[-np.eye(3)]),
        which=Choice("smallest"),
        drop_constant=Flag(False),
    ),
    "commutation_matrix": Call(m=Count(2, low=1), n=Count(3, low=1)),
    "incomplete_cholesky": Call(X=Array(X, "nd", but={"one axis fewer"}), max_rank=Count(5, low=1)),
    "inverse_bordered": Call(c=Number(2.0)),
    "inverse_rank_one": Call(scale=Number(1.0), c=Array([0.5, -1.0, 0.2], "n")),
    "squared_distances": Call(X=Array(X, "nd"), Z=Array(X[:4], "md")),
    "mahalanobis_terms": Call(
        mean=Array(np.zeros(X.shape[1]), "d"),
        covariance=Array(np.eye(X.shape[1]), "dd", bad=(-np.eye(X.shape[1]),)),
    ),
    "pca_project": Call(
        n_components=Count(2, low=1, high=X.shape[1]), new=Array(X[:4], "md", but={"empty"})
    ),
    "standardize": Call(
        x=Array(_b, "n", bad=[np.ones(4), [1.0]]),
        name=Object("x", but={"text", "a number"}),
    ),
    "sylvester_symmetric": Call(
        A=Array(np.eye(3), "bb", bad=[np.triu(np.ones((3, 3)))]),
        B=Array(np.eye(2), "tt", bad=[np.triu(np.ones((2, 2))), -np.eye(2)]),
        Z=Array(np.ones((3, 2)), "bt"),
    ),
    "vec": Call(A=Array(np.ones((2, 3)), "mn", but={"one axis more", "empty"})),
}
