"""Arguments and calls of paths of graphical lassos, and of graphs that change with covariates."""

import numpy as np

from mlcompanion.graphical.partitions import cell_sums
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Number, Object, Seed

INTERNAL = {
    "ConditionalGraph": "a base: its estimators are tried",
    "constant_column": "an error",
    "gaussian_loss": "a compiled loop",
    "lasso_precisions": "a compiled loop",
    "log_determinant": "a compiled loop",
    "path_precisions": "an engine behind the leaves",
    "refit_graphs": "a compiled loop",
    "refit_in_place": "a compiled loop",
    "refit_sweep": "a compiled loop",
    "row_precision": "a compiled loop",
    "walk_path": "a compiled loop",
}

_rng = np.random.default_rng(66)
_X = _rng.random((40, 2))
_Y = _rng.normal(size=(40, 3)) @ np.array([[1, 0.5, 0], [0, 1, 0.5], [0, 0, 1]])
_S = np.cov(_Y.T, bias=True)
_places = np.arange(4)
#: One sweep of rows is not enough here.
_dense = 0.5 ** np.abs(np.subtract.outer(_places, _places)) + 0.1 * np.cos(
    np.add.outer(_places, _places)
)
_cov = Array(_S, "pp", bad=(np.triu(_S),))
_graph = Array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], "pp")
_stack = Array(_graph.value, "pp", but=("one axis more",))
_positive = {"low": 0, "open_low": True}
_sums = Object(cell_sums(_Y))
_data = {
    "X": Array(_X, "nd"),
    "y": Array(_Y, "np", but=("one axis fewer",)),
    "X_val": Array(_X[::-1], "md"),
    "y_val": Array(_Y[::-1], "mp"),
}
_at = {"X": Array(_X, "kd")}
_methods = {
    "fit": _data,
    "predict": _at,
    "predict_precision": _at,
    "predict_graph": _at,
    "score": {"X": Array(_X, "kd"), "y": Array(_Y, "kp")},
    "risk": {"X": Array(_X, "kd"), "y": Array(_Y, "kp")},
}

CALLS = {
    "graphical_lasso_path": Call(
        S=Array(_dense @ _dense / 4, "pp", bad=(np.triu(_dense),)),
        lams=Array([0.2, 0.05], "m", **_positive, but=("a number",)),
        ratio=Number(0.1, 0, 1, open_low=True),
        tol=Number(1e-6, **_positive),
        max_iter=Count(100, low=1),
    ),
    "refit_precision": Call(
        S=_cov, adjacency=_graph, tol=Number(1e-8, **_positive), max_iter=Count(100, low=1)
    ),
    "edge_scores": Call(found=_stack, true=_stack),
    "GaussianLeafModel": Call(
        choose=Choice("heldout"),
        loss=Choice("heldout"),
        n_lams=Count(5, low=1),
        ratio=Number(0.1, 0, 1, open_low=True),
        judge=Choice("refit"),
        penalize_diagonal=Flag(True),
        methods={"__call__": {"train": _sums, "held_out": _sums}},
    ),
    "GoCART": Call(
        criterion=Choice("heldout"),
        search=Choice("greedy"),
        max_level=Count(1, high=40),
        min_leaf=Count(5, low=1),
        n_lams=Count(4, low=1),
        judge=Choice("refit"),
        gamma=Number(0.1, low=0),
        min_gain=Number(0.0),
        bounds=Object((0, 1), bad=((1, 0), (0, 1, 2))),
        validation_fraction=Number(0.5, 0, 1, open_low=True, open_high=True),
        random_state=Seed(0),
        methods={**_methods, "apply": _at},
    ),
    "KernelGraph": Call(
        bandwidth=Number(0.2, **_positive),
        lam=Number(0.1, **_positive),
        judge=Choice("refit"),
        n_bandwidths=Count(2, low=1),
        n_lams=Count(3, low=1),
        n_judged=Count(3, low=1),
        validation_fraction=Number(0.5, 0, 1, open_low=True, open_high=True),
        random_state=Seed(0),
        methods=_methods,
    ),
    "ParametricGraph": Call(
        lam_x=Number(0.01, **_positive),
        n_lams=Count(4, low=1),
        judge=Choice("refit"),
        validation_fraction=Number(0.5, 0, 1, open_low=True, open_high=True),
        random_state=Seed(0),
        methods=_methods,
    ),
    "tree_penalty": Call(
        n_leaves=Count(3, low=1),
        d=Count(2, low=1),
        n=Count(50, low=1),
        p=Count(3, low=1),
        gamma=Number(0.1, low=0),
    ),
    "local_moments": Call(
        X=Array(_X, "nd"),
        Y=Array(_Y, "np"),
        query=Array([0.5, 0.5], "d"),
        bandwidth=Number(0.2, **_positive),
    ),
    "normal_risk": Call(precision=_cov, covariance=_cov, shift=Array([1.0, 0, 0], "p")),
    "determinant_gap": Call(first=_cov, second=_cov),
    "merged_excess": Call(
        shares=Array([0.2, 0.3], "m", **_positive),
        means=Array([[0.0, 1, 2], [1, 0, 0]], "mp"),
        covariances=Array([_S, 2 * _S], "mpp"),
    ),
    "mean_gap_bound": Call(
        c1=Number(1.0, low=0), c2=Number(0.5, 0, 1), c3=Number(4.0, low=0), printed=Flag(False)
    ),
    "excess_risk_bound": Call(
        n_leaves=Count(3, low=1),
        n=Count(50, low=1),
        d=Count(2, low=1),
        p=Count(3, low=1),
        delta=Number(0.1, 0, 0.25, open_low=True, open_high=True),
        constant=Number(3.0, low=0),
        norm=Number(2.0, low=0),
    ),
}
