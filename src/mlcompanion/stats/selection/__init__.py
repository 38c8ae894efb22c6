"""Choosing among fitted models."""

from .criteria import Selection, aic, bic, select, takeuchi_penalty, tic

__all__ = [
    "Selection",
    "aic",
    "bic",
    "select",
    "takeuchi_penalty",
    "tic",
]
