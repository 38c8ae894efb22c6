"""Arguments and calls of the room of manifolds."""

import numpy as np

from mlcompanion.kernels import rbf_kernel
from mlcompanion.manifold import (
    DeformedSteps,
    GaussianKDEField,
    LapProblem,
    StabilityCheck,
    knn_graph,
)
from mlcompanion.manifold.laplacian import graph_laplacian
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Free, Number, Object, Seed
from valid_calls.shared import N_ROWS, SIGNS, X

_positive = {"low": 0, "open_low": True}
_rng = np.random.default_rng(6)
_some = np.where(np.arange(N_ROWS) < 6, SIGNS, 0.0)
_K = rbf_kernel(X)
_L = graph_laplacian(X).toarray()
_problem = LapProblem(_K, _L, _some, 0.1, 0.1)
_field = GaussianKDEField(X, 0.8)
_scms = {"step": Choice("constrained"), "stop": Choice("gradient")}
_classes = {"y": Array(np.where(SIGNS > 0, 1, 0), "n")}
_nu = Number(1.0, low=0)

_IN_A_LOOP = "one step of scms, which checks"
#: With their own iterates, in their innermost loops.
_ASKED_BY_SOLVERS = (
    "error_vectors", "gradient", "hessian", "objective", "objective_at",
    "preconditioned_gradient", "scores", "smooth", "times_K",
)  # fmt: skip

INTERNAL = {
    "along": _IN_A_LOOP,
    "constrained_move": _IN_A_LOOP,
    "normal_space": _IN_A_LOOP,
    "printed_move": _IN_A_LOOP,
    "projected_move": _IN_A_LOOP,
    "runge_kutta_move": _IN_A_LOOP,
    "starting_point": "checks for the solvers",
    "within": _IN_A_LOOP,
}

SHARED = {
    "Q": Array(X[:5], "qd"),
    "K": Array(_K, "nn"),
    "L": Array(_L, "nn"),
    "W": Array(knn_graph(X).toarray(), "nn", low=0),
    "problem": Object(_problem),
    "field": Object(_field, dims="d"),
    "gamma_A": Number(0.1, **_positive),
    "gamma_I": Number(0.1, low=0),
    "degree": Count(1, low=1),
    "laplacian_degree": Count(1, low=1),
    "n_neighbors": Count(3, low=1),
    "width": Number(1.0, **_positive),
    "heat_width": Number(1.0, **_positive),
    "eta": Number(1.5, low=0),
    "theta": Count(2, low=1),
    "dim": Count(1, low=0, high=2),
    "points": Array(SIGNS > 0, "n", among=(0, 1)),
    "b": Number(0.1),
    "alpha": Array(SIGNS, "n"),
    "state": Free(None),  # what a solver hands to its rule
    "Y": Array(X[:5], "qd"),
    "bandwidth": Number(0.8, **_positive),
    "threshold": Number(0.1, low=0),
}

_ray = {
    "f": Array(_rng.normal(size=N_ROWS), "n"),
    "f_d": Array(_rng.normal(size=N_ROWS), "n"),
    "y": Array(SIGNS, "n", among=(-1, 1)),
    "value": Number(-1.0),
    "slope": Number(1.0),
}
_estimator = Call(n_neighbors=Count(3, low=1), methods={"fit": {**_classes, "L": Free(None)}})
_rule = {"methods": {"__call__": None}}
_image = Array(_rng.random((5, 6)), "hw", low=0)
_mixture = {
    "weights": Array([1.0, 2.0], "m", **_positive),
    "means": Array(X[:2], "md"),
    "covariances": Number(1.0, **_positive),
}
_of_queries = ("density", "evaluate", "gradient", "hessian", "local_inverse_covariance",
               "log_density", "mean_shift")  # fmt: skip
_of_a_field = {
    "sample": {"rng": Seed(0), "n_samples": Count(4)},
    **{
        name: {"Q": Array(X[:5], "qd", but={"empty"})} for name in _of_queries
    },  # no query, no value
}

