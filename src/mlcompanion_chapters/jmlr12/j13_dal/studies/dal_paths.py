"""Tomioka, Suzuki and Sugiyama (2011), section 7.3: warm-started paths of twenty penalties.

Settles of chapter jmlr12/13_dal: table4-times and table4-accuracy, on substitutes of four data
sets. ``m`` counts all samples, two thirds of which are learnt from; for "gene" ``n`` counts the
genes whose products of degree three are the columns. SpaRSA, the slowest rival of the source, runs
on two splits. Times are processor seconds on one thread; run it with one worker on a quiet machine.
"""

from ..dal_benchmarks import benchmark_paths

SIZES = {
    "default": {
        "shapes": (
            ("arcene", 100, 3000),
            ("dorothea", 150, 6000),
            ("madelon", 900, 180),
            ("gene", 52, 25),
        )
    },
    "paper": {
        "shapes": (
            ("arcene", 200, 10000),
            ("dorothea", 1150, 100000),
            ("madelon", 2600, 500),
            ("gene", 52, 70),
        )
    },
}


def cases(shapes):
    """Ten splits of every stand-in."""
    return [
        {"set": name, "m": m, "n": n, "split": split}
        for name, m, n in shapes
        for split in range(10)
    ]


def run(case):
    """The row of a split."""
    return benchmark_paths(case["set"], case["m"], case["n"], case["split"], case["split"] < 2)
