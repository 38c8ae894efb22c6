"""Choromanska (2014), Table 4.2 and the paragraph after it: digits, letters, generated news.

Settles of chapter choromanska/04_multiclass_trees: table42-mnist, table42-rcv1, guesses-on-letter.

One case a set and a split; the news are drawn anew for each.
"""

from ..real_streams import SETS, set_row

SIZES = {"default": {"seeds": 10}, "paper": {"seeds": 10}}


def cases(seeds):
    """Every set with every seed."""
    return [{"data": name, "seed": seed} for name in SETS for seed in range(seeds)]


def run(case):
    """Errors of both trees on one split."""
    return set_row(case["data"], case["seed"])
