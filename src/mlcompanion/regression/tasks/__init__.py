"""Related tasks that learn together."""

from .multitask import (
    LearnedSimilarity,
    MultioutputRidge,
    MultitaskRidge,
    TaskModel,
    learn_similarity,
    multitask_parameters,
    multitask_weights,
    task_penalty,
)

__all__ = [
    "LearnedSimilarity",
    "MultioutputRidge",
    "MultitaskRidge",
    "TaskModel",
    "learn_similarity",
    "multitask_parameters",
    "multitask_weights",
    "task_penalty",
]
