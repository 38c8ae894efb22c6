"""Online learners with a kernel: scores are sums over support vectors, in one store that grows."""

from .double_updating import DoubleUpdateRun, DoubleUpdatingClassifier, update_types
from .many_classes import MIRA, MulticlassKernelPerceptron
from .mixins import KernelRun, KernelStreamMixin, ManyClassesKernelMixin
from .pair_step import pair_cases, solve_pair
from .scaled_updates import KernelALMA, KernelROMMA
from .single_updates import KernelPA, KernelPerceptron
from .store import SupportStore

__all__ = [
    "MIRA",
    "DoubleUpdateRun",
    "DoubleUpdatingClassifier",
    "KernelALMA",
    "KernelPA",
    "KernelPerceptron",
    "KernelROMMA",
    "KernelRun",
    "KernelStreamMixin",
    "ManyClassesKernelMixin",
    "MulticlassKernelPerceptron",
    "SupportStore",
    "pair_cases",
    "solve_pair",
    "update_types",
]
