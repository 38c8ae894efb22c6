"""Hahsler et al. (2011): large tables mined, halved and classified.

Settles of chapter jmlr12/27_arules: very-large-result-sets, lift-at-the-edge,
rules-that-classify.

Rules of ten generated tables and of the words of Reuters stories; folds of four labelled sets.
"""

from .. import tables

SIZES = {"default": {"seeds": 10, "folds": 10}, "paper": {"seeds": 10, "folds": 10}}
#: Stories that hold all words of a set, and words of a set, at most: else there are billions.
STORIES = 8
WORDS = 3


def cases(seeds, folds):
    """The tables, the thresholds and the folds."""
    return [
        *({"check": "edge", "table": seed} for seed in range(seeds)),
        {"check": "edge", "table": "words"},
        *({"check": "share", "table": 0, "least": least} for least in (99, 30, 10)),
        {"check": "share", "table": "words", "least": STORIES},
        *({"check": "classes", "data": d, "fold": k} for d in tables.SETS for k in range(folds)),
    ]


def run(case):
    """The numbers of one case."""
    if case["check"] == "classes":
        return tables.classified(case["data"], case["fold"])
    words = case["table"] == "words"
    table = tables.story_words() if words else tables.pattern_baskets(case["table"])
    max_len = WORDS if words else 10
    if case["check"] == "share":
        return tables.of_interest(table, case["least"], max_len=max_len)
    least = STORIES if words else 10
    return tables.edge_and_shrinkage(table, least, 0 if words else case["table"], max_len)
