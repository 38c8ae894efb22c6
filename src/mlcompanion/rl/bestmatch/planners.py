"""Learners of action values that sweep a sparse model: last visits, some transitions, all of them.

van Seijen, Whiteson, van Hasselt and Wiering (2011), sections 4.3, 4.4 and 5.
"""

from dataclasses import dataclass

from mlcompanion._validation import check_count, check_flag, check_in, check_real

from . import episodes
from .learners import TabularLearner
from .memory import Sizes

__all__ = ["BestMatchLVM", "BestMatchNTM", "DeterministicSweeping", "PrioritizedSweeping"]

_SELECTIONS = {"prioritized": 0, "last": 1, "sweep": 2}


@dataclass(frozen=True)
class SweepingLearner(TabularLearner):
    """What learners with a queue share."""

    n_updates: int = 20
    threshold: float = 1e-4

    def __post_init__(self):
        super().__post_init__()
        self._keep(
            n_updates=check_count(self.n_updates, "n_updates", low=1),
            threshold=check_real(self.threshold, "threshold", low=0),
        )


@dataclass(frozen=True)
class BestMatchLVM(SweepingLearner):
    r"""Best-match control with the last-visit model (Algorithms 3 and 4).

    Every pair keeps its last sample, and beside its value a model-free one that holds all samples
    but this. An update corrects what the sample did:
    :math:`Q(s,a)\leftarrow(1-\alpha)Q^{mf}(s,a)+\alpha[R'+\gamma\max_cQ(S',c)]`.

    Parameters
    ----------
    initial : float
        Value of all pairs in the beginning; terminal states are worth 0.
    first, decay : float
        Step size :math:`\alpha_0/(d(n-1)+1)` of a pair's n-th visit.
    n_updates : int
        At most so many updates a step.
    threshold : float
        A pair is queued if its value would change by more than this.
    selection : {"prioritized", "last", "sweep"}
        Which pairs are updated: by priority; the pair just left alone, which is Q-learning; all
        that were ever visited, in order.

    Notes
    -----
    O(N (A + p log S A)) a step with p predecessors, O(S A^2) with "sweep"; memory O(S A).
    """

    selection: str = "prioritized"

    def __post_init__(self):
        super().__post_init__()
        check_in(self.selection, "selection", _SELECTIONS)

    def _rule(self, n_states):
        numbers = self.n_updates, self.threshold, _SELECTIONS[self.selection]
        return episodes.MATCHING, numbers, Sizes(by_pair=True, queue=True)


@dataclass(frozen=True)
class DeterministicSweeping(SweepingLearner):
    r"""Prioritized sweeping that believes the last sample of every pair (Sutton and Barto 1998).

    Parameters
    ----------
    initial : float
        Value of all pairs in the beginning; terminal states are worth 0.
    first, decay : float
        Step size :math:`\alpha_0/(d(n-1)+1)` of a pair's n-th visit.
    n_updates : int
        At most so many Q-learning updates a step.
    threshold : float
        A pair is queued if its priority is above this.
    scaled : bool
        Rank by the change of the value instead of the error, which the step size does not shrink.

    Notes
    -----
    O(N (A + p log S A)) a step with p predecessors; memory O(S A). In a noisy world its values
    keep a bias: a sample that is used more often weighs more.
    """

    threshold: float = 0.01
    scaled: bool = False

    def __post_init__(self):
        super().__post_init__()
        self._keep(scaled=check_flag(self.scaled, "scaled"))

    def _rule(self, n_states):
        numbers = self.n_updates, self.threshold, self.scaled
        return episodes.SWEEPING, numbers, Sizes(by_pair=True, queue=True)


@dataclass(frozen=True)
class BestMatchNTM(SweepingLearner):
    r"""Best-match control with the n-transition model (Algorithm 5, section 5.3).

    The model of a pair counts the first n different next states that were seen; all other samples
    go into its model-free value, and both are weighed by their shares of the samples.

    Parameters
    ----------
    initial : float
        Value of all pairs in the beginning; terminal states are worth 0.
    first, decay : float
        Step size :math:`\alpha_0/(d(k-1)+1)` of a pair's k-th model-free update.
    n_updates : int
        At most so many updates a step.
    threshold : float
        A pair is queued if its priority is above this.
    n_next : int
        Next states that the model of a pair holds.
    corrected : bool
        If False, samples outside of the model are ignored: PS-NTM.

    Notes
    -----
    O(N (n A + p log S A)) a step with p predecessors; memory O(n S A).
    """

    n_next: int = 1
    corrected: bool = True

    def __post_init__(self):
        super().__post_init__()
        self._keep(
            n_next=check_count(self.n_next, "n_next", low=1),
            corrected=check_flag(self.corrected, "corrected"),
        )

    def _rule(self, n_states):
        numbers = self.n_updates, self.threshold, self.corrected
        sizes = Sizes(queue=True, next_states=min(self.n_next, n_states))
        return episodes.TRANSITIONS, numbers, sizes


@dataclass(frozen=True)
class PrioritizedSweeping(SweepingLearner):
    r"""Prioritized sweeping with the full model of all counts (Moore and Atkeson 1993).

    Parameters
    ----------
    initial : float
        Value of all pairs in the beginning; terminal states are worth 0.
    first, decay : float
        Not used: the rule has no step size.
    n_updates : int
        At most so many updates a step.
    threshold : float
        A pair is queued if its priority, the probability of the move times the change of what it
        leads to, is above this.

    Notes
    -----
    O(N (S A + p log S A)) a step with p predecessors; memory O(S^2 A).
    """

    def _rule(self, n_states):
        numbers = self.n_updates, self.threshold, 0
        return episodes.TRANSITIONS, numbers, Sizes(queue=True, next_states=n_states)
