"""Sugiyama (2016), section 37.4: ours, the number of neighbours by the longest unchanged run.

Settles of chapter sugiyama/37_clustering: longest-plateau.

A row a draw of the spirals: the longest run of neighbour counts with the same clusters.
"""

from ..plateau import plateau_run

SIZES = {"default": {"repeats": 20}, "paper": {"repeats": 20}}


def cases(repeats):
    """One case for each draw; the seeds begin where no earlier experiment was."""
    return [{"seed": 100 + seed} for seed in range(repeats)]


def run(case):
    """The row of a case."""
    return plateau_run(case["seed"])
