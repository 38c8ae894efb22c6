"""Valid calls of the linear reductions."""

import numpy as np

from valid_calls.kinds import Array, Call, Choice, Count, Number
from valid_calls.shared import N_COLUMNS, N_ROWS, X

_positive = {"low": 0, "open_low": True}
_codes = np.arange(N_ROWS) % 2
_labels = Array(_codes, "n", but={"one axis more", "fraction"})
_some = Array(np.where(np.arange(N_ROWS) < 8, _codes, -1), "n", but={"one axis more", "fraction"})
_near = {
    "similarity": Choice("local"),
    "n_neighbors": Count(3, low=1),
    "width": Number(1.0, **_positive),
}
_supervised = {"fit": {"y": _labels}}
_output = Array(X[:, 0] ** 2, "n", but={"one axis more"})
_lam = Number(0.1, **_positive)
_widths = {"h": Number(1.0, **_positive), "h_y": Number(1.0, **_positive), "lam": _lam}
_others = Array([0.1, 1.0], "t", but={"one axis fewer"}, **_positive)
_T = Array([[1.0, 0.0, 0.0]], "md")
_list = Array([0.5, 1.0], "s", but={"one axis fewer"}, **_positive)
_seen = Array(np.ones(X.shape, dtype=bool), "nd", bad=(np.zeros(X.shape, dtype=bool),))
_rank = Count(2, low=1, high=N_COLUMNS)

CALLS_LINEAR = {
    "LFDA": Call(**_near, ridge=Number(0.0, low=0), methods=_supervised),
    "LPP": Call(**_near),
    "PCA": Call(
        n_components=Count(2, low=1, high=N_COLUMNS),
        methods={"inverse_transform": {"X": Array(X[:, :2], "nm")}},
    ),
    "SELF": Call(
        **_near, beta=Number(0.5, 0, 1), total=Choice("covariance"), methods={"fit": {"y": _some}}
    ),
    "SemiLFDA": Call(
        **_near, beta=Number(0.5, 0, 1), total=Choice("scatter"), methods={"fit": {"y": _some}}
    ),
    "FisherProjection": Call(
        n_components=Count(1, low=1, high=1), ridge=Number(0.0, low=0), methods=_supervised
    ),
    "QMIReducer": Call(
        **_widths,
        step=Number(1.0, **_positive),
        n_restarts=Count(1, low=1),
        n_centers=Count(8, low=1),
        max_iter=Count(3, low=1),
        methods={"fit": {"y": _output}},
    ),
    "fill_by_svd": Call(mask=_seen, rank=_rank),
    "fisher_scatters": Call(y=_labels),
    "impute_by_factors": Call(mask=_seen, rank=_rank, n_restarts=Count(1, low=1)),
    "impute_trace_norm": Call(
        mask=_seen,
        lam=_lam,
        step=Number(0.5, 0, 1, open_low=True),
        start=Array(np.zeros_like(X), "nd"),
        max_iter=Count(5, low=1),
    ),
    "inscribed_ball_share": Call(
        d=Array(
            [1, 2, 9], "s", low=1, integer=True, but={"empty", "one axis more", "one axis fewer"}
        )
    ),
    "local_scatters": Call(y=_labels, **_near),
    "qmi_derivative": Call(y=_output, T=_T, **_widths),
    "qmi_held_out_errors": Call(
        y=_output, T=_T, widths=_list, lams=_others, folds=Count(2, low=2, high=N_ROWS)
    ),
}
