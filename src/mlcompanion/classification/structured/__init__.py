"""Classification of whole strings: conditional random fields and structured margins."""

from .bound_chain import BoundChainRun, fit_chain_by_bound
from .linear_chain_crf import LinearChainCRF
from .margin_duals import (
    MarginProgram,
    MarginSolution,
    label_strings,
    string_dual,
    string_primal,
)
from .marginal_dual import marginal_dual, marginal_program
from .structured_svc import StructuredSVC

__all__ = [
    "BoundChainRun",
    "LinearChainCRF",
    "MarginProgram",
    "MarginSolution",
    "StructuredSVC",
    "fit_chain_by_bound",
    "label_strings",
    "marginal_dual",
    "marginal_program",
    "string_dual",
    "string_primal",
]
