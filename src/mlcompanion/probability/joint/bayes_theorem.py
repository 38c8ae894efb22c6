"""Bayes' theorem for discrete causes and effects (Sugiyama 2016, section 5.4)."""

import numpy as np
from scipy.special import logsumexp

from mlcompanion._validation import check_array, check_real

from .._checks import check_masses

__all__ = ["bayes_posterior", "break_even_prior", "sequential_posterior"]


def bayes_posterior(prior, likelihood):
    """Probabilities of the causes for every effect (section 5.4).

    Parameters
    ----------
    prior : array_like, shape (K,)
        Pr(x), before the effect is known.
    likelihood : array_like, shape (K, L)
        Pr(y | x): each row is a law of the effect.

    Returns
    -------
    ndarray, shape (K, L)
        Pr(x | y): each column sums to 1.

    Raises
    ------
    ValueError
        If the prior or a row does not sum to 1, or an effect has probability 0.
    """
    log_joint = _log_joint(prior, likelihood)
    evidence = logsumexp(log_joint, axis=0)
    if (evidence == -np.inf).any():
        raise ValueError("likelihood: an effect has probability 0 under every possible cause")
    return np.exp(log_joint - evidence)


def _log_joint(prior, likelihood):
    prior = check_masses(prior, "prior")
    likelihood = check_masses(likelihood, "likelihood", (len(prior), None), axis=1)
    with np.errstate(divide="ignore"):
        return np.log(prior)[:, None] + np.log(likelihood)


def sequential_posterior(prior, likelihood, effects):
    """Bayes' theorem once an observation: yesterday's posterior is today's prior.

    Parameters
    ----------
    prior : array_like, shape (K,)
        Pr(x).
    likelihood : array_like, shape (K, L)
        Pr(y | x) of one observation; given the cause, observations are independent.
    effects : array_like of int, shape (T,)
        Column numbers of the effects that were seen, in order.

    Returns
    -------
    ndarray, shape (T + 1, K)
        The prior, and the posterior after each observation. Sums of logarithms: no underflow.

    Raises
    ------
    ValueError
        If the effects contradict every cause, or one is no column.
    """
    log_joint = _log_joint(prior, likelihood)
    n_effects = log_joint.shape[1]
    effects = check_array(effects, "effects", ndim=1, dtype=int, low=0, high=n_effects - 1)
    with np.errstate(divide="ignore"):
        log_prior = np.log(np.asarray(prior, dtype=float))
        steps = np.log(np.asarray(likelihood, dtype=float))[:, effects].T
    total = np.cumsum(np.vstack([log_prior, steps]), axis=0)  # row k: after k effects
    evidence = logsumexp(total, axis=1, keepdims=True)
    if (evidence == -np.inf).any():
        raise ValueError("effects have probability 0 under every possible cause")
    return np.exp(total - evidence)


def break_even_prior(sensitivity, specificity):
    """The prior at which an alarm is as likely right as wrong (from section 5.4's example).

    An alarm is right with probability proportional to ``sensitivity * prior`` and wrong with one
    proportional to ``(1 - specificity) * (1 - prior)``; the two are equal at the returned prior.

    Parameters
    ----------
    sensitivity : float
        Pr(alarm | cause present), in (0, 1].
    specificity : float
        Pr(no alarm | cause absent), in [0, 1].

    Returns
    -------
    float in [0, 1)
    """
    s = check_real(sensitivity, "sensitivity", low=0, high=1, open_low=True)
    false_alarms = 1 - check_real(specificity, "specificity", low=0, high=1)
    return false_alarms / (s + false_alarms)
