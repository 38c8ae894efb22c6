"""The updates of :mod:`~mlcompanion.online.experts.updates` over a whole table of losses at once.

Choromanska (2014), Algorithm 7. A run keeps the weights before every step, which is what regret
bounds and pictures need; the classes keep only the last.
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion._validation import check_real

from .updates import _check_alphas, _check_losses, _share_pass, transition_step

__all__ = [
    "ExpertRun",
    "LearnAlphaRun",
    "fixed_share",
    "follow_the_leader",
    "learn_alpha",
    "static_expert",
    "transition_share",
]


@dataclass(frozen=True)
class ExpertRun:
    """What an update rule did on a table of losses.

    Attributes
    ----------
    weights : ndarray, shape (T, n)
        Row ``t`` is the distribution over experts *before* the losses of step ``t``.
    log_loss : ndarray, shape (T,)
        ``-log sum_i p_t(i) exp(-eta L(i, t))``.
    """

    weights: np.ndarray
    log_loss: np.ndarray


@dataclass(frozen=True)
class LearnAlphaRun(ExpertRun):
    """What Learn-alpha did: :class:`ExpertRun` of the mixture, and the layer of alphas.

    Attributes
    ----------
    alphas : ndarray, shape (m,)
    alpha_weights : ndarray, shape (T, m)
        Top-level distribution over the Fixed-Share algorithms before each step.
    alpha_log_loss : ndarray, shape (T, m)
        Log-loss of each Fixed-Share algorithm.
    """

    alphas: np.ndarray
    alpha_weights: np.ndarray
    alpha_log_loss: np.ndarray


def fixed_share(losses, alpha, eta=0.5):
    """Run Fixed-Share(alpha) over a table of losses.

    Parameters
    ----------
    losses : array_like, shape (T, n)
        Non-negative; the source's bounds need [0, 1].
    alpha : float in [0, 1]
    eta : float

    Returns
    -------
    ExpertRun

    Raises
    ------
    ValueError
        On a bad table, ``alpha`` outside [0, 1] or a negative ``eta``.

    Notes
    -----
    Cost O(T n). Source: Choromanska (2014), Algorithm 7, update 2.
    """
    losses = _check_losses(losses)
    alpha = check_real(alpha, "alpha", low=0, high=1)
    eta = check_real(eta, "eta", low=0)
    run = ExpertRun(np.empty(losses.shape), np.empty(len(losses)))
    _share_pass(eta * losses, alpha, run.weights, run.log_loss)
    return run


def static_expert(losses, eta=0.5):
    """Run Static-Expert (Bayes' rule, or Hedge): Fixed-Share with ``alpha = 0``.

    Parameters
    ----------
    losses : array_like, shape (T, n)
    eta : float

    Returns
    -------
    ExpertRun

    Notes
    -----
    Cost O(T n). Source: Choromanska (2014), Algorithm 7, update 1.
    """
    return fixed_share(losses, 0.0, eta)


def transition_share(losses, transitions, eta=0.5):
    """Run the update with any transition matrix over a table of losses.

    Parameters
    ----------
    losses : array_like, shape (T, n)
    transitions : array_like, shape (n, n)
        Row-stochastic.
    eta : float

    Returns
    -------
    ExpertRun

    Notes
    -----
    Cost O(T n^2). Source: Choromanska (2014), Theorem 9.
    """
    losses = _check_losses(losses)
    eta = check_real(eta, "eta", low=0)
    run = ExpertRun(np.empty(losses.shape), np.empty(len(losses)))
    p = np.full(losses.shape[1], 1 / losses.shape[1])
    for t, row in enumerate(losses):
        run.weights[t] = p
        # the least loss is taken out: the exponentials cannot all vanish
        run.log_loss[t] = eta * row.min() - np.log(p @ np.exp(-eta * (row - row.min())))
        p = transition_step(p, row, transitions, eta)
    return run


def learn_alpha(losses, alphas, eta=0.5):
    """Run Learn-alpha: Static-Expert over Fixed-Share algorithms, one for each alpha.

    Parameters
    ----------
    losses : array_like, shape (T, n)
    alphas : array_like, shape (m,)
        For example :func:`mlcompanion.online.experts.hindsight.alpha_grid`.
    eta : float

    Returns
    -------
    LearnAlphaRun

    Notes
    -----
    Cost O(T m n). The top level sees the log-losses of the lower and uses rate 1, not ``eta``.
    Source: Choromanska (2014), Algorithm 7, update 3.
    """
    losses = _check_losses(losses)
    alphas = _check_alphas(alphas)
    below = [fixed_share(losses, float(alpha), eta) for alpha in alphas]
    loss_per_alpha = np.stack([run.log_loss for run in below], axis=1)
    # log-losses are negative log-likelihoods: Bayes' rule over the alphas has rate 1
    top = static_expert(loss_per_alpha, eta=1.0)
    weights = sum(p_j[:, None] * run.weights for p_j, run in zip(top.weights.T, below))
    return LearnAlphaRun(weights, top.log_loss, alphas, top.weights, loss_per_alpha)


def follow_the_leader(losses):
    """Put all weight on the expert with the least loss so far; the first of equals.

    Parameters
    ----------
    losses : array_like, shape (T, n)

    Returns
    -------
    ndarray, shape (T, n)
        One-hot rows, before each step. They are the limit of Static-Expert for a large ``eta``,
        and its leader for every ``eta``.

    Notes
    -----
    Cost O(T n).
    """
    losses = _check_losses(losses)
    before = np.cumsum(losses, axis=0) - losses  # without the row that is about to be played
    return np.eye(losses.shape[1])[before.argmin(axis=1)]
