"""Matrix algebra that several rooms share: factors, updates of an inverse, distances, stacking."""

from .factor import incomplete_cholesky, one_blas_thread
from .updates import inverse_bordered, inverse_rank_one
from .vectors import commutation_matrix, squared_distances, standardize, vec

__all__ = [
    "commutation_matrix",
    "incomplete_cholesky",
    "inverse_bordered",
    "inverse_rank_one",
    "one_blas_thread",
    "squared_distances",
    "standardize",
    "vec",
]
