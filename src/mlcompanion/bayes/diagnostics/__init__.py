"""May a Markov chain be believed: its memory, its worth in draws, its agreement, its sampler."""

from .joint_test import JointTest, geweke_joint_test
from .mixing import autocorrelation, chain_effective_size, chain_mean_error, split_rhat

__all__ = [
    "JointTest",
    "autocorrelation",
    "chain_effective_size",
    "chain_mean_error",
    "geweke_joint_test",
    "split_rhat",
]
