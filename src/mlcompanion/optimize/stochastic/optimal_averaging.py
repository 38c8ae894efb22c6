r"""Optimal regularized dual averaging: Chen (2013), Algorithms 5.1 and 5.2.

Minimises :math:`\phi(x)=f(x)+h(x)` from stochastic gradients of f; h is a penalty. The divergence
is Euclidean, :math:`V(x,y)=\frac12\|x-y\|^2`, so that :math:`\tau=1`.
"""

import math
from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_count, check_list, check_real

from .runs import StochasticMethod, check_constants, follow

__all__ = [
    "OptimalDualAveraging",
    "Stage",
    "StagedDualAveraging",
    "multistage_orda",
    "orda",
    "stage_schedule",
]


class OptimalDualAveraging(StochasticMethod):
    r"""The states of Algorithm 5.1, one gradient after the other.

    Parameters
    ----------
    start, penalty
        As in :class:`StochasticMethod`.
    lipschitz : float
        :math:`\Gamma\ge L`, the Lipschitz constant of the loss's gradient; 0 if it has kinks only.
    c : float
        Growth of the proximity, :math:`\gamma_t=c(t+1)^{3/2}+\Gamma`; 0 if mu is positive.
    mu : float
        Strong convexity of the loss.

    Attributes
    ----------
    query_, x_, z_, t_
        :math:`y_t`, :math:`x_t`, :math:`z_t` and t.
    mean_gradient_ : ndarray
        :math:`g_t`, in which gradient i has weight :math:`2(i+1)/((t+1)(t+2))`.

    Notes
    -----
    O(size) a step beside the proximal operator. As
    :math:`\theta_t\nu_t/\nu_t=\theta_t` and
    :math:`\theta_t\nu_t/(\theta_{t-1}\nu_{t-1})=1-\theta_t`, the weighted averages are updated as
    :math:`g_t=(1-\theta_t)g_{t-1}+\theta_tG_t`. Source: Chen (2013), Algorithm 5.1.
    """

    def __init__(self, start, penalty=None, lipschitz=1.0, c=0.0, mu=0.0):
        super().__init__(start, penalty)
        self.lipschitz, self.c, self.mu = check_constants(lipschitz, c, mu)
        self.mean_gradient_ = np.zeros(self.start.shape)
        self.mean_query_ = np.zeros(self.start.shape)

    def proximity(self, t):
        r""":math:`\gamma_t`."""
        return self.c * (t + 1) ** 1.5 + self.lipschitz

    def _step(self, g):
        t = self.t_
        theta = 2 / (t + 2)
        nu = 2 / (t + 1)
        y = self.query_
        # step 3: weighted averages of the gradients, and of the points they were taken at
        self.mean_gradient_ += theta * (g - self.mean_gradient_)
        self.mean_query_ += theta * (y - self.mean_query_)
        # step 4: the proximal step from all gradients
        # two quadratic terms, mu around the queries' mean and pull around the start: one prox at
        # their weighted centre
        pull = theta * nu * self.proximity(t + 1)
        towards = self.mu * self.mean_query_ + pull * self.start
        curvature = self.mu + pull
        self.z_ = self.penalty.prox((towards - self.mean_gradient_) / curvature, 1 / curvature)
        # step 5: the proximal step from this gradient
        curvature = self.mu / theta**2 + self.proximity(t)
        self.x_ = self.penalty.prox(y - g / curvature, 1 / curvature)
        self.query_ = self._next_query(t + 1)

    def _next_query(self, t):
        """Step 1 of the next round: a point between x and z."""
        # theta = 1 at t = 0: the first query is z
        theta = 2 / (t + 2)
        held = theta**2 * self.proximity(t)
        share = theta * ((1 - theta) * self.mu + held) / (held + (1 - theta**2) * self.mu)
        return self.x_ + share * (self.z_ - self.x_)


def orda(gradient, start, n_iter, penalty=None, *, lipschitz, c=0.0, mu=0.0, callback=None):
    r"""Optimal regularized dual averaging.

    Parameters
    ----------
    gradient : callable
        ``gradient(y)`` is a stochastic gradient of the loss at ``y``.
    start : array_like
        :math:`x_0`.
    n_iter : int
        Gradients to take. The source counts from 0 and takes one more.
    penalty : Penalty, optional
        h; none by default.
    lipschitz : float
        :math:`\Gamma`, at least the Lipschitz constant of the loss's gradient.
    c : float
        Growth of the proximity; best
        :math:`(\sigma+M)/(2\sqrt{V(x^*,x_0)})` for a convex loss, 0 for a strongly convex one.
    mu : float
        Strong convexity of the loss.
    callback : callable, optional
        Called with the number of steps and the method after each of them.

    Returns
    -------
    StochasticRun
        ``x`` comes from a proximal step, and so has exact zeros under an l1 penalty.

    Raises
    ------
    ValueError
        If a constant is out of range, or a gradient has another shape than the start.

    Notes
    -----
    O(size) a step beside the gradient. Source: Chen (2013), Algorithm 5.1; bounds (5.10), (5.11).

    Examples
    --------
    >>> import numpy as np
    >>> from mlcompanion.prox import L1
    >>> run = orda(lambda x: x - [3.0, 0.2], np.zeros(2), 200, L1(0.5), lipschitz=1.0)
    >>> run.x.round(3).tolist()
    [2.5, 0.0]
    """
    method = OptimalDualAveraging(start, penalty, lipschitz, c, mu)
    return follow(method, gradient, n_iter, callback)


