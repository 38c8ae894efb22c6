"""Choosing among fitted models."""

from .criteria import Selection, aic, select, takeuchi_penalty, tic

__all__ = [
    "Selection",
    "aic",
    "select",
    "takeuchi_penalty",
    "tic",
]
