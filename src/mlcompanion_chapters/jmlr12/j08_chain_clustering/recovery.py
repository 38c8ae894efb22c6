"""Planted groups found again: agreement of three starts and two rivals with the truth.

Ukkonen (2011), section 5.2: Figures 1 to 3 and Table 2.
"""

from sklearn.metrics import adjusted_rand_score

from mlcompanion.clustering.chains import ChainKMeans, OrderKMeans, initial_labels, make_chains

__all__ = ["ALL_METHODS", "STARTS", "recovery"]

#: Starts of chain k-means, by the source's names.
STARTS = {"rnd": "random", "gr": "graph", "hs": "hypersphere"}
RIVALS = ("ebc", "tmse")
ALL_METHODS = (*STARTS, *RIVALS)


def recovery(data, k, seed, methods=ALL_METHODS):
    """Adjusted Rand indices of one draw of planted chains.

    Parameters
    ----------
    data : dict
        Arguments of :func:`make_chains`.
    k : int
        Clusters to look for.
    seed : int
        Draws the data; the starts are drawn by another, 1000 + seed.
    methods : sequence of str
        Chain k-means after one start each (``rnd``, ``gr``, ``hs``), or a rival, the best of ten
        random starts by its own error (``ebc``, ``tmse``).

    Returns
    -------
    dict
        The index of each method; ``hs_alone`` and ``gr_alone``, that of the start itself.
    """
    made = make_chains(**data, random_state=seed)
    begin = 1000 + seed
    found = {}
    for name in methods:
        if name in RIVALS:
            model = OrderKMeans(k, center=name, random_state=begin)
        else:
            start = initial_labels(made.chains, k, STARTS[name], begin)
            model = ChainKMeans(k, init=start)
            if name != "rnd":
                found[f"{name}_alone"] = adjusted_rand_score(made.target, start)
        labels = model.fit(made.chains).labels_
        found[name] = adjusted_rand_score(made.target, labels)
    return {name: round(float(value), 5) for name, value in found.items()}
