"""Acting in a world that answers: models, their values, walks and choices.

Worlds to act in stand in ``environments``.
"""

from .choices import epsilon_greedy
from .episodic import EpisodicPOMDP
from .estimation import estimate_mdp
from .models import MDP, MRP, POMDP
from .planning import Plan, policy_iteration, policy_value, value_iteration
from .schedules import step_sizes
from .trajectories import Trajectories, sample_trajectories

__all__ = [
    "MDP",
    "MRP",
    "POMDP",
    "EpisodicPOMDP",
    "Plan",
    "Trajectories",
    "epsilon_greedy",
    "estimate_mdp",
    "policy_iteration",
    "policy_value",
    "sample_trajectories",
    "step_sizes",
    "value_iteration",
]
