"""Hahsler et al. (2011): miners against the definitions, on small random databases.

Settles of chapter jmlr12/27_arules: apriori-eclat-agree, frequent-sequences.

A row a database: of baskets, or of customers with dated baskets.
"""

from .. import agreement

SIZES = {"default": {"databases": 60, "histories": 30}, "paper": {"databases": 60, "histories": 30}}


def cases(databases, histories):
    """One case for each database."""
    return [
        *({"check": "sets", "seed": seed} for seed in range(databases)),
        *({"check": "sequences", "seed": seed} for seed in range(histories)),
    ]


def run(case):
    """The numbers of one database."""
    if case["check"] == "sets":
        return agreement.sets_agree(case["seed"])
    return agreement.sequences_agree(case["seed"])
