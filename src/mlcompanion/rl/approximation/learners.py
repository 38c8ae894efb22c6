"""Rules of control with linear values, and their numbers."""

from dataclasses import dataclass
from typing import ClassVar

from mlcompanion._validation import check_count, check_real
from mlcompanion.rl.traces import LEAST_TRACE

from .driving import CarTask, drive_episodes
from .rules import BEST_MATCH, REPLAY, SARSA, Plan

__all__ = ["LinearBestMatch", "LinearReplay", "LinearSarsa"]


class LinearLearner:
    """What rules share: learning rates by episode, and how they drive."""

    task_type: ClassVar = CarTask

    def _keep(self, **counts):
        """Keep the numbers in plain form: the learning rates, checked, and those given."""
        first = check_real(self.first, "first", low=0, high=1)
        decay = check_real(self.decay, "decay", low=0)
        for name, value in {"first": first, "decay": decay, **counts}.items():
            object.__setattr__(self, name, value)

    def play(self, task, n_episodes, epsilon, rng):
        """Episodes of one run; see :func:`~mlcompanion.rl.run_episodes`, which checks all.

        Parameters
        ----------
        task : CarTask
        n_episodes : int
        epsilon : float
        rng : Generator

        Returns
        -------
        Runs
            Without the axis of runs; its values are the weights, shape (n_features, 3).
        """
        return drive_episodes(self, task, n_episodes, epsilon, rng)


@dataclass(frozen=True)
class LinearSarsa(LinearLearner):
    r"""Sarsa(λ): every step teaches the pairs met of late too, the less the longer ago.

    With the error :math:`\delta=r+\gamma Q(s',a')-Q(s,a)`,
    :math:`\theta\leftarrow\theta+\alpha\delta e`, where the trace e is 1 for the features of the
    present pair and fades by :math:`\gamma\lambda` a step (replacing traces).

    Parameters
    ----------
    lam : float
        λ, in [0, 1].
    trace_length : int, optional
        Traces of pairs met more steps ago are cut off; None for never.
    first, decay : float
        Learning rate of episode n: first / (decay (n - 1) + 1), ``first`` in [0, 1]. It is for one
        feature, not divided by the number of features that are 1.

    Notes
    -----
    O(trace_length T) a step with T features that are 1. van Seijen et al. (2011), section 6.2;
    Sutton and Barto (1998), section 8.4.
    """

    lam: float = 0.9
    trace_length: int = 20
    first: float = 0.14
    decay: float = 0.0

    def __post_init__(self):
        lam = check_real(self.lam, "lam", low=0, high=1)
        length = self.trace_length
        if length is not None:
            length = check_count(length, "trace_length", low=0)
        self._keep(lam=lam, trace_length=length)

    @property
    def n_samples(self):
        """No sample is stored; a queue has at least one place."""
        return 1

    def plan(self, gamma, epsilon):
        """The numbers for compiled loops."""
        fading = gamma * self.lam
        least = LEAST_TRACE
        if self.trace_length is not None:
            if fading == 1:
                raise ValueError("trace_length must be None where gamma lam = 1: no trace fades")
            # a trace of this age is kept, one a step older is not
            least = max(fading ** (self.trace_length + 0.5), LEAST_TRACE)
        return Plan(SARSA, gamma, epsilon, fading, least)


@dataclass(frozen=True)
class LinearReplay(LinearLearner):
    r"""Experience replay: learn each of the last samples once more at every step.

    :math:`\theta\leftarrow\theta+\alpha[r+\gamma\max_cQ(s',c)-Q(s,a)]\nabla Q(s,a)`, from the
    oldest sample to the newest; so a sample is learnt ``n_samples`` times.

    Parameters
    ----------
    n_samples : int
        At least 1; with 1 it is Q-learning.
    first, decay : float
        Learning rate of episode n: first / (decay (n - 1) + 1), ``first`` in [0, 1]. It is stored
        with the sample, and for one feature, not divided by the number of features that are 1.

    Notes
    -----
    O(n_samples A T) a step with A actions and T features that are 1. van Seijen et al. (2011),
    section 6.2; Lin (1992).
    """

    n_samples: int = 20
    first: float = 0.1
    decay: float = 0.16

    def __post_init__(self):
        self._keep(n_samples=check_count(self.n_samples, "n_samples", low=1))

    def plan(self, gamma, epsilon):
        """The numbers for compiled loops."""
        return Plan(REPLAY, gamma, epsilon, 0.0, 1.0)


@dataclass(frozen=True)
class LinearBestMatch(LinearLearner):
    r"""Gradient-descent best-match: take back what the last samples taught, and teach it anew.

    Beside :math:`\theta`, weights :math:`\theta^{mf}` are kept that have learnt every sample but
    those of the queue. At a step all samples of the queue get a new target
    :math:`\upsilon=r+\gamma\max_cQ(s',c)`; then :math:`\theta` goes back to :math:`\theta^{mf}`
    where the queue has touched it and learns the samples again, each with the weight of one update.

    Parameters
    ----------
    n_samples : int
        Places of the queue, at least 1.
    first, decay : float
        Learning rate of episode n: first / (decay (n - 1) + 1), ``first`` in [0, 1]. It is stored
        with the sample, and for one feature, not divided by the number of features that are 1.

    Notes
    -----
    O(n_samples A T) a step with A actions and T features that are 1. van Seijen et al. (2011),
    section 6.2, Algorithm 6; with one feature a state it is their section 6.1.
    """

    n_samples: int = 20
    first: float = 0.1
    decay: float = 0.09

    def __post_init__(self):
        self._keep(n_samples=check_count(self.n_samples, "n_samples", low=1))

    def plan(self, gamma, epsilon):
        """The numbers for compiled loops."""
        return Plan(BEST_MATCH, gamma, epsilon, 0.0, 1.0)