class Stage(NamedTuple):
    r"""One stage of :func:`multistage_orda`.

    Attributes
    ----------
    length : int
        :math:`N_k`, in gradients.
    slowdown : float
        :math:`\Lambda_k`, by which the constant :math:`\Gamma` exceeds L.
    """

    length: int
    slowdown: float


def stage_schedule(n_stages, *, lipschitz, mu, gap, sigma=0.0, jump=0.0):
    r"""Lengths and proximities of the stages of Algorithm 5.2, Euclidean case.

    Parameters
    ----------
    n_stages : int
    lipschitz, mu : float
        L and :math:`\mu`, both positive.
    gap : float
        :math:`\mathcal V_0`, at least the gap of the objective at the start.
    sigma : float
        Standard deviation of a gradient.
    jump : float
        M, the Lipschitz constant of the part of the loss that has kinks.

    Returns
    -------
    list of Stage
        :math:`N_k=\max\{4\sqrt{L/\mu},\,2^{k+9}(\sigma^2+M^2)/(\mu\mathcal V_0)\}`, rounded up, and
        :math:`\Lambda_k=N_k^{3/2}\sqrt{2^{k-1}\mu(\sigma^2+M^2)/\mathcal V_0}`.
    """
    lipschitz = check_real(lipschitz, "lipschitz", low=0, open_low=True)
    mu = check_real(mu, "mu", low=0, open_low=True)
    gap = check_real(gap, "gap", low=0, open_low=True)
    noise = check_real(sigma, "sigma", low=0) ** 2 + check_real(jump, "jump", low=0) ** 2
    shortest = 4 * math.sqrt(lipschitz / mu)
    stages = []
    for k in range(1, check_count(n_stages, "n_stages", low=1) + 1):
        length = math.ceil(max(shortest, 2 ** (k + 9) * noise / (mu * gap)))
        slowdown = length**1.5 * math.sqrt(2 ** (k - 1) * mu * noise / gap)
        stages.append(Stage(length, slowdown))
    return stages


class StagedDualAveraging(StochasticMethod):
    r"""The states of Algorithm 5.2: optimal dual averaging, begun anew at each stage.

    Parameters
    ----------
    start, penalty
        As in :class:`StochasticMethod`.
    stages : sequence of Stage, or of pairs (length, slowdown)
    lipschitz : float
        L, not negative.
    mu : float
        Strong convexity of the loss, positive.

    Attributes
    ----------
    ends : ndarray of int
        Numbers of gradients after which a stage ends. No more than the last one can be taken.
    """

    def __init__(self, start, stages, penalty=None, lipschitz=1.0, mu=1.0):
        super().__init__(start, penalty)
        self.lipschitz = check_real(lipschitz, "lipschitz", low=0)
        self.mu = check_real(mu, "mu", low=0, open_low=True)
        self.stages = [_check_stage(stage) for stage in check_list(stages, "stages")]
        self.ends = np.cumsum([stage.length for stage in self.stages])
        self.inner = self._begin(0)

    def _begin(self, k):
        """Dual averaging for stage k, from the point that is reached."""
        Gamma = self.lipschitz + self.stages[k].slowdown
        return OptimalDualAveraging(self.x_, self.penalty, Gamma, mu=self.mu)

    def _step(self, g):
        if self.t_ == self.ends[-1]:
            raise ValueError(f"stages hold {self.t_} gradients, and all of them are taken")
        self.inner.step(g)
        self.x_ = self.inner.x_
        self.z_ = self.inner.z_
        # the stage that this gradient belongs to: t_ is raised after the step
        stage = int(np.searchsorted(self.ends, self.t_ + 1))
        if self.t_ + 1 == self.ends[stage] and stage + 1 < len(self.stages):
            self.inner = self._begin(stage + 1)
        self.query_ = self.inner.query_


def multistage_orda(gradient, start, stages, penalty=None, *, lipschitz, mu, callback=None):
    r"""Optimal regularized dual averaging in stages, for a strongly convex loss.

    Each stage starts anew where the last one ended, with a longer run and shorter steps.

    Parameters
    ----------
    gradient, start, penalty
        As in :func:`orda`.
    stages : sequence of Stage, or of pairs (length, slowdown)
        For instance those of :func:`stage_schedule`.
    lipschitz, mu : float
        L, not negative, and :math:`\mu`, positive.
    callback : callable, optional
        Called with the number of steps since the first stage and the method.

    Returns
    -------
    StochasticRun

    Raises
    ------
    ValueError
        If there is no stage, or a constant is out of range.

    Notes
    -----
    O(size) a step beside the gradient. Source: Chen (2013), Algorithm 5.2 and Theorem 5.4.

    Examples
    --------
    >>> import numpy as np
    >>> stages = stage_schedule(10, lipschitz=2.0, mu=1.0, gap=2.25)
    >>> run = multistage_orda(
    ...     lambda x: x * [1.0, 2.0], np.array([1.5, 1.5]), stages, lipschitz=2.0, mu=1.0
    ... )
    >>> run.n_iter, bool(abs(run.x).max() < 1e-4)
    (60, True)
    """
    method = StagedDualAveraging(start, stages, penalty, lipschitz, mu)
    return follow(method, gradient, int(method.ends[-1]), callback)


def _check_stage(stage):
    """A stage as a length and a slowdown."""
    pair = check_list(stage, "stages")
    if len(pair) != 2:
        raise ValueError(f"stages must hold pairs (length, slowdown), got {stage!r}")
    length, slowdown = pair
    return Stage(check_count(length, "stages", low=1), check_real(slowdown, "stages", low=0))
