"""Kernels and embeddings from pairs."""

import numpy as np

from mlcompanion.kernel_methods.pairs import SimpleNPKL, closed_form_kernel, pairwise_constraints
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Free, Kind, Number, Seed

_rng = np.random.default_rng(6)
_y = np.arange(12) % 2
_X = _rng.normal(size=(12, 2)) + 2 * _y[:, None]
_sparse = pairwise_constraints(_y, 12, random_state=0)
_T = Array(_sparse.toarray(), "nn", among=(-1, 0, 1), integer=True)
_model = SimpleNPKL("linear", n_neighbors=3).fit(_X, T=_sparse)
_kernel = closed_form_kernel(_model.kernel_.dense())
_A = _rng.normal(size=(5, 5))
_positive = {"low": 0, "open_low": True}
_rows = Array([0, 1, 2], "m", low=0, high=11, integer=True)
_columns = Array([3, 4, 5], "m", low=0, high=11, integer=True)
_size = {"p": Number(2.0, low=1), "budget": Number(1.0, **_positive)}
_labels = Array(_y, "n", but={"text", "NaN", "infinity"})  # labels are of any kind
_embedding = {
    "n_components": Count(2, low=1),
    "n_neighbors": Count(3, low=1),
    "C": Number(1.0, **_positive),
    "budget": Number(1.0, **_positive),
    "max_iter": Count(5, low=1),
}
_maps = {"X": Array(_X, "nd")}
_fit_map = {"fit": {**_maps, "y": Free(None)}, "fit_transform": {**_maps, "y": Free(None)}}
_fit_colored = {**_maps, "y": Array(_y, "n", integer=True)}
_npkl = {
    "C": Number(0.5, **_positive),
    "n_neighbors": Count(3, low=1),
    "mutual": Flag(False),
    "rank": Count(3, low=1, but={"text"}),  # a word that is none of its words is refused as well
    "n_basis": Count(6, low=1, high=12),
    "max_iter": Count(5, low=1),
    "methods": {"fit": {"X": Array(_X, "nd"), "y": Free(None), "T": _T}},
}

INTERNAL = {
    "DualState": "a record",
    "KernelSize": "made by closed_form_kernel and the estimators from checked numbers",
    "SpectralDual": "made by pair_problem and the estimators from checked matrices",
    "ascend": "walks on a problem that pair_problem has checked",
    "pair_loss": "of a checked name and a checked weight",
}

CALLS = {
    "SpectralKernel": Call(
        make=lambda: _kernel,
        methods={
            "entries": {"rows": _rows, "columns": _columns},
            "squared_distances": {"rows": _rows, "columns": _columns},
        },
    ),
    "closed_form_kernel": [
        Call(
            A=Array(_A + _A.T, "nn"),
            **_size,
            penalty=Free(None),
            rank=Count(3, low=1),
            guess=Count(2, low=1),
        ),
        Call(
            A=Array(_A + _A.T, "nn"),
            p=Number(2.0, low=1, open_low=True),
            budget=Free(1.0),  # the penalty takes its place
            penalty=Number(1.0, **_positive),
            rank=Count(3, low=1),
            guess=Count(2, low=1),
        ),
    ],
    "positive_eigenpairs": Call(
        A=Array(_A + _A.T, "nn"), rank=Count(3, low=1), guess=Count(2, low=1)
    ),
    "pairs_matrix": Call(
        same=Array([[0, 1]], "pq", low=0, high=4, integer=True, but={"empty", "no columns"}),
        different=Array([[1, 2]], "rs", low=0, high=4, integer=True, but={"empty", "no columns"}),
        n_samples=Count(5, low=2),
    ),
    "pairs_of_labels": Call(y=_labels),
    "pairwise_constraints": [
        Call(
            y=_labels,
            n_pairs=Count(5, low=1, high=66),
            ratio=Free(None),
            wrong=Number(0.1, low=0, high=1),
            random_state=Seed(0),
        ),
        Call(
            y=_labels,
            n_pairs=Free(None),
            ratio=Number(0.7, low=2 / 12, high=1),
            wrong=Number(0.1, low=0, high=1),
            random_state=Seed(0),
        ),
    ],
    "select_active": Call(
        K=Array(_model.kernel_.dense(), "nn"), T=_T, share=Number(0.5, 0, 1, open_low=True)
    ),
    "rand_accuracy": Call(y=_labels, labels=_labels),
    "rank_bound": Call(m=Count(6, low=1)),
    "pair_problem": Call(
        L=Array(_model.laplacian_.toarray(), "nn"),
        T=_T,
        loss=Choice("hinge"),
        C=Number(0.5, **_positive),
        size=Free(None),
        rank=Free(None),
        basis=Free(None),
    ),
    "EntryPatterns": Call(
        T=_T, methods={"matrix": {"alpha": Array(np.ones(24), "a")}, "measured": None}
    ),
    "DistancePatterns": Call(
        rows=_rows,
        columns=_columns,
        n=Count(12, low=2),
        methods={"matrix": {"alpha": Array(np.ones(3), "m")}, "measured": None},
    ),
    "TripletPatterns": Call(
        triplets=Array([[0, 1, 2], [3, 4, 5]], "tq", low=0, high=11, integer=True, but={"empty"}),
        n=Count(12, low=2),
        methods={"matrix": {"alpha": Array(np.ones(2), "t")}, "measured": None},
    ),
    "SimpleNPKL": [
        Call(
            loss=Choice("linear"),
            **_size,
            **_npkl,
            penalty=Free(None),
            step=Kind("search", bad=("no such length", -1.0)),
        ),
        Call(
            loss=Choice("square_hinge"),
            p=Number(2.0, low=1, open_low=True),
            budget=Free(1.0),  # the penalty takes its place
            penalty=Number(1.0, **_positive),
            step=Number(0.1, **_positive, but={"text"}),  # words are tried above
            **_npkl,
        ),
    ],
    "ColoredMVU": Call(**_embedding, methods={"fit": _fit_colored, "fit_transform": _fit_colored}),
    "MinimumVolumeEmbedding": Call(**_embedding, max_rounds=Count(2, low=1), methods=_fit_map),
    "StructurePreservingEmbedding": Call(
        **_embedding,
        affinity=Choice("nearest_neighbors"),
        max_rounds=Count(2, low=1),
        methods=_fit_map,
    ),
}
