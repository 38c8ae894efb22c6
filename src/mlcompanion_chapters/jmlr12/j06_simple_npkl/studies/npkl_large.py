"""Zhuang, Tsang and Hoi (2011), sections 7.3 and 7.4, on telescope showers in place of Adult.

Settles of chapter jmlr12/06_simple_npkl: fig1-ten-steps, table7-adult and fig2-active-pairs. All
positive eigenvalues are kept. Seconds are the processor's on one thread; run it with one worker on
a quiet machine.

``experiment`` "sizes": Table 7 and Figure 1, with the printed numbers of points and of pairs (both
directions counted). "active": Figure 2, square hinge. Beside the printed C = 1, the linear loss
with a C by held-out pairs.
"""

from ..clusters import active_row, large_row

#: Points and pairs of a1a to a5a.
ADULT = ((1605, 4104), (2265, 5443), (3185, 7773), (4781, 12465), (6414, 16161))
SHARES = (0.2, 0.4, 0.5, 0.6, 0.8)
SIZES = {
    "default": {"repeats": 3, "max_iter": 40, "draws": 10, "shrink": 4},
    "paper": {"repeats": 20, "max_iter": 100, "draws": 20, "shrink": 1},
}


def cases(repeats, max_iter, draws, shrink):
    """Figure 2 first, then the sizes from the smallest on; all numbers over ``shrink``."""
    active = [{"experiment": "active", "n": 1605 // shrink, "seed": seed} for seed in range(draws)]
    return active + [
        {
            "experiment": "sizes",
            "n": n // shrink,
            "pairs": m // shrink,
            "max_iter": max_iter,
            "seed": seed,
        }
        for n, m in ADULT
        for seed in range(repeats)
    ]


def run(case):
    """The row of a case."""
    if case["experiment"] == "active":
        return active_row(case["n"], 0.6, SHARES, case["seed"])
    return large_row(case["n"], case["pairs"], case["seed"], case["max_iter"])
