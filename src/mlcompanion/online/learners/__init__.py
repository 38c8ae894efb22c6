"""Linear online learners as estimators, and their conversion to batch learners."""

from .alma import ALMA, AlmaEngine, AlmaRun
from .arow import AROW
from .arow_engine import ArowEngine, ArowRun
from .linear_models import DualAscentClassifier, DualAscentRegressor, PassiveAggressive, Perceptron
from .mini_updates import MiniAscent, MiniUpdateClassifier
from .mixins import BinaryStreamMixin, ManyClassesMixin, OnlineLinearMixin, StreamMixin
from .online_to_batch import OnlineToBatch, Validation
from .pegasos import PegasosOnline
from .perceptrons import PerceptronRule, passes_until_separated
from .progressive_validation import progressive_validation
from .quasi_additive import PNormPerceptron, SelfTunedWinnow, Winnow
from .sparse_learners import SparseRun, exponentiated_run, l1_ball_run

__all__ = [
    "ALMA",
    "AROW",
    "AlmaEngine",
    "AlmaRun",
    "ArowEngine",
    "ArowRun",
    "BinaryStreamMixin",
    "DualAscentClassifier",
    "DualAscentRegressor",
    "ManyClassesMixin",
    "MiniAscent",
    "MiniUpdateClassifier",
    "OnlineLinearMixin",
    "OnlineToBatch",
    "PNormPerceptron",
    "PassiveAggressive",
    "PegasosOnline",
    "Perceptron",
    "PerceptronRule",
    "SelfTunedWinnow",
    "SparseRun",
    "StreamMixin",
    "Validation",
    "Winnow",
    "exponentiated_run",
    "l1_ball_run",
    "passes_until_separated",
    "progressive_validation",
]
