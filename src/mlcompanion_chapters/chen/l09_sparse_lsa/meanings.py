"""What topics are made of: words shared by topics (9.5.3), and groups of genes (9.5.4)."""

import warnings
from itertools import combinations

import numpy as np
from scipy import sparse
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.text import top_words
from mlcompanion.text.topics import SparseLSA

from .corpora import expression, stories

__all__ = ["gene_groups", "groups_touched", "lda_words", "shared_words", "topic_words"]

#: Penalties from which the largest is taken that leaves every topic ten words.
PENALTIES = (0.5, 0.4, 0.3, 0.25, 0.2, 0.15, 0.12, 0.1, 0.08, 0.05, 0.03, 0.02, 0.01)
#: Penalties of the genes; the largest share of all groups that five components may use together.
GENE_PENALTIES = tuple(np.round(np.arange(0.05, 0.8, 0.01), 2))
SHARE = 0.1


def shared_words(lists):
    """Words that two of the lists have in common, mean over all pairs."""
    return float(np.mean([len(set(a) & set(b)) for a, b in combinations(lists, 2)]))


def topic_words(order, D=10, n=10):
    """Strongest words of non-negative topics of Reuters, the documents in a random order.

    Returns
    -------
    lists : list of list of str
    least : int
        Nonzero words of the topic that has fewest.
    lam : float
        The largest penalty with ten words in every topic.
    """
    corpus = stories()
    X = corpus.X
    if order:
        X = sparse.csr_array(X[np.random.default_rng(order).permutation(X.shape[0])])
    for lam in PENALTIES:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            A = SparseLSA(D, lam, nonnegative=True, init="identity").fit(X).components_
        least = int(np.diff(A.indptr).min())
        if least >= n:
            break
    return top_words(A.toarray(), corpus.words, n), least, lam


def lda_words(seed, D=10, n=10):
    """Strongest words of LDA's topics of Reuters, by variational Bayes on counts."""
    corpus = stories()
    law = LatentDirichletAllocation(D, max_iter=50, random_state=seed)
    law.fit(sparse.csr_matrix(corpus.counts))
    return top_words(law.components_, corpus.words, n)


def groups_touched(A, groups):
    """For each component the groups that it uses, and how many of them it uses in part."""
    sizes = np.bincount(groups)
    used = np.array([np.bincount(groups, row != 0, len(sizes)) for row in A])
    return (used > 0).sum(axis=1), int(((used > 0) & (used < sizes)).sum()), used.any(axis=0).sum()


def gene_groups(D=5):
    """Components of whole groups, and components without them at as many nonzero entries.

    The penalty is the smallest at which the five components together use a tenth of the groups or
    less, as the source's do with their 93 of 1,103.

    Returns
    -------
    dict
        ``lam``, ``groups`` used together, ``second``, those of the second component, ``split``,
        groups used in part, ``touched`` in the mean of the components, ``nonzero``; and
        ``lam_plain``, ``touched_plain``, ``nonzero_plain`` without groups.
    """
    X, groups = expression()
    row = {}
    for lam in GENE_PENALTIES:
        A = _components(X, D, lam, groups)
        touched, split, together = groups_touched(A, groups)
        if together <= SHARE * len(np.unique(groups)):
            break
    row |= {"lam": float(lam), "groups": int(together), "second": int(touched[1]), "split": split,
            "touched": float(touched.mean()), "nonzero": int(np.count_nonzero(A))}  # fmt: skip
    plain = [(_components(X, D, lam, None), lam) for lam in GENE_PENALTIES]
    A, lam = min(plain, key=lambda pair: abs(np.count_nonzero(pair[0]) - row["nonzero"]))
    touched = groups_touched(A, groups)[0]
    return row | {"lam_plain": float(lam), "touched_plain": float(touched.mean()),
                  "nonzero_plain": int(np.count_nonzero(A))}  # fmt: skip


def _components(X, D, lam, groups):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return SparseLSA(D, lam, groups=groups).fit(X).components_.toarray()
