"""Chen (2013), section 9.5.2, Table 9.3: time, storage and density of projections.

Settles of chapter chen/09_sparse_lsa: table93-efficiency (with the accuracies of
sparse_lsa_accuracy).

Titles at the Tate with 100 topics and Reuters with 300; five draws of up to 1,000 documents. Times
are processor seconds on one thread; run it with one worker.
"""

from ..costs import projection_costs

RUNS = (("titles", 100), ("stories", 300))
SIZES = {"default": {"repeats": 5}, "paper": {"repeats": 5}}


def cases(repeats):
    """One case for each collection: its matrices are fitted once."""
    return [{"corpus": corpus, "D": D, "draws": repeats} for corpus, D in RUNS]


def run(case):
    """A row a draw and method."""
    return projection_costs(case["corpus"], case["D"], case["draws"])
