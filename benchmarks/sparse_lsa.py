"""Sparse LSA beside scikit-learn's factors: LSA itself, sparse and non-negative topics, lassos.

LSA and the lassos give equal answers. Sparse PCA, NMF and LDA solve other problems: the note tells
how much of X each side rebuilds, where it rebuilds it, and with how many entries.
"""

import warnings

import numpy as np
from scipy import sparse
from sklearn.decomposition import (
    NMF,
    LatentDirichletAllocation,
    SparsePCA,
    TruncatedSVD,
    sparse_encode,
)
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_extraction.text import TfidfTransformer

from _race import duel, equal
from mlcompanion.datasets import load_reuters, load_tate_text
from mlcompanion.text.topics import LSA, SparseLSA, sparse_codes

TITLE = "Sparse latent semantic analysis"
CHAPTER = "chen/09_sparse_lsa"


def stories():
    """Counts and tf-idf of 395 Reuters stories."""
    counts = load_reuters(as_csr=True).data
    return counts, sparse.csr_array(TfidfTransformer().fit_transform(counts))


def titles():
    """Tf-idf of 1,451 titles, 508 words."""
    counts = load_tate_text(n_media=5, min_titles=2).data
    kept = counts[np.flatnonzero(counts.sum(axis=1) > 0)]
    return sparse.csr_array(TfidfTransformer().fit_transform(kept))


def rebuilt(X, A):
    """Per cent of the squared length of X inside the span of the rows of A, and its entries."""
    A = A.toarray() if sparse.issparse(A) else A
    basis = np.linalg.svd(A, full_matrices=False)[2][: np.linalg.matrix_rank(A)]
    share = 100 * np.sum((X @ basis.T) ** 2) / np.sum(X.data**2)
    return f"{share:.1f} % with {np.count_nonzero(A):,} entries"


def plain(D):
    """The same singular vectors."""
    X = stories()[1]
    yield duel(
        "LSA", f"Reuters, 395 x 4,258, {D} topics",
        lambda: np.abs(LSA(D, scaling="none").fit(X).components_), "scikit-learn",
        lambda: np.abs(TruncatedSVD(D, algorithm="arpack").fit(X).components_),
        same=equal(atol=1e-6), note="equal up to sign",
    )  # fmt: skip


def topics(D):
    """Other problems on the same texts."""
    counts, X = stories()
    peers = {
        "NMF": lambda: NMF(D, init="nndsvd", max_iter=400).fit(X).components_,
        "LatentDirichletAllocation": lambda: (
            LatentDirichletAllocation(D, random_state=0).fit(sparse.csr_matrix(counts)).components_
        ),
    }
    for name, theirs in peers.items():
        yield duel(
            "non-negative topics", f"Reuters, 395 x 4,258, {D} topics",
            lambda: SparseLSA(D, 0.05, nonnegative=True).fit(X).components_, name, theirs,
            note=lambda a, b: f"ours spans {rebuilt(X, a)}, theirs {rebuilt(X, b)}",
            reason="rounds of a decomposition of N x D each, until no entry moves by 0.01",
        )  # fmt: skip
    Y = titles()
    full = Y.toarray()
    yield duel(
        "sparse topics", f"titles, 1,451 x 508, {D} topics",
        lambda: SparseLSA(D, 0.05).fit(Y).components_, "SparsePCA",
        lambda: SparsePCA(D, alpha=0.5, max_iter=100, random_state=0).fit(full).components_,
        note=lambda a, b: f"ours spans {rebuilt(Y, a)}, theirs, of centred rows, {rebuilt(Y, b)}",
    )  # fmt: skip


def lassos(D):
    """The same codes, a lasso a text."""
    X = titles()
    A = np.random.default_rng(0).normal(size=(D, X.shape[1]))
    A /= np.linalg.norm(A, axis=1, keepdims=True)
    full = X.toarray()
    yield duel(
        "sparse codes", f"titles, 1,451 x 508, {D} topics",
        lambda: sparse_codes(X, A, 0.05), "scikit-learn",
        lambda: sparse_encode(full, A, algorithm="lasso_cd", alpha=0.05, max_iter=10_000),
        same=equal(atol=1e-3), note="equal to scikit-learn's tolerance",
    )  # fmt: skip


def rows():
    """All races."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        for D in (10, 50):
            yield from plain(D)
        yield from topics(10)
        yield from lassos(50)
