"""Sugiyama (2016), sections 37.3 and 37.4: what the estimate of information sees, draw by draw.

Settles of chapter sugiyama/37_clustering: qmi-ranks-labels, exact-value-is-blind,
information-rewards-density, kernels-at-own-points, watches-other-distances.

*labels*: spirals with true, k-means and shuffled labels. *borders*: two normals, a border through
the gap and borders through both. *dense*: the densest fifth of the spirals. *apart*: normals far
apart, kernels at own points and at all. *watch*: who stops before labels settle. *pieces*: share
of spirals whose graph is in one piece, with nine and with ten neighbours.
"""

from ..label_information import apart_shares, gap_and_cut, ranked_labels
from ..pieces import one_piece_shares
from ..rewards import rewarded_density
from ..spirals import stopping_runs

SIZES = {"default": {"repeats": 20}, "paper": {"repeats": 20}}
DRAWS = {
    "labels": ranked_labels,
    "borders": gap_and_cut,
    "dense": rewarded_density,
    "apart": apart_shares,
}


def cases(repeats):
    """One case for each experiment and seed; of short ones ten draws or five a case."""
    names = (*DRAWS, "watch", "pieces")
    return [{"experiment": name, "seed": seed} for name in names for seed in range(repeats)]


def run(case):
    """The row of a case."""
    kind, seed = case["experiment"], case["seed"]
    if kind == "watch":
        return stopping_runs(5, seed)
    if kind == "pieces":
        nine, ten = one_piece_shares(10, random_state=seed)
        return {"nine": float(nine), "ten": float(ten)}
    found = DRAWS[kind](1, random_state=seed)
    # of one draw: a list holds one number
    return {name: value[0] if isinstance(value, list) else value for name, value in found.items()}
