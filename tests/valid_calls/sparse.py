"""Arguments and calls of the room of sparse estimation."""

import numpy as np

from mlcompanion.optimize import DataFit, Quadratic
from mlcompanion.prox import L1, GraphPenalty, GroupPenalty, RowNorm, TreeGroups, TreeNorm
from mlcompanion.sparse import StructuredProblem
from mlcompanion.sparse.cca import BallProblem, GroupSparseCCA
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Free, Number, Object
from valid_calls.shared import N_ROWS, X
from valid_calls.sparse_stochastic import STOCHASTIC

_positive = {"low": 0, "open_low": True}
_y = X @ [1.0, -2.0, 0.5] + 0.1 * np.cos(np.arange(N_ROWS))
_v = np.array([0.8, -0.6, 0.3])
_penalty = GroupPenalty([[0, 1], [1, 2]], 0.5, n_features=3)
_problem = StructuredProblem(X, _y, _penalty, 0.5)
_tree = TreeGroups([-1, 0, 0])
_quadtree = TreeGroups.quadtree(4, 1)
_image = np.random.default_rng(3).normal(size=(4, 4))

SHARED = {
    "A": Array(X, "nd"),
    "Phi": Array(X, "nd"),
    "w": Array(_v, "d"),
    "start": Array(_v, "d"),
    "F": Array(np.eye(3)[:2], "rd"),
    "lams": Array([0.5, 1.0], "l", **_positive),
    "groups": Array([0, 0, 1], "d", low=0, integer=True),
    "edges": Array(
        [[0, 1], [1, 2]],
        "e2",
        low=0,
        high=2,
        integer=True,
        but={"empty", "no columns"},
        bad=[[[0, 0], [1, 2]]],
    ),
    "r": Array([1.0, -0.5], "e"),
    "tau": Object(None),
    "problem": Object(_problem, dims="d"),
    "fit": Object(DataFit(X, _y)),
    "quadratic": Object(Quadratic.from_least_squares(X, _y), dims="d"),
    "tree": Object(_tree, dims="d"),
    "norm": Choice("l2"),
    "penalty": Choice("l1"),
    "stop": Object(None),
    "lam": Number(0.5, **_positive),
    "eta": Number(0.5, low=0),
    "rho": Number(1.0, **_positive),
    "fuse": Number(0.5, low=0),
    "gamma": Number(0.5, low=0),
    "mu": Number(0.1, **_positive),
    "ratio": Number(0.01, 0, 1, open_low=True, open_high=True),
    "radius": Number(1.0, **_positive),
    "radius_x": Number(1.2, **_positive),
    "radius_y": Number(1.2, **_positive),
    "p": Number(1.0, **_positive),
    "threshold": Number(0.3, 0, 1),
    "smoothing": Number(1e-3, **_positive),
    "shrink": Number(10.0, 1, open_low=True),
    "sigma": Number(1.0, **_positive),
    "accuracy": Number(0.1, **_positive),
    "distance": Number(1.0, low=0),
    "gap": Number(0.1, low=0),
    "rule": Choice("step"),
    "wavelet": Choice("haar"),
    "n_lams": Count(3, low=1),
    "n_points": Count(9, low=9),
    "n_iter": Count(3, low=1),
    "n_sweeps": Count(2, low=1),
    "n_alternations": Count(1, low=1),
    "every": Count(3, low=1),
    "stages": Count(1, low=1),
    "check_every": Count(10, low=1),
    "levels": Count(1, low=1),
    "max_iter": Count(20, low=1),
    "n_edges": Count(2, high=3),
}

_labels = {"fit": {"y": Array(np.arange(N_ROWS) % 2, "n")}}
_outputs = np.column_stack([_y, -_y, X[:, 0]])
_asked_by_solvers = dict.fromkeys(("value", "value_and_gradient"))
_signals = {
    "X": Array(X, "sf"),
    "components": Array(np.eye(3) + 0.1, "cf"),
}
_task = Array(np.arange(N_ROWS) % 2, "n", low=0, integer=True)
_tasks = {name: {"task": _task} for name in ("fit", "predict", "score")}
_of_lam = {"lam": Number(0.5, low=0)}
_overlapping = Free([[0, 1], [1, 2]], bad=[[[0, -1]], [[0, 9]], [[0, 0.5]], [[]], [], 3.5, "ab"])
_bad_shapes = [4, "ab", (2, 2), (3,), (0, 3), (-1, -3), (1.5, 2)]
_coefficients = Array(_image, "ab", but={"one axis more", "one axis fewer"})
_shrink = Choice("tree_l2")

