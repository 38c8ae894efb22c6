"""McAuley and Caetano (2011), sections 7.3 to 7.5: seconds of messages, paths and distances.

Settles of chapter jmlr12/07_max_product: random-potentials-time, fig21-shortest-paths, fig22-linf,
own-eight-at-once.

*chain*, *clique*, *paths*: seconds of each method at one N. *linf*: entries read by the distances
of N points in N dimensions, one seed a case. *crossing*: seconds of sorted and plain methods at one
N of a grid.
"""

from .. import timing

CHAIN = (64, 128, 256, 512, 1024, 2048)
CLIQUE = (32, 64, 128, 256, 512)
PATHS = (64, 128, 256, 512, 1024)
LINF = (16, 32, 64, 128, 256, 512)
CROSSING = tuple(range(16, 321, 16))
SIZES = {"default": {"runs": 5, "largest": 2048}, "paper": {"runs": 5, "largest": 2048}}


def cases(runs, largest):
    """One case for each size of each experiment."""
    made = []
    for kind, sizes in (("chain", CHAIN), ("clique", CLIQUE), ("paths", PATHS)):
        made += [{"experiment": kind, "n": n, "runs": runs} for n in sizes if n <= largest]
    made += [{"experiment": "linf", "n": n, "seed": s} for n in LINF if n <= largest
             for s in range(3)]  # fmt: skip
    made += [{"experiment": "crossing", "n": n, "runs": min(runs, 3)} for n in CROSSING
             if n <= largest]  # fmt: skip
    return made


def run(case):
    """The row of a case."""
    kind = case["experiment"]
    if kind == "linf":
        return timing.linf_counts(case["n"], case["seed"])
    measure = {
        "chain": timing.chain_times,
        "clique": timing.clique_times,
        "paths": timing.path_times,
        "crossing": timing.crossing_times,
    }[kind]
    return measure(case["n"], case["runs"])
