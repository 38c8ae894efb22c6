"""Chen (2013), sections 9.5.3 and 9.5.4: words that topics share, and groups of genes.

Settles of chapter chen/09_sparse_lsa: tables9495-topics, gene-groups.

*words*: Reuters in ten random orders against LDA with ten seeds, ten topics each. *genes*: NCI60
for the source's breast cancer set, groups made by correlation, one run.
"""

from ..meanings import gene_groups, lda_words, shared_words, topic_words

SIZES = {"default": {"repeats": 10}, "paper": {"repeats": 10}}


def cases(repeats):
    """One case for each order and seed, and the genes."""
    made = [{"experiment": "words", "seed": seed} for seed in range(1, repeats + 1)]
    return [*made, {"experiment": "genes"}]


def run(case):
    """The row of a case."""
    if case["experiment"] == "genes":
        return gene_groups()
    lists, least, lam = topic_words(case["seed"])
    return {"nn": shared_words(lists), "least": least, "lam": lam,
            "lda": shared_words(lda_words(case["seed"]))}  # fmt: skip
