"""Topics by matrix factors: latent semantic analysis, its sparse kin, and sparse coding."""

from .alternation import RowGroups, SparseLSAState, sparse_lsa_steps
from .coding import SparseCoding, bounded_dictionary, sparse_codes
from .lsa import LSA
from .procrustes import procrustes_orthonormal
from .sparse_lsa import SparseLSA, word_shares

__all__ = [
    "LSA",
    "RowGroups",
    "SparseCoding",
    "SparseLSA",
    "SparseLSAState",
    "bounded_dictionary",
    "procrustes_orthonormal",
    "sparse_codes",
    "sparse_lsa_steps",
    "word_shares",
]
