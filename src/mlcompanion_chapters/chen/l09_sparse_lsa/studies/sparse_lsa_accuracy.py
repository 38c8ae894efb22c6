"""Chen (2013), section 9.5.1: accuracy against the number of topics, and of nonzero entries.

Settles of chapter chen/09_sparse_lsa: fig92-dimension, fig93-effective-dimension, own-spambase.

*dimension*: titles at the Tate, penalty 0.05, a row a split. *effective*: the penalty falls from
0.1 to 0.01 with the most topics, beside methods whose matrix is full; *mails* the same on spambase.
"""

from ..accuracy import split_rows

TOPICS = (10, 50, 100)
FEW = (1, 2, 5, 10)
PENALTIES = (0.1, 0.05, 0.03, 0.01)
MAIL_PENALTIES = (0.5, 0.3, 0.2, 0.1)
FULL = ("lsa", "lsa-singular", "coding", "lda")
SPARSE = ("sparse", "nonnegative")
SIZES = {
    "default": {"splits": 4, "few_splits": 2, "mail_splits": 5},
    "paper": {"splits": 10, "few_splits": 10, "mail_splits": 10},
}


def cases(splits, few_splits, mail_splits):
    """One case for each experiment, method and number of topics or penalty."""
    made = []
    for method in (*SPARSE, *FULL):
        made += [_case("dimension", "titles", method, D, 0.05, splits) for D in TOPICS]
    for corpus, most, many in (("titles", max(TOPICS), few_splits), ("mails", 40, mail_splits)):
        lams = PENALTIES if corpus == "titles" else MAIL_PENALTIES
        methods = SPARSE if corpus == "titles" else ("sparse",)
        for method in methods:
            made += [_case("effective", corpus, method, most, lam, many) for lam in lams]
        full = ("lsa", "coding", "lda") if corpus == "titles" else ("lsa",)
        for method in full:
            made += [_case("effective", corpus, method, D, 0.05, many) for D in FEW]
    return made


def _case(experiment, corpus, method, D, lam, splits):
    return {"experiment": experiment, "corpus": corpus, "method": method, "D": D, "lam": lam,
            "splits": splits}  # fmt: skip


def run(case):
    """The rows of a case, a split each."""
    return split_rows(case["corpus"], case["method"], case["D"], case["lam"], case["splits"])
