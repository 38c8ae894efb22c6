r"""Values learnt step by step: one rule with many matrices and weights.

.. math:: \theta_t=\theta_{t-1}-\eta_tR_tw_{t-1}\varepsilon_t(\theta_{t-1})

Ueno, Maeda, Kawanabe and Ishii (2011), sections 5.2 and 6, Table 1.
"""

import warnings
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._jit import plain_layout
from mlcompanion._validation import (
    check_array,
    check_count,
    check_in,
    check_instance,
    check_real,
)

from .batch import ValueEstimator
from .features import check_runs, check_weights
from .rules import RULES, Memory, Plan, Seen, advance
from .warm_start import warm_up

__all__ = ["OnlineTD", "StepSchedule"]


class StepSchedule(NamedTuple):
    r"""Steps :math:`\alpha_0/(d(t-1)+1)`, as :func:`~mlcompanion.rl.step_sizes` gives them.

    Attributes
    ----------
    first : float
        :math:`\alpha_0`, in [0, 1].
    decay : float
        d, at least 0; :math:`\alpha_0(n_0+1)/(n_0+t)` has :math:`d=1/(n_0+1)`.
    """

    first: float = 1.0
    decay: float = 1.0


class OnlineTD(ValueEstimator):
    r"""Learn linear values from one transition after the other.

    Parameters
    ----------
    gamma : float
        Discount, in [0, 1).
    method : str
        The step matrix R, and the weight w; t counts transitions:

        ``td``
            R = I.
        ``ntd``
            One over the mean squared length of the features.
        ``lspe``
            The inverse of the mean of :math:`\phi\phi^\top`.
        ``accelerated``
            The inverse of the mean of :math:`wd^\top`: with steps 1/t, LSTD step by step.
        ``optimal``
            The same with :math:`w=\hat\zeta/\hat v`, means by state over the moves before; a
            state that was not left yet does not count.
        ``steady``
            As optimal, but every state's squared errors begin with two of the mean size and are
            held above 5 % of it, and R is the inverse of the mean of
            :math:`\hat v^{-1}\hat\zeta\hat\zeta^\top`, which has the same limit and is never
            indefinite: ours.
        ``gtd``, ``gtd2``, ``tdc``
            Gradient rules with a second vector, which learns with the same steps.
        ``ilstd``
            One coordinate a step, where the mean of :math:`w\varepsilon` is largest.
    lam : float
        In [0, 1]: the weight is :math:`\sum_{i\le t}(\gamma\lambda)^{t-i}w(s_{i-1})`. Not for the
        optimal and the gradient rules.
    step : StepSchedule, optional
        Default 1/t.
    warm_start : int
        Transitions that are not learnt one by one: the coefficients and R begin with a batch
        solution of these.
    ridge : float
        Added to the diagonal of the sum whose inverse is R in the beginning; positive without a
        warm start. In the units of that sum, for optimal and steady features squared over
        rewards squared: rewards in other units ask for another ridge.
    inverse : {"exact", "first-order"}
        How R follows: by Eq. (27), or by Eq. (28), which needs a warm start.

    Attributes
    ----------
    coef_ : ndarray, shape (m,) or (n_runs, m)
    path_ : ndarray, shape (n_checkpoints, m) or (n_checkpoints, n_runs, m)
        Coefficients after the checkpoints of the last call of ``fit``.
    n_steps_ : int
        Transitions seen, those of the warm start included.

    Warns
    -----
    ConvergenceWarning
        If coefficients of a run left the numbers: its steps are too long.

    Notes
    -----
    O(m) a step for td, ntd and the gradient rules, O(m^2) else; memory O(m^2), and O(n m) for the
    optimal rules, a run. Many runs go side by side in compiled code.

    Examples
    --------
    >>> states, rewards = [0, 1, 0, 0, 1, 1, 0], [1.0, 0.0, 1.0, 1.0, 0.0, 0.0]
    >>> OnlineTD(0.5, ridge=1e-9).fit(states, rewards, np.eye(2)).coef_.round(3)
    array([1.429, 0.571])
    """

    def __init__(
        self,
        gamma,
        method="accelerated",
        *,
        lam=0.0,
        step=None,
        warm_start=0,
        ridge=0.01,
        inverse="exact",
    ):
        self.gamma = check_real(gamma, "gamma", low=0, high=1, open_high=True)
        self.method = check_in(method, "method", RULES)
        self.lam = check_real(lam, "lam", low=0, high=1)
        if self.lam > 0 and method in ("optimal", "steady", "gtd", "gtd2", "tdc"):
            raise ValueError(f"lam must be 0 for the method {method!r}, got {lam}")
        self.step = StepSchedule() if step is None else check_instance(step, "step", StepSchedule)
        self.warm_start = check_count(warm_start, "warm_start")
        self.ridge = check_real(ridge, "ridge", low=0)
        self.inverse = check_in(inverse, "inverse", {"exact", "first-order"})

    def _plan(self):
        """The numbers of the rule."""
        first = check_real(self.step.first, "step.first", low=0, high=1)
        decay = check_real(self.step.decay, "step.decay", low=0)
        first_order = self.inverse == "first-order"
        traced = self.gamma * self.lam
        return Plan(RULES[self.method], self.gamma, traced, first, decay, first_order)

    def fit(self, states, rewards, Phi, *, weights=None, checkpoints=None):
        """Learn from one trajectory, or from many side by side, anew.

        Parameters
        ----------
        states : array_like of int, shape (T + 1,) or (n_runs, T + 1)
        rewards : array_like, shape (T,) or (n_runs, T)
        Phi : array_like, shape (n, m)
            Features of the states.
        weights : array_like, shape (n, m), optional
            Weights by state in place of the features, such as those of the residual gradient.
        checkpoints : array_like of int, optional
            Transitions after which the coefficients are kept in ``path_``, put in order; default
            the last.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If a state has no row, a checkpoint lies in the warm start or beyond the end, or the
            warm start does not determine what it is to give.
        """
        plan = self._plan()
        states, rewards, Phi, alone = check_runs(states, rewards, Phi)
        T = rewards.shape[1]
        warm = check_count(self.warm_start, "warm_start", high=T)
        W = check_weights(weights, Phi)
        if checkpoints is None:
            checkpoints = [T]
        checkpoints = check_array(
            checkpoints, "checkpoints", ndim=1, min_rows=1, low=warm, high=T, dtype=int
        )
        self._phi, self._weights = Phi.copy(), plain_layout(W).copy()
        begun = plain_layout(states[:, : warm + 1]), plain_layout(rewards[:, :warm])
        self._memory = self._begin(plan, *begun)
        self.n_steps_ = warm
        path = []
        for stop in np.append(np.sort(checkpoints), T):
            begin = self.n_steps_
            self._advance(plan, states[:, begin : stop + 1], rewards[:, begin:stop])
            path.append(self._memory.theta.copy())
        path = np.array(path[:-1])
        self.path_ = path[:, 0] if alone else path
        return self._hand_out(alone)

    def partial_fit(self, states, rewards):
        """Go on with further transitions of the same trajectories.

        Parameters
        ----------
        states : array_like of int, shape (T + 1,) or (n_runs, T + 1)
            The first is where the last call ended.
        rewards : array_like, shape (T,) or (n_runs, T)

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If nothing was fitted before, there are other runs than before, or one begins elsewhere
            than the last call ended.
        """
        if not hasattr(self, "_memory"):
            raise ValueError("partial_fit needs a fit before: it tells the features")
        states, rewards, _, alone = check_runs(states, rewards, self._phi)
        if len(states) != len(self._memory.theta):
            raise ValueError(f"states must have {len(self._memory.theta)} runs, got {len(states)}")
        torn = np.flatnonzero(states[:, 0] != self._reached)
        if len(torn) > 0:
            run = torn[0]
            raise ValueError(
                f"states must go on in state {self._reached[run]}, where run {run} ended, "
                f"got {states[run, 0]}"
            )
        self._advance(self._plan(), states, rewards)
        return self._hand_out(alone)

    def _advance(self, plan, states, rewards):
        walks = plain_layout(states), plain_layout(rewards)
        advance(plan, self.n_steps_, Seen(*walks, self._phi, self._weights), self._memory)
        self.n_steps_ += rewards.shape[1]
        self._reached = walks[0][:, -1].copy()

    def _hand_out(self, alone):
        theta = self._memory.theta
        lost = ~np.isfinite(theta).all(axis=1)
        if lost.any():
            warnings.warn(
                f"OnlineTD: the coefficients of {lost.sum()} of {len(theta)} runs left the "
                "numbers; take shorter steps or a longer warm start",
                ConvergenceWarning,
                stacklevel=3,
            )
        return self._keep(theta.copy(), alone)

    def _begin(self, plan, states, rewards):
        """The memory before the first step, after a warm start."""
        n_runs, warm = rewards.shape
        n, m = self._phi.shape
        if warm == 0 and (self.ridge == 0 or plan.first_order):
            name = "inverse" if plan.first_order else "ridge"
            raise ValueError(f"{name} needs a warm_start: there is nothing to invert before it")
        memory = Memory(
            theta=np.zeros((n_runs, m)),
            trace=np.zeros((n_runs, m)),
            inverse=np.zeros((n_runs, m, m)),
            helper=np.zeros((n_runs, m)),
            sums=np.zeros((n_runs, m, m)),
            squares=np.zeros(n_runs),
            tally=np.zeros((n_runs, n, 2 + m)),
        )
        if warm == 0:
            memory.inverse[:] = np.eye(m) / self.ridge
        else:
            warm_up(plan, self.ridge, states, rewards, self._phi, self._weights, memory)
        return memory