CALLS = {
    "polyline_pieces": Call(curve=Array([[0.0, 0.0], [1.0, 0.5], [2.0, 0.0]], "vp")),
    "DeformedSteps": Call(methods={"serves": None, "__call__": None}),  # hot, and solve_newton's
    "GaussianKDEField": [
        Call(methods=_of_a_field),
        Call(bandwidth=Array(np.tile(np.eye(3), (N_ROWS, 1, 1)), "ndd"), methods=_of_a_field),
    ],
    "GaussianMixtureField": [
        Call(**_mixture, methods=_of_a_field),
        Call(
            **{
                **_mixture,
                "covariances": Array([1.0, 2.0], "m", **_positive, but={"one axis fewer"}),
            },
            methods=_of_a_field,
        ),
    ],
    "GradientCheck": Call(**_rule),
    "KDERidge": [
        Call(bandwidth=Choice("loo", but={"a number"}), max_iter=Count(20, low=1), **_scms),
        Call(methods={"fit": {"weights": Array(np.ones(N_ROWS), "n", **_positive)}}),
    ],
    "LapProblem": Call(
        y=Array(_some, "n", among=(-1, 0, 1)),
        methods=dict.fromkeys(_ASKED_BY_SOLVERS),
    ),
    "LapRLSC": _estimator,
    "LapSVM": [
        _estimator,
        Call(
            n_neighbors=Count(3, low=1),
            methods={"fit": {**_classes, "W": Free(None), "y_val": Free(None)}},
        ),
    ],
    "LaplacianLS": [
        Call(
            n_neighbors=Count(3, low=1),
            nu=_nu,
            graph=Choice("knn"),
            methods={"fit": {**_classes, "W": Free(None)}},
        ),
        Call(n_neighbors=Count(3, low=1), nu=_nu, methods={"fit": _classes}),
    ],
    "MixedCheck": Call(make=lambda: None, methods={"__call__": None}),
    "ObjectiveCheck": Call(**_rule),
    "StabilityCheck": Call(**_rule),
    "ValidationCheck": Call(
        K_val=Array(_K[:4], "vn"), y_val=Array(SIGNS[:4], "v", among=(-1, 1)), **_rule
    ),
    "apply_power": Call(F=Array(SIGNS, "n", but={"one axis more"})),
    "check_interval": Call(n=Count(9, low=1)),
    "classify_point": Call(gradient=Array(X[0], "d"), hessian=Array(np.eye(3), "dd")),
    "curvilinear_coordinates": Call(tol=Number(1e-3, low=0), max_iter=Count(50, low=1)),
    "denoise_by_ridge": Call(
        y=Array(np.sin(np.arange(12.0)), "n", but={"one axis more"}),
        time=Array(np.arange(12.0), "n"),
        time_bandwidth=Number(1.0, **_positive),
        fixed_time=Flag(False),
        max_iter=Count(5, low=1),
    ),
    "exact_line_search": Call(**_ray),
    "laplacian_coefficients": Call(
        targets=Array(SIGNS, "n", but={"one axis more"}),
        labeled=Array(_some != 0, "n", among=(0, 1), but={"another entry"}),
        nu=_nu,
    ),
    "similarity_graph": [
        Call(kind=Choice("gaussian"), n_neighbors=Count(3, low=1)),
        Call(kind=Choice("local"), n_neighbors=Count(3, low=1, high=N_ROWS - 1)),
    ],
    "graph_laplacian": Call(n_neighbors=Count(3, low=1, high=N_ROWS - 1)),
    "knn_graph": Call(n_neighbors=Count(3, low=1, high=N_ROWS - 1)),
    "hastie_stuetzle": Call(span=Number(0.5, 0, 1, open_low=True)),
    "image_points": Call(image=_image),
    "nearest_on_segments": Call(segments=Array(X[:4].reshape(2, 2, 3), "s2d")),
    "newton_line_search": Call(**_ray),
    "newton_step": Call(
        problem=Object(_problem, dims="n"),
        errors=Array(_some != 0, "n", among=(0, 1)),
        L_K=Array(_L @ _K, "nn"),
    ),
    "pcg_steps": Call(step=Number(0.1, **_positive)),
    "polygonal_line": Call(
        penalty=Number(0.1, low=0),
        max_segments=Count(3, low=1),
        max_rounds=Count(2, low=1),
    ),
    "scms": Call(**_scms, normal=Array(np.eye(3)[:, 1:], "de")),
    "skeleton": Call(image=_image, max_iter=Count(5, low=1)),
    "smoothed_wigner_ville": Call(
        signal=Array(np.sin(np.arange(12.0)), "n"),
        time_width=Number(2.0, low=0),
        frequency_width=Number(1.0, low=0),
    ),
    "solve_dual": Call(tol=Number(1e-6, **_positive), reuse=Object(DeformedSteps(_problem))),
    "solve_newton": Call(reuse=Flag(False)),
    "solve_pcg": Call(stop=Object(StabilityCheck(_problem.labeled, 2))),
    "wigner_ville": Call(signal=Array(np.sin(np.arange(12.0)), "n")),
}
