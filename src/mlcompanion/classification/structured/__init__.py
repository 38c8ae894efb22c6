"""Classification of whole strings: conditional random fields and structured margins."""

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
    "LinearChainCRF",
    "MarginProgram",
    "MarginSolution",
    "StructuredSVC",
    "label_strings",
    "marginal_dual",
    "marginal_program",
    "string_dual",
    "string_primal",
]
