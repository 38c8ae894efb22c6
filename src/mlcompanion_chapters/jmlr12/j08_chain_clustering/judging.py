"""Errors of clusterings on the stand-ins, and of the same methods on shuffled copies.

Ukkonen (2011), sections 5.3 and 5.4: Figures 4 to 7.
"""

import numpy as np
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score

from mlcompanion.clustering.chains import (
    ChainKMeans,
    OrderKMeans,
    SwapPairs,
    agreement_graph,
    chain_error,
    hypersphere_map,
    mean_shift,
    order_error,
    pair_counts,
)
from mlcompanion.datasets import load_nci60

from .standins import gene_chains, stand_in

__all__ = ["STEPS", "data_errors", "errors_by_k", "map_errors", "null_errors", "shift_curve"]

#: Swaps to a copy: twice what our own Figure 6 needs to reach 95 % of its level; of the genes 2
#: million, at which it has reached more than eight tenths.
STEPS = {"sushi": 1_400_000, "mlens": 2_000_000, "dublin": 200_000, "msnbc": 600_000}
K = 6
#: The nine kinds of tissue, without repeated lines and the unknown one.
TISSUES = [
    "BREAST",
    "CNS",
    "COLON",
    "LEUKEMIA",
    "MELANOMA",
    "NSCLC",
    "OVARIAN",
    "PROSTATE",
    "RENAL",
]


def _shares(chains, labels):
    """Both errors of a clustering, as shares of those of one cluster."""
    alone = np.zeros(len(chains), dtype=int)
    return {
        "pairs": chain_error(chains, labels) / chain_error(chains, alone),
        "order": order_error(chains, labels) / order_error(chains, alone),
    }


def _rounded(**values):
    return {name: round(float(value), 6) for name, value in values.items()}


def errors_by_k(name, k, seed):
    """Errors of chain k-means and TMSE after one random start each, by both measures."""
    chains = stand_in(name)
    found = {}
    for method, model in (
        ("ours", ChainKMeans(k, init="random", n_init=1, random_state=seed)),
        ("tmse", OrderKMeans(k, n_init=1, random_state=seed)),
    ):
        shares = _shares(chains, model.fit(chains).labels_)
        found |= {f"{method}_{measure}": value for measure, value in shares.items()}
    return _rounded(**found)


def map_errors(name, k, seed):
    """Errors by pairs of ordinary k-means on the sphere and on the graphs, by scikit-learn.

    Its rounds on 5,000 rows of 5,000 numbers are products of matrices.
    """
    chains = stand_in(name)
    found = {}
    for init, points in (
        ("hypersphere", hypersphere_map(chains)),
        ("graph", agreement_graph(chains).astype(np.float32)),
    ):
        labels = KMeans(k, init="random", n_init=1, random_state=seed).fit(points).labels_
        found[init] = _shares(chains, labels)["pairs"]
    return _rounded(**found)


def _own_errors(chains, seed):
    """Each method's own error at K = 6 as a share of its error with one cluster, and labels."""
    alone = np.zeros(len(chains), dtype=int)
    ours = ChainKMeans(K, init="random", n_init=1, random_state=seed).fit(chains)
    tmse = OrderKMeans(K, n_init=1, random_state=seed).fit(chains)
    shares = {
        "ours": ours.inertia_ / chain_error(chains, alone),
        "tmse": tmse.inertia_ / order_error(chains, alone),
    }
    return shares, {"ours": ours.labels_, "tmse": tmse.labels_}


def data_errors(name, seed):
    """Own errors on the data after one random start; of genes, agreement with the tissues."""
    shares, labels = _own_errors(stand_in(name), seed)
    if name == "mlens":
        tissue = load_nci60().target[gene_chains()[1]]
        known = np.isin(tissue, TISSUES)
        shares |= {
            f"{method}_ari": adjusted_rand_score(tissue[known], found[known])
            for method, found in labels.items()
        }
    return _rounded(**shares)


def null_errors(name, block, copies):
    """Own errors on shuffled copies; all blocks walk from one place, drawn for the set."""
    hub = SwapPairs(stand_in(name), random_state=99).run(STEPS[name]).chains
    rows = []
    for copy in range(block * copies, (block + 1) * copies):
        walk = SwapPairs(hub, random_state=100 + copy).run(STEPS[name])
        rows.append(_rounded(**_own_errors(walk.chains, copy)[0]))
    return rows


def shift_curve(name, swaps, every):
    """Distance to the data along a walk, and whether all pair counts were kept at its end."""
    chains = stand_in(name)
    walk = SwapPairs(chains, random_state=0)
    rows = []
    for _ in range(swaps // every):
        shift = mean_shift(chains, walk.run(every).chains)
        rows.append({"steps": walk.n_steps, "shift": round(shift, 5)})
    kept = np.array_equal(pair_counts(walk.chains), pair_counts(chains))
    return [{**row, "kept": int(kept)} for row in rows]
