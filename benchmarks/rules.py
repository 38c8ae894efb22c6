"""Frequent itemsets and rules against mlxtend, efficient-apriori and pyfim.

The same sets with the same counts are asked of all; rules with one item on the right and at least
one on the left. pyfim is Borgelt's C code, which R's arules wraps. The last race is Eclat against
itself: twice as many baskets are twice as many words of bits.
"""

import numpy as np

from _race import duel, least, peer, row
from mlcompanion.datasets import make_baskets
from mlcompanion.rules import Transactions, apriori, association_rules, eclat, least_count

mlxtend = peer("mlxtend")
pandas = peer("pandas")
efficient = peer("efficient_apriori", "efficient-apriori")
fim = peer("fim", "pyfim")

TITLE = "Rules: frequent itemsets of baskets"
CHAPTER = "jmlr12/27_arules"

SIZES = (("the shop's size", 9835, 169), ("more goods", 9835, 1000), ("more baskets", 100_000, 169))


def same_sets(mine, theirs):
    """Equal sets with equal counts."""
    assert mine.counts() == theirs


def lists_of(table):
    """The baskets as tuples of names."""
    X = table.X.tocsr()
    return [
        tuple(table.items[j] for j in X.indices[a:b])
        for a, b in zip(X.indptr[:-1], X.indptr[1:], strict=True)
    ]


def of_mlxtend(mine, frame, support):
    """Its data frame as a dict."""
    found = mine(frame, min_support=support, use_colnames=True, max_len=10)
    counts = np.rint(found["support"].to_numpy() * len(frame)).astype(int).tolist()
    return dict(zip(map(frozenset, found["itemsets"]), counts, strict=True))


def of_efficient(baskets, support):
    """Its nested dict as one."""
    levels, _ = efficient.apriori(baskets, min_support=support, min_confidence=1.0, max_length=10)
    return {frozenset(s): c for level in levels.values() for s, c in level.items()}


def itemset_races():
    """All frequent sets at a support of one in a thousand."""
    for what, m, n in SIZES:
        table = Transactions(make_baskets(m, n, random_state=0).data)
        support = least_count(0.001, m) / m
        size = f"{what}: {m:,} × {n:,}, support .001"
        baskets = lists_of(table)
        ours = {
            "eclat": lambda t=table, s=support: eclat(t, s),
            "apriori": lambda t=table, s=support: apriori(t, s),
        }
        if mlxtend is not None and m < 50_000:
            from mlxtend.frequent_patterns import apriori as level_wise
            from mlxtend.frequent_patterns import fpgrowth

            frame = pandas.DataFrame(table.X.toarray(), columns=table.items)
            for name, theirs, mine in (
                ("apriori", level_wise, "apriori"),
                ("fpgrowth", fpgrowth, "apriori"),
                ("fpgrowth", fpgrowth, "eclat"),
            ):
                yield duel(
                    f"frequent itemsets, {mine}", size, ours[mine], f"mlxtend {name}",
                    lambda f=theirs, frame=frame, s=support: of_mlxtend(f, frame, s),
                    same=same_sets, repeats=3, note="equal sets and counts",
                )  # fmt: skip
        if efficient is not None and n < 500 and m < 50_000:
            yield duel(
                "frequent itemsets, apriori", size, ours["apriori"], "efficient-apriori",
                lambda b=baskets, s=support: of_efficient(b, s),
                same=same_sets, repeats=3, note="equal sets and counts; theirs with rules",
            )  # fmt: skip
        if fim is not None:
            count = least_count(0.001, m)
            yield duel(
                "frequent itemsets, eclat", size, ours["eclat"], "pyfim eclat",
                lambda b=baskets, c=count: {
                    frozenset(s): k for s, k in fim.eclat(b, target="s", supp=-c, zmax=10)
                },
                same=same_sets, repeats=3, note="equal sets and counts; theirs from lists of names",
                reason="theirs is C throughout; of ours the work on words takes an eighth where "
                "154 are a row, half where 1,563 are: the rest goes to some fifteen calls of NumPy "
                "a branch",
            )  # fmt: skip


def rule_races():
    """Rules of the frequent sets at a confidence of .2."""
    if mlxtend is None:
        return
    from mlxtend.frequent_patterns import association_rules as their_rules
    from mlxtend.frequent_patterns import fpgrowth

    table = Transactions(make_baskets(9835, 169, random_state=0).data)
    frame = pandas.DataFrame(table.X.toarray(), columns=table.items)
    support = 10 / 9835
    sets = eclat(table, support)
    theirs = fpgrowth(frame, min_support=support, use_colnames=True)

    def single(found):
        one = found[found["consequents"].map(len) == 1]
        return {
            (frozenset(x), *y): (round(s * 9835), round(g, 6))
            for x, y, s, g in zip(
                one["antecedents"], one["consequents"], one["support"], one["lift"], strict=True
            )
        }

    def same(mine, found):
        numbers = zip(
            mine.quality["count"].tolist(), mine.quality["lift"].round(6).tolist(), strict=True
        )
        pairs = {(frozenset(x), *y): v for (x, y), v in zip(mine.pairs(), numbers, strict=True)}
        want = single(found)
        assert pairs.keys() == want.keys()
        assert all(abs(pairs[k][1] - want[k][1]) < 2e-6 and pairs[k][0] == want[k][0] for k in want)

    yield duel(
        "rules, confidence .2", f"{len(sets):,} sets",
        lambda: association_rules(sets, 0.2, min_len=2),
        "mlxtend", lambda: their_rules(theirs, metric="confidence", min_threshold=0.2 - 1e-9),
        same=same, repeats=3,
        note="equal rules with one item on the right, theirs has others too; its shares are "
        "rounded, so that its threshold stands 1e-9 lower",
    )  # fmt: skip


def slope_in_words():
    """Time of Eclat at a fixed set of branches, as the rows of bits get longer."""
    rng = np.random.default_rng(0)
    seconds = []
    words = []
    for m in (2**17, 2**18, 2**19, 2**20):
        table = Transactions(rng.random((m, 20)) < 0.3)
        words.append(m // 64)
        seconds.append(least(lambda t=table: eclat(t, 0.02), repeats=3)[0])
    slope = float(np.polyfit(np.log(words), np.log(seconds), 1)[0])
    yield row(
        "Eclat by words of bits", f"20 items, {words[-1]:,} words", seconds[-1],
        f"Eclat, {words[0]:,} words", seconds[0],
        f"slope {slope:.2f} from {words[0]:,} to {words[-1]:,} words: 1 is linear",
        "the same work on rows eight times as long",
    )  # fmt: skip


def rows():
    """All races whose peers are there."""
    yield from itemset_races()
    yield from rule_races()
    yield from slope_in_words()
