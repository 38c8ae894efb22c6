"""Chen (2013), Table 8.2 and Figure 8.1: six matrices on digits, MNIST and titles, a row a split.

Settles of chapter chen/08_sparse_preferences: table82-20ng, table82-mnist, fig81-curves,
erratum-diagonal, table83-words, order-digits, ties-cosine, classifier-rival.
"""

from ..protocol import STEPS
from ..table_rows import table_row

SIZES = {
    "default": {"seeds": 5, "steps": STEPS},
    "paper": {"seeds": 5, "steps": dict.fromkeys(STEPS, 100_000)},
}


def cases(seeds, steps):
    """One case for each data set and split."""
    return [
        {"data": data, "seed": seed, "steps": n}
        for data, n in steps.items()
        for seed in range(seeds)
    ]


def run(case):
    """The row of a split."""
    return table_row(case["data"], case["seed"], case["steps"])
