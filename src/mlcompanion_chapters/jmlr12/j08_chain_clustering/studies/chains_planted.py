"""Ukkonen (2011), Figures 1 and 2: planted groups among 2,000 chains, by items, groups and length.

Settles of chapter jmlr12/08_chain_clustering: fig1-length-and-start, fig2-rivals.

One case a cell and a draw: the three starts, and the rivals where Figure 2 is read.
"""

from ..recovery import STARTS, recovery

ITEMS = (10, 20, 50, 100)
GROUPS = (2, 6, 10)
LENGTHS = (3, 4, 5, 6, 7, 8, 9)
SIZES = {"default": {"repeats": 3}, "paper": {"repeats": 25}}


def cases(repeats):
    """One case for each draw and cell."""
    return [
        {"m": m, "k": k, "length": length, "seed": seed}
        for seed in range(repeats)
        for m in ITEMS
        for k in GROUPS
        for length in LENGTHS
    ]


def run(case):
    """Indices of one draw."""
    m, k, length = case["m"], case["k"], case["length"]
    rivals = ("ebc", "tmse") if m in (10, 100) and length <= 6 else ()
    data = {"n_samples": 2000, "n_items": m, "length": length, "n_clusters": k}
    return recovery(data, k, case["seed"], (*STARTS, *rivals))
