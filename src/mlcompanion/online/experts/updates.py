"""Prediction with expert advice by multiplicative weights: static, fixed-share and learn-alpha.

Choromanska (2014), section 1.3.1, section 5.1.2 and Algorithm 7; the update rules are those of
Herbster and Warmuth (1998) and of Monteleoni and Jaakkola (2003). Nothing here knows what an
expert is: all that enters is the table of losses, one row a step and one column an expert.

Weights are kept as logarithms, so that ten thousand steps do not underflow. ``eta`` is the rate
in ``exp(-eta * loss)``; the source's value for losses in [0, 1] is one half.
"""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_count, check_real

__all__ = [
    "FixedShare",
    "LearnAlpha",
    "StaticExpert",
    "fixed_share_step",
    "transition_step",
]


@njit
def log_share_step(log_p, scaled, alpha):
    """Bayes' rule on ``log_p`` in place, then share ``alpha``; return the step's log-loss."""
    n = log_p.size
    top = -np.inf
    for i in range(n):
        log_p[i] -= scaled[i]
        top = max(top, log_p[i])
    total = 0.0
    for i in range(n):
        # relative to the largest, one term of the sum is 1: its logarithm is finite
        total += np.exp(log_p[i] - top)
    log_total = top + np.log(total)  # log sum_i p_t(i) exp(-eta L(i, t))
    for i in range(n):
        log_p[i] -= log_total
        if alpha > 0.0 and n > 1:
            stay = np.exp(log_p[i])
            # all others' shares together are 1 - stay: one number in place of a sum
            log_p[i] = np.log((1.0 - alpha) * stay + alpha / (n - 1) * (1.0 - stay))
    return max(-log_total, 0.0)  # rounding apart, no loss is negative


@njit
def _share_pass(scaled, alpha, weights, log_loss):
    """Step through all rows; fill in the weights before each row and its log-loss."""
    n_steps, n = scaled.shape
    log_p = np.full(n, -np.log(n))
    for t in range(n_steps):
        weights[t] = np.exp(log_p)
        log_loss[t] = log_share_step(log_p, scaled[t], alpha)


def _check_losses(losses):
    losses = check_array(losses, "losses", ndim=2, min_rows=1, low=0)
    if losses.shape[1] == 0:
        raise ValueError(f"losses must have at least one column, got shape {losses.shape}")
    return losses


def _check_distribution(p, name="p", shape=(None,)):
    p = check_array(p, name, shape=shape, min_rows=1, low=0)
    if not np.allclose(p.sum(axis=-1), 1, atol=1e-9):
        raise ValueError(f"{name} must hold probabilities that sum to 1, got {p!r}")
    return p


def _check_alphas(alphas):
    return check_array(alphas, "alphas", ndim=1, min_rows=1, low=0, high=1)


def fixed_share_step(p, losses, alpha, eta=0.5):
    """One Fixed-Share update: Bayes' rule, then every expert gives away a share ``alpha``.

    Parameters
    ----------
    p : array_like, shape (n,)
        Weights before the losses are seen.
    losses : array_like, shape (n,)
        The step's losses.
    alpha : float in [0, 1]
        Probability that the best expert changes; 0 is the Static-Expert update.
    eta : float
        Rate in ``exp(-eta * loss)``.

    Returns
    -------
    ndarray, shape (n,)
        ``p_next(i)`` proportional to ``sum_h p(h) exp(-eta L(h)) P(i | h; alpha)``.

    Raises
    ------
    ValueError
        If ``p`` is no distribution, ``losses`` differs in shape or is negative, or ``alpha`` is
        outside [0, 1].

    Notes
    -----
    Cost O(n): what an expert receives is the pooled share of all others, not a sum of its own.
    Source: Choromanska (2014), Algorithm 7, update 2.
    """
    p = _check_distribution(p)
    losses = _check_losses(np.atleast_2d(check_array(losses, "losses", shape=p.shape)))[0]
    alpha = check_real(alpha, "alpha", low=0, high=1)
    eta = check_real(eta, "eta", low=0)
    with np.errstate(divide="ignore"):
        log_p = np.log(p)
    log_share_step(log_p, eta * losses, alpha)
    return np.exp(log_p)