_second_view = Array(_outputs, "no")
_of_two_views = {
    "radius_x": Number(1.2, **_positive),
    "theta": Number(0.1, low=0),
    "tau": Number(1.0, **_positive),
    "n_init": Count(0),
    "tol": Number(1e-3, **_positive),
    "methods": {
        "fit": {"y": _second_view},
        "score": {"y": _second_view},
        "transform_second": {"y": _second_view},
    },
}
_searched = {"gap_tol": Number(1e-4, **_positive)}
_of_pairs = {
    "theta1": Number(0.1, low=0),
    "theta2": Number(0.1, low=0),
    "weights": Array([1.0, 0.5], "e", low=0),
}


def _without(kinds, *names):
    return {name: kind for name, kind in kinds.items() if name not in names}


_of_stream = {
    "lam": Number(0.05, low=0),
    "ridge": Number(0.1, low=0),
    "c": Number(0.1, low=0),
    "batch": Count(5, low=1),
    "n_iter": Count(10, low=1),
}

INTERNAL = {"ORDAMixin": "what ORDALasso and ORDALogistic share, which check"}

CALLS = {
    "ORDALasso": Call(**_of_stream, fit_intercept=Flag(False)),  # sparse X is not centred
    "ORDALogistic": Call(
        **_of_stream,
        methods={
            **_labels,
            "partial_fit": {**_labels["fit"], "classes": Free([0, 1], bad=[[0], [0, 1, 2], 3.5])},
        },
    ),
    **STOCHASTIC,
    "BallProblem": Call(
        beta=Array(_v, "d"),
        penalty=Object(_penalty, dims="d"),
        centre=Array(np.zeros(4), "r"),
        methods={
            "primal": {"v": Array(_v, "d")},
            "smoothed": {"v": Array(_v, "d")},
            "dual_point": {"v": Array(_v, "d")},
            "primal_point": {"alpha": Array(np.zeros(4), "r")},
            "dual": {"alpha": Array(np.zeros(4), "r")},
            "gradient_step": {"alpha": Array(np.zeros(4), "r"), "v": Array(_v, "d")},
        },
    ),
    "GroupPursuitCCA": Call(
        **_without(_of_two_views, "theta"),
        **_searched,
        **_of_pairs,
        power=Number(1.0, low=0),
        width=Number(1e-3, **_positive),
    ),
    "GroupSparseCCA": Call(
        **_of_two_views,
        **_searched,
        groups=_overlapping,
        weights=Array([1.0, 2.0], "g", low=0),
    ),
    "PursuitPenalty": Call(
        **_of_pairs,
        methods={
            "dual_point": {"w": Array(_v, "d", but={"one axis more"}), "mu": Number(0.1, low=0)},
            "prox_diameter": {"n_columns": Count(1, low=1)},
            "project": {"alpha": Array(np.zeros(5), "r")},
            "smoothed": {"w": Array(_v, "d", but={"one axis more"})},
            "subgradient": {"w": Array(_v, "d", but={"one axis more"})},
            "value": {"w": Array(_v, "d", but={"one axis more"})},
        },
    ),
    "SparseCCA": Call(**_without(_of_two_views, "theta", "tau")),
    "TreeSparseCCA": Call(**_of_two_views, tree=Object(_tree, dims=""), cut=Number(0.3, 0, 1)),
    "ball_subgradient": Call(
        beta=Array(_v, "d"),
        penalty=Object(_penalty, dims="d"),
        target=Number(1.0),
        eta=Number(0.1, **_positive),
    ),
    "correlation_tree": Call(
        Y=Array(_outputs, "no"), cut=Number(0.3, 0, 1), linkage_method=Choice("average")
    ),
    "equal_entries": Call(v=Array(_v, "d"), width=Number(1e-3, **_positive)),
    "excessive_gap": Call(
        beta=Array(_v, "d"),
        penalty=Object(_penalty, dims="d"),
        centre=Array(np.zeros(4), "r"),
    ),
    "excessive_gap_bound": Call(
        penalty=Object(_penalty),
        t=Array(
            [0, 1, 5], "t", low=0, integer=True, but={"one axis more", "one axis fewer", "empty"}
        ),
    ),
    "excessive_gap_iterations": Call(penalty=Object(_penalty), gap=Number(0.1, **_positive)),
    "excessive_gap_steps": Call(problem=Object(BallProblem(_v, _penalty))),
    "permutation_tune": Call(
        model=Object(GroupSparseCCA(n_init=0)),
        y=_second_view,
        settings=Free([{"theta": 0.1}, {"theta": 0.5}], bad=[[], 3.5, "ab"]),
        n_permutations=Count(2, low=2),
    ),
    "project_unit_ball": Call(v=Array(_v, "d", but={"empty"})),
    "restarted_excessive_gap": Call(
        beta=Array(_v, "d"),
        penalty=Object(_penalty, dims="d"),
        centre=Array(np.zeros(4), "r"),
        factor=Number(10.0, 1, open_low=True),
    ),
    "ConstrainedTraceNorm": Call(shape=Free((1, 3), bad=_bad_shapes)),
    "DALLogisticRegression": [
        Call(methods=_labels),
        Call(
            penalty=Choice("group"),
            groups=Array([0, 0, 1], "d", low=0, integer=True),
            methods=_labels,
        ),
    ],
    "DALRegressor": [
        Call(loss=Choice("squared")),
        Call(penalty=Choice("elasticnet"), loss=Choice("secant")),
        Call(
            penalty=Choice("group"),
            loss=Choice("squared"),
            groups=Array([0, 0, 1], "d", low=0, integer=True),
        ),
    ],
    "GraphFusedLasso": [Call(**_of_lam), Call(tau=Object(np.abs, dims=""), lam=Number(0.5, low=0))],
    "HuberLasso": Call(eta=Number(1.0, **_positive)),
    "GroupLasso": Call(**_of_lam, weights=Array([1.0, 2.0], "g", low=0)),
    "FusedLasso": Call(**_of_lam),
    "MaskedLeastSquares": Call(
        **_signals, mask=Array(X > 0, "sf", among=(0, 1)), methods=_asked_by_solvers
    ),
    "MultiTaskGraphFusedLasso": Call(**_of_lam, methods={"fit": {"Y": Array(_outputs, "no")}}),
    "MultitaskRowNorm": Call(methods=_tasks),
    "MultitaskTraceNorm": Call(methods=_tasks),
    "OverlappingGroupLasso": Call(
        **_of_lam, groups=_overlapping, weights=Array([1.0, 2.0], "g", low=0)
    ),
    "SmoothedFit": Call(penalty=Object(_penalty), methods=_asked_by_solvers),
    "group_gap": Call(alpha=Array(np.zeros(4), "r")),
    "LassoCV": Call(cv=Count(2, low=2, high=N_ROWS), rule=Choice("min")),
    "StructuredProblem": Call(
        y=Array(_y, "n", but={"one axis more"}, bad=[np.ones((N_ROWS, 0))]),
        X=Array(X, "nd"),
        penalty=Object(_penalty, dims="d"),
        lam=Array([0.5, 1.0, 1.0], "d", low=0, but={"one axis fewer"}),
        loss=Object(None),
        methods={
            "gap": {"alpha": Array(np.zeros(4), "r"), "mu": Number(0.1, low=0)},
            "gap_of_slopes": {"shrink": Number(0.5, 0, 1)},
            "with_penalty": {
                "penalty": Object(GraphPenalty([[0, 1], [1, 2]]), bad=[GraphPenalty([[0, 1]])]),
                "lam": Number(0.1, low=0),
            },
        },
    ),
    "TaskLeastSquares": Call(
        task=_task,
        n_tasks=Count(2, low=1),
        methods={
            "value": {"Theta": Array(np.ones((3, 2)), "dt")},
            "value_and_gradient": {"Theta": Array(np.ones((3, 2)), "dt")},
            "gap": {"Theta": Array(np.ones((3, 2)), "dt"), "norm": Object(RowNorm(0.5))},
        },
    ),
    "TraceNormRegression": Call(**_of_lam, shape=Free((1, 3), bad=_bad_shapes)),
    "TreeDictionaryLearning": Call(
        **_of_lam,
        mu=Number(0.5, 0, 1),
        norm=Choice("linf"),
        init=Choice("signals"),
        tree=Object(_tree),
        methods={
            "fit": {"y": Free(None)},  # ignored, as scikit-learn has it
            "inverse_transform": {"codes": Array(np.ones((2, 3)), "qc")},
            "transform": {"X": Array(X, "qd"), "mask": Array(X > 0, "qd", among=(0, 1))},
            "inpaint": {"X": Array(X, "qd"), "mask": Array(X > 0, "qd", among=(0, 1))},
        },
    ),
    "TreeLasso": Call(**_of_lam),
    "TreeLogistic": Call(**_of_lam, methods=_labels),
    "admm_lasso": [
        Call(**_of_lam, groups=Free(None)),
        Call(**_of_lam, F=Free(None), groups=Array([0, 0, 1], "d", low=0, integer=True)),
    ],
    "best_subset": Call(n_features=Count(2, high=3)),
    "correlation_graph": Call(Y=Array(_outputs, "no")),
    "fobos": Call(c=Number(0.1, **_positive)),
    "forward_selection": Call(n_features=Count(2, high=3)),
    "inverse_wavelet2": Call(coefficients=Array(_image, "ss", bad=[_image[:3, :3]])),
    "largest_in_l1_l2_ball": Call(a=Array(_v, "d")),
    "lp_norm": Call(
        w=Array(_v, "d", but={"one axis more"}), p=Number(1.0, low=0, but={"infinity"})
    ),
    "lp_sphere": Call(n_points=Count(9, low=2)),
    "norm_gap": Call(norm=Object(L1(0.5))),
    "oracle_shrinkage": Call(
        noisy=_coefficients, truth=_coefficients, tree=Object(_quadtree), penalty=_shrink
    ),
    "psnr": Call(image=_coefficients, truth=_coefficients),
    "reweighted_least_squares": Call(penalty=Object(TreeNorm(_tree, 0.5), dims="d")),
    "shrink_wavelets": Call(
        **_of_lam, coefficients=_coefficients, tree=Object(_quadtree, dims="a"), penalty=_shrink
    ),
    "sparse_cca": Call(Y=Array(_outputs, "no"), start=Array(_v, "o")),
    "spg": [
        Call(accuracy=Free(None), gap=Free(None), mu=Number(0.1, **_positive)),
        Call(accuracy=Free(None)),
        Call(gap=Free(None)),
    ],
    "spg_path": Call(
        penalties=Free(
            [(_penalty, 0.5)], bad=[[], 3.5, [(3.5, 0.5)], [(_penalty, -1.0)], [_penalty]]
        )
    ),
    "structured_barrier": Call(tol=Number(1e-3, **_positive)),
    "touching_point": Call(
        center=Array([2.0, 1.0], "2"), H=Array(np.eye(2), "22", bad=[-np.eye(2), [[1, 1], [0, 1]]])
    ),
    "tree_codes": Call(
        **_signals,
        penalty=Object(TreeNorm(_tree, 0.5)),
        mask=Array(X > 0, "sf", among=(0, 1)),
        start=Array(np.zeros((3, N_ROWS)), "cs"),
    ),
    "truncated_sgd": Call(
        **_of_lam, steps=Free((0.1, 0.01), bad=[0.0, -1.0, np.nan, "ab", (1, 2, 3), (0.1, -1), ()])
    ),
    "universal_lambda": Call(i=Number(2), m=Count(16, low=1)),
    "update_atoms": Call(
        **_signals,
        codes=Array(np.ones((3, N_ROWS)), "cs"),
        mu=Number(0.5, 0, 1),
        positive=Flag(False),
    ),
    "wavelet2": Call(image=Array(_image, "ss", bad=[_image[:3, :3]])),
    "wavelet_tree_denoise": Call(**_of_lam, image=Array(_image, "ss"), penalty=_shrink),
}
