"""Arguments of laws of vectors and matrices."""

import numpy as np

from valid_calls.kinds import Array, Call, Count, Number

_SIGMA = np.array([[2.0, 0.5], [0.5, 1.0]])
_several = {"but": {"one axis more", "empty"}}
_VECTORS = np.array([[0.2, 0.8], [0.5, 0.5], [0.1, 0.9]])


def _points(value, dims):
    """Methods that take points, by the names of their argument."""
    x = {"x": Array(value, dims, **_several)}
    return {"logpdf": x, "pdf": x, "cgf": {"t": x["x"]}, "mgf": {"t": x["x"]}}


_vectors = _points(_VECTORS, "md")
_matrices = _points(np.stack([_SIGMA, np.eye(2), 2 * _SIGMA]), "mdd")
_covariance = Array(_SIGMA, "dd", bad=(-_SIGMA, [[1.0, 2.0], [2.0, 1.0]], [[1.0, 0.5], [0.2, 1.0]]))

CALLS = {
    "Multinomial": Call(
        n=Count(4, low=0),
        p=Array(np.array([0.3, 0.7]), "d", low=0, bad=([0.3, 0.3],)),
        methods={
            "logpmf": _vectors["logpdf"],
            "pmf": _vectors["pdf"],
            "cgf": _vectors["cgf"],
            "mgf": _vectors["mgf"],
        },
    ),
    "MultivariateNormal": Call(
        mu=Array(np.zeros(2), "d"),
        covariance=_covariance,
        methods={
            **_vectors,
            "mahalanobis": _vectors["logpdf"],
            "ellipse": {"k": Number(1.0, low=0, open_low=True), "m": Count(9, low=2)},
        },
    ),
    "Dirichlet": Call(
        alpha=Array(np.array([0.5, 2.0]), "d", low=0, open_low=True), methods=_vectors
    ),
    "Wishart": Call(covariance=_covariance, n=Number(4.0, low=1, open_low=True), methods=_matrices),
    "multivariate_t_logpdf": Call(
        x=Array(_VECTORS, "md", but={"one axis more", "one axis fewer", "empty"}),
        mean=Array(np.zeros(2), "d"),
        scale=Array(_SIGMA, "dd", bad=(-_SIGMA,)),
        nu=Number(3.5, low=0, open_low=True),
    ),
    "log_beta_d": Call(
        alpha=Array(
            _VECTORS, "md", low=0, open_low=True, but={"one axis more", "one axis fewer", "empty"}
        ),
    ),
    "log_gamma_d": Call(
        a=Array(
            np.array([2.0, 3.0]),
            "m",
            low=0.5,
            open_low=True,
            but={"one axis more", "one axis fewer", "empty"},
        ),
        d=Count(2, low=1),
    ),
    "simplex_grid": Call(d=Count(3, low=1), n=Count(4, low=0)),
}

INTERNAL = {
    "t_log_density": "takes distances that a law computed",
    "VectorLaw": "abstract: tried through its families",
    "ContinuousVectorLaw": "abstract: tried through its families",
}
