"""Zeros that follow a tree: regression, dictionaries, wavelets."""

from .tree_dictionary import MaskedLeastSquares, TreeDictionaryLearning, tree_codes, update_atoms
from .tree_lasso import ReweightedRun, TreeLasso, TreeLogistic, reweighted_least_squares, ward_tree
from .wavelet_denoising import (
    SHRINKAGES,
    OracleShrinkage,
    inverse_wavelet2,
    oracle_shrinkage,
    psnr,
    shrink_wavelets,
    universal_lambda,
    wavelet2,
    wavelet_tree_denoise,
)

__all__ = [
    "SHRINKAGES",
    "MaskedLeastSquares",
    "OracleShrinkage",
    "ReweightedRun",
    "TreeDictionaryLearning",
    "TreeLasso",
    "TreeLogistic",
    "inverse_wavelet2",
    "oracle_shrinkage",
    "psnr",
    "reweighted_least_squares",
    "shrink_wavelets",
    "tree_codes",
    "universal_lambda",
    "update_atoms",
    "ward_tree",
    "wavelet2",
    "wavelet_tree_denoise",
]
