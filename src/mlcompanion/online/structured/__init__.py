"""Online learners for many classes, rankings and strings, and their dual steps."""

from .comparators import (
    multiclass_comparator_losses,
    ranking_comparator_losses,
    string_comparator_losses,
)
from .instance_ranking import InstanceRanker, pair_error, ranking_loss, worst_pair
from .label_ranking import (
    label_ranking_dual,
    label_ranking_loss,
    label_ranking_pdip,
    label_ranking_step,
    label_ranking_step_entropy,
)
from .label_ranking_learner import LabelRankingClassifier, LabelRankingRun, label_ranking_run
from .margin_ascent import MarginAscent
from .max_of_hinge import (
    MaxOfHinge,
    max_of_hinge_bound,
    max_of_hinge_dual,
    max_of_hinge_objective,
    max_of_hinge_step,
)
from .multiclass import MulticlassDualAscent
from .pairs import check_pairs
from .presence_steps import pair_scale, presence_dual, presence_step
from .strings import StringLearner

__all__ = [
    "InstanceRanker",
    "LabelRankingClassifier",
    "LabelRankingRun",
    "MarginAscent",
    "MaxOfHinge",
    "MulticlassDualAscent",
    "StringLearner",
    "check_pairs",
    "label_ranking_dual",
    "label_ranking_loss",
    "label_ranking_pdip",
    "label_ranking_run",
    "label_ranking_step",
    "label_ranking_step_entropy",
    "max_of_hinge_bound",
    "max_of_hinge_dual",
    "max_of_hinge_objective",
    "max_of_hinge_step",
    "multiclass_comparator_losses",
    "pair_error",
    "pair_scale",
    "presence_dual",
    "presence_step",
    "ranking_comparator_losses",
    "ranking_loss",
    "string_comparator_losses",
    "worst_pair",
]
