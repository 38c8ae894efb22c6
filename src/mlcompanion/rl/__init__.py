"""Acting in a world that answers: models, their values, walks and choices.

Worlds to act in stand in ``environments``, values of a policy in ``td``, learners that act in
``bestmatch``, and in ``approximation`` where states cannot be counted.
"""

from .choices import epsilon_greedy
from .episodic import EpisodicPOMDP
from .estimation import estimate_mdp
from .logs import Evaluation, Setting, Transitions
from .models import MDP, MRP, POMDP
from .planning import Plan, policy_iteration, policy_value, value_iteration
from .runs import Lessons, Runs, Task, learn_from, run_episodes
from .schedules import step_sizes
from .traces import td_lambda
from .trajectories import Trajectories, sample_trajectories

__all__ = [
    "MDP",
    "MRP",
    "POMDP",
    "EpisodicPOMDP",
    "Evaluation",
    "Lessons",
    "Plan",
    "Runs",
    "Setting",
    "Task",
    "Trajectories",
    "Transitions",
    "epsilon_greedy",
    "estimate_mdp",
    "learn_from",
    "policy_iteration",
    "policy_value",
    "run_episodes",
    "sample_trajectories",
    "step_sizes",
    "td_lambda",
    "value_iteration",
]
