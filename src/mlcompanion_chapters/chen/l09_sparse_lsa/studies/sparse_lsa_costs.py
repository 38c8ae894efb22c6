"""Chen (2013), section 9.5.2, Table 9.3: time, storage and density of projections.

Settles of chapter chen/09_sparse_lsa: table93-efficiency (with the accuracies of
sparse_lsa_accuracy).

Titles at the Tate with 100 topics and Reuters with 100 and 300; up to 1,000 documents drawn at
random. Times are processor seconds on one thread; run it with one worker.
"""

from ..costs import projection_costs

RUNS = (("titles", 100), ("stories", 100), ("stories", 300))
SIZES = {"default": {"repeats": 5}, "paper": {"repeats": 5}}


def cases(repeats):
    """One case for each collection, number of topics and draw of documents."""
    return [
        {"corpus": corpus, "D": D, "seed": seed} for corpus, D in RUNS for seed in range(repeats)
    ]


def run(case):
    """A row a method."""
    return projection_costs(case["corpus"], case["D"], case["seed"])
