"""Ukkonen (2011), Table 2, its hypothesis in Figure 2, and Figure 3.

Settles of chapter jmlr12/08_chain_clustering: table2-large-input, fig2-rivals,
fig3-wrong-number.

*large*: 20,000 chains over 100 items. *wrong*: 2,000 chains from six groups over 20 items, and k
from 2 to 10.
"""

from ..recovery import recovery

CELLS = ((2, 4), (6, 6))
SIZES = {"default": {"repeats": 25}, "paper": {"repeats": 25}}


def cases(repeats):
    """Draws, each with all its cells."""
    made = []
    for seed in range(repeats):
        made += [
            {"experiment": "large", "k": k, "length": length, "seed": seed} for k, length in CELLS
        ]
        made += [
            {"experiment": "wrong", "k": k, "length": length, "seed": seed}
            for length in (4, 5, 6)
            for k in range(2, 11)
        ]
    return made


def run(case):
    """Indices of one draw."""
    large = case["experiment"] == "large"
    data = {
        "n_samples": 20_000 if large else 2000,
        "n_items": 100 if large else 20,
        "length": case["length"],
        "n_clusters": case["k"] if large else 6,
    }
    return recovery(data, case["k"], case["seed"], ("hs", "ebc", "tmse"))