def transition_step(p, losses, transitions, eta=0.5):
    """One update with any transition matrix: ``p_next`` is ``Theta' (p * e^(-eta L))``, normalized.

    Parameters
    ----------
    p, losses : array_like, shape (n,)
    transitions : array_like, shape (n, n)
        Row-stochastic; row ``h`` is the distribution of the next best expert after ``h``.
    eta : float

    Returns
    -------
    ndarray, shape (n,)

    Raises
    ------
    ValueError
        If ``p`` or a row of ``transitions`` is no distribution, or the shapes differ.

    Notes
    -----
    Cost O(n^2). Source: Choromanska (2014), section 5.2.1, "generalized OCE algorithm".
    """
    p = _check_distribution(p)
    losses = _check_losses(np.atleast_2d(check_array(losses, "losses", shape=p.shape)))[0]
    theta = _check_distribution(transitions, "transitions", (p.size, p.size))
    eta = check_real(eta, "eta", low=0)
    # the normalising sum removes the common factor that this takes out
    joint = p * np.exp(-eta * (losses - losses.min()))
    return joint @ theta / joint.sum()


class FixedShare:
    """Fixed-Share(alpha), one step at a time.

    Parameters
    ----------
    n_experts : int
    alpha : float in [0, 1]
    eta : float

    Attributes
    ----------
    weights_ : ndarray, shape (n_experts,)
        The distribution that the next step will use.
    log_loss_ : float
        Sum of the log-losses so far.

    Notes
    -----
    Cost O(n) a step and O(n) memory, whatever the length of the stream.
    Source: Choromanska (2014), Algorithm 7, update 2.
    """

    def __init__(self, n_experts, alpha, eta=0.5):
        self.n_experts = check_count(n_experts, "n_experts", low=1)
        self.alpha = check_real(alpha, "alpha", low=0, high=1)
        self.eta = check_real(eta, "eta", low=0)
        self._log_p = np.full(self.n_experts, -np.log(self.n_experts))
        self.log_loss_ = 0.0

    @property
    def weights_(self):
        """The distribution over experts that the next step will use."""
        return np.exp(self._log_p)

    def update(self, losses):
        """See the losses of one step, shape (n_experts,); return the step's log-loss."""
        losses = _check_losses(check_array(losses, "losses", shape=(self.n_experts,))[None])[0]
        log_loss = log_share_step(self._log_p, self.eta * losses, self.alpha)
        self.log_loss_ += log_loss
        return log_loss


class StaticExpert(FixedShare):
    """Static-Expert, one step at a time: Fixed-Share with ``alpha = 0``.

    Parameters
    ----------
    n_experts : int
    eta : float
    """

    def __init__(self, n_experts, eta=0.5):
        super().__init__(n_experts, 0.0, eta)


class LearnAlpha:
    """Learn-alpha, one step at a time.

    Parameters
    ----------
    n_experts : int
    alphas : array_like, shape (m,)
    eta : float

    Attributes
    ----------
    weights_ : ndarray, shape (n_experts,)
        ``sum_j p_t(j) p_{t,j}(i)``.
    alpha_weights_ : ndarray, shape (m,)
    log_loss_ : float

    Notes
    -----
    Cost O(m n) a step. Source: Choromanska (2014), Algorithm 7, update 3.
    """

    def __init__(self, n_experts, alphas, eta=0.5):
        self.alphas = _check_alphas(alphas)
        self._below = [FixedShare(n_experts, float(alpha), eta) for alpha in self.alphas]
        self._top = StaticExpert(len(self._below), eta=1.0)

    @property
    def weights_(self):
        """The mixture's distribution over experts that the next step will use."""
        return sum(p * share.weights_ for p, share in zip(self.alpha_weights_, self._below))

    @property
    def alpha_weights_(self):
        """The distribution over the alphas."""
        return self._top.weights_

    @property
    def log_loss_(self):
        """Sum of the top level's log-losses so far."""
        return self._top.log_loss_

    def update(self, losses):
        """See the losses of one step, shape (n_experts,); return the step's log-loss."""
        # the experts of the top level are the shares, and what they lose are log-losses: hence eta
        # = 1
        return self._top.update([share.update(losses) for share in self._below])
