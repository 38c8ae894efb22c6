"""Chen (2013), Table 9.2 and section 9.2.3: density of A, starts, and the stopping rule.

Settles of chapter chen/09_sparse_lsa: table92-density, erratum-table92-cell, own-starts,
own-stopping.

*density*: the source's start, titles at the Tate and Reuters. *cell*: random orders of
Reuters and draws of Zipf's law. *start*: ten orders of Reuters from the suggested start, five
draws from others. *stop*: the suggested start with a thousand times smaller tolerance.
"""

from ..fits import fit_row

PENALTY = 0.05
SIZES = {
    "default": {"orders": 1, "repeats": 10, "long": 2, "topics": (10, 50)},
    "paper": {"orders": 5, "repeats": 10, "long": 10, "topics": (10, 50, 100)},
}
STARTS = ("identity", "documents", "random", "svd")


def cases(orders, repeats, long, topics):
    """One case for each fit."""
    made = []
    for corpus in ("titles", "stories"):
        made += [
            {"experiment": "density", "corpus": corpus, "D": D, "nonnegative": nonnegative}
            for D in (10, 50, 100)
            for nonnegative in (False, True)
        ]
    made += [
        {"experiment": "cell", "corpus": corpus, "D": D, "nonnegative": nonnegative, "order": k}
        for corpus in ("stories", "zipf")
        for D, nonnegative in ((50, True), (100, True), (100, False))
        for k in range(1, orders + 1)
    ]
    for D in topics:
        for init in STARTS:
            # the singular vectors do not depend on the order
            draws = {"svd": 1, "identity": repeats}.get(init, repeats // 2)
            made += [
                {"experiment": "start", "corpus": "stories", "D": D, "init": init, "order": k}
                for k in range(1, draws + 1)
            ]
        made += [
            {"experiment": "stop", "corpus": "stories", "D": D, "tol": 1e-5, "order": k}
            for k in range(1, long + 1)
        ]
    return made


def run(case):
    """The row of a fit."""
    asked = {name: value for name, value in case.items() if name != "experiment"}
    return fit_row(lam=PENALTY, **asked)
