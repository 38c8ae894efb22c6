"""Projection time, storage and density: section 9.5.2, Table 9.3.

Times are processor seconds on one thread, of whole batches of documents in CSR form.
"""

import warnings
from time import process_time

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.linalg import one_blas_thread
from mlcompanion.text.topics import LSA, SparseCoding, SparseLSA, sparse_codes

from .corpora import stories, titles

__all__ = ["projection_costs", "storage_bytes"]

CORPORA = {"stories": stories, "titles": titles}


def storage_bytes(A):
    """Bytes of a projection matrix: 8 an entry if full, else 16 a nonzero one and 8 a column."""
    if sparse.issparse(A):
        return 16 * A.nnz + 8 * (A.shape[1] + 1)
    return 8 * A.size


def _seconds(project, least=0.05):
    """Processor seconds of one call, over as many calls as fill a measurable time."""
    project()
    calls = 0
    start = process_time()
    while process_time() - start < least:
        project()
        calls += 1
    return (process_time() - start) / calls


def projection_costs(corpus, D, n_draws, lam=0.05, n_documents=1000):
    """Milliseconds, bytes and densities of four methods on documents drawn at random.

    Returns
    -------
    list of dict
        A row a draw and method: ``draw``, ``method``, ``ms`` of all the documents, ``ms_dense`` of
        the same documents as a full matrix (a lasso takes no notice), ``bytes`` of A, ``filled``
        per cent of the projected entries.
    """
    X = CORPORA[corpus]().X
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        matrices = {
            "sparse": SparseLSA(D, lam, init="identity").fit(X).components_,
            "nonnegative": SparseLSA(D, lam, init="identity", nonnegative=True).fit(X).components_,
            "lsa": LSA(D).fit(X).components_,
        }
        coding = SparseCoding(D, lam, random_state=0).fit(X).components_
    found = []
    for draw in range(n_draws):
        rng = np.random.default_rng(draw)
        drawn = rng.choice(X.shape[0], min(n_documents, X.shape[0]), replace=False)
        rows = sparse.csr_array(X[drawn])
        with one_blas_thread():
            for method, A in matrices.items():
                found.append({"draw": draw, "method": method} | _projected(rows, A))
            codes = sparse_codes(rows, coding, lam)
            took = 1e3 * _seconds(lambda rows=rows: sparse_codes(rows, coding, lam))
        filled = 100 * float(np.mean(codes != 0))
        about = {"bytes": storage_bytes(coding), "filled": filled}
        found.append({"draw": draw, "method": "coding", "ms": took, "ms_dense": took} | about)
    return found


def _projected(rows, A):
    """One product, of sparse rows and of full ones."""
    turned = sparse.csr_array(A.T) if sparse.issparse(A) else np.ascontiguousarray(A.T)
    full = rows.toarray()
    projected = rows @ turned
    filled = projected.nnz if sparse.issparse(projected) else np.count_nonzero(projected)
    return {
        "ms": 1e3 * _seconds(lambda: rows @ turned),
        "ms_dense": 1e3 * _seconds(lambda: full @ turned),
        "bytes": storage_bytes(A),
        "filled": float(100 * filled / np.prod(projected.shape)),
    }
