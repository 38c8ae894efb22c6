"""van Seijen et al. (2011), section 3, Table 1 and Figure 4: updates at once and on return.

Settles of chapter jmlr12/29_best_match_rl: table1-just-in-time.

The Dyna maze with and without noise, values from 0 and from 20; a row holds 250 runs of both
methods in a column of the table.
"""

from ..dyna_runs import TABLE_1, paired_row

SIZES = {"default": {"blocks": 4}, "paper": {"blocks": 20}}


def cases(blocks):
    """One case for each column and 250 runs."""
    return [
        {"column": column, "runs": 250, "seed": seed}
        for column in TABLE_1
        for seed in range(blocks)
    ]


def run(case):
    """The row of a case."""
    return paired_row(case["column"], case["runs"], case["seed"])
