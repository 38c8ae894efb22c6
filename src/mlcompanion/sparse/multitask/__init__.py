"""One selection for many tasks."""

from .row_norms import MultitaskRowNorm, MultitaskTraceNorm, TaskLeastSquares

__all__ = [
    "MultitaskRowNorm",
    "MultitaskTraceNorm",
    "TaskLeastSquares",
]
