"""Arguments and calls of the clustering room."""

import numpy as np

from mlcompanion.clustering import make_experts, run_experts
from valid_calls import clustering_chains
from valid_calls.kinds import Array, Call, Choice, Count, Kind, Number, Object
from valid_calls.shared import X

_experts = make_experts(["lloyd", "online"], 2)
_trace = run_experts(X, _experts, window=4, random_state=0)
_N_STEPS = len(_trace.steps)
_positive = {"low": 0, "open_low": True}
_names = Kind(["lloyd", "online"], bad=([], ["no such expert"], "lloyd", 3.5))

_T = np.zeros((len(X), len(X)))
_T[0, 1] = _T[1, 0] = 1
_T[2, 5] = _T[5, 2] = -1
_links = Array(_T, "nn", among=(-1, 0, 1), integer=True)
_restarts = {"n_clusters": Count(2, low=1), "n_init": Count(2, low=1)}

SHARED = {
    "n_clusters": Count(2, low=1),
    "centers": Array(X[:4], "kd"),
    "radius": Number(5.0, **_positive),
    "window": Count(4, low=1),
    "every": Count(3, low=1),
    "multiplier": Number(3.0, **_positive),
    **clustering_chains.SHARED,
}

CALLS = {
    **clustering_chains.CALLS,
    "Expert": Call(make=lambda: _experts[0], methods={"cluster": None}),
    "KMeans": Call(
        n_clusters=Count(2, low=1, high=len(X)),
        init=Choice("random"),
        n_init=Count(2, low=1),
        max_iter=Count(50, low=1),
    ),
    "SpectralClustering": Call(
        n_clusters=Count(2, low=1, high=len(X)),
        n_neighbors=Count(3, low=1, high=len(X) - 1),
        graph=Choice("knn"),
        width=Number(1.0, **_positive),
        n_init=Count(2, low=1),
    ),
    "ExpertTrace": Call(
        make=lambda: _trace, methods={"only": {"experts": Array([1, 0], "e", low=0, high=1)}}
    ),
    "OnlineClusteringWithExperts": Call(
        experts=_names,
        variant=Choice("fixed_share"),
        alpha=Number(0.01, 0, 1),
        alphas=Array([0.01, 0.1], "a", low=0, high=1),
    ),
    "clustering_loss": Call(
        x=Array(X[0], "d", but={"one axis more"}), centers=Array(X[1], "d", but={"one axis more"})
    ),
    "gram_factor": Call(K=Array(X @ X.T, "nn")),
    "kernel_kmeans": [
        Call(K=Array(X @ X.T, "nn"), **_restarts),
        Call(
            K=Array(X @ X.T, "nn"),
            **_restarts,
            init=Array(np.arange(len(X)) % 2, "n", low=0, integer=True, but={"one axis more"}),
        ),
    ],
    "kmeans_exhaustive": Call(n_clusters=Count(2, low=1, high=len(X))),
    "kmeans_restarts": Call(**_restarts),
    "paired_kmeans": Call(
        n_clusters=Count(2, low=1, high=len(X)), T=_links, n_init=Count(2, low=1)
    ),
    "frozen_expert": Call(name=Object("mine", but={"text"})),
    "kmeans_1d_exact": Call(x=Array(X[:, 0], "n")),
    "local_search": Call(
        init=Array(X[:2], "kd"),
        n_tries=Count(3),
        gain=Number(1e-6, 0, 1, open_low=True, open_high=True),
    ),
    "select_neighbors": Call(
        n_clusters=Count(2, low=1, high=len(X)),
        n_neighbors=Array([2, 4], "k", low=1, integer=True, high=len(X) - 1),
        sigma=Array([0.5, 1.0], "s", **_positive, but={"one axis fewer"}),
        lam=Array([0.001, 0.01], "l", **_positive, but={"one axis fewer"}),
        folds=Count(2, low=2, high=len(X)),
    ),
    "lloyd": Call(init=Array(X[:2], "kd")),
    "make_experts": Call(names=_names),
    "mixed_centers": Call(
        weights=Array(np.full((_N_STEPS, 2), 0.5), "te", low=0),
        nearest=Array(_trace.nearest, "ted"),
    ),
    "progressive_costs": Call(
        trace=Object(_trace, dims="nd"),
        weights=Kind(
            [np.full((_N_STEPS, 2), 0.5)], bad=([np.full((_N_STEPS, 3), 0.5)], "text", 3.5)
        ),
    ),
    "run_experts": Call(experts=Kind(_experts, bad=([], ["lloyd"], 3.5)), start=Count(1, low=1)),
}
