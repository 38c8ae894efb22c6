"""Matrix algebra that several rooms share: factors, updates of an inverse, distances, stacking."""

from .eigen import fix_signs, generalized_eigenpairs
from .factor import incomplete_cholesky, one_blas_thread
from .principal_axes import mahalanobis_terms, pca_project
from .sylvester import sylvester_symmetric
from .updates import (
    cholesky_append,
    cholesky_downdate,
    cholesky_update,
    inverse_bordered,
    inverse_rank_one,
)
from .vectors import commutation_matrix, squared_distances, standardize, vec

__all__ = [
    "cholesky_append",
    "cholesky_downdate",
    "cholesky_update",
    "commutation_matrix",
    "fix_signs",
    "generalized_eigenpairs",
    "incomplete_cholesky",
    "inverse_bordered",
    "inverse_rank_one",
    "mahalanobis_terms",
    "one_blas_thread",
    "pca_project",
    "squared_distances",
    "standardize",
    "sylvester_symmetric",
    "vec",
]
