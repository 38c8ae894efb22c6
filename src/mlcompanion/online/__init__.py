"""Learning on line: one example after the other, judged by regret.

Here stand the learners; what they are made of, and what is proved about them, stands in sub-rooms
whose modules are imported by name:

``core``
    the protocol, dual ascent, mirror descent, scales, dual steps, regret and the paths of runs;
``learners``
    linear classifiers and regressors, and their conversion to batch learners;
``kernel_learners``
    learners with a kernel, in one store of support vectors;
``structured``
    many classes, rankings and strings;
``experts``
    expert advice: updates, whole runs, the best in hindsight;
``games``
    environments, adversaries, and learners that need no geometry;
``bounds``
    regret and mistake bounds.
"""

from .core.dual_ascent import DualAscent, dual_ascent
from .core.gradient_descent import GradientDescent
from .core.mirror_descent import StronglyConvexOMD
from .core.protocol import play
from .core.regret import best_in_hindsight, regret_curve
from .core.scales import FixedScale, LipschitzScale, LossScale, MistakeScale, RootScale
from .experts.updates import FixedShare, LearnAlpha, StaticExpert
from .kernel_learners.single_updates import KernelPerceptron
from .learners.linear_models import (
    DualAscentClassifier,
    DualAscentRegressor,
    PassiveAggressive,
    Perceptron,
)
from .learners.mini_updates import MiniUpdateClassifier
from .learners.online_to_batch import OnlineToBatch
from .learners.pegasos import PegasosOnline
from .learners.quasi_additive import PNormPerceptron, SelfTunedWinnow, Winnow
from .structured.instance_ranking import InstanceRanker
from .structured.label_ranking_learner import LabelRankingClassifier
from .structured.multiclass import MulticlassDualAscent
from .structured.strings import StringLearner

__all__ = [
    "DualAscent",
    "DualAscentClassifier",
    "DualAscentRegressor",
    "FixedScale",
    "FixedShare",
    "GradientDescent",
    "InstanceRanker",
    "KernelPerceptron",
    "LabelRankingClassifier",
    "LearnAlpha",
    "LipschitzScale",
    "LossScale",
    "MiniUpdateClassifier",
    "MistakeScale",
    "MulticlassDualAscent",
    "OnlineToBatch",
    "PNormPerceptron",
    "PassiveAggressive",
    "PegasosOnline",
    "Perceptron",
    "RootScale",
    "SelfTunedWinnow",
    "StaticExpert",
    "StringLearner",
    "StronglyConvexOMD",
    "Winnow",
    "best_in_hindsight",
    "dual_ascent",
    "play",
    "regret_curve",
]
