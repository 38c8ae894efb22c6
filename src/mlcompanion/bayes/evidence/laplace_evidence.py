"""The evidence by Laplace's approximation, term by term (Sugiyama 2016, Eqs 18.2 and 18.3)."""

from typing import NamedTuple

from mlcompanion._validation import check_instance

from .laplace import LaplaceApproximation, laplace_approximation

__all__ = ["LaplaceEvidence", "laplace_evidence"]


class LaplaceEvidence(NamedTuple):
    """The terms of Eq. (18.3); their sum is the approximated log evidence.

    Attributes
    ----------
    log_evidence : float
    log_likelihood : float
        At the MAP estimate.
    log_prior : float
        At the MAP estimate.
    log_volume : float
        b/2 log(2 pi) - 1/2 log det(-H): what the posterior occupies. With ``log_prior`` it is
        Occam's factor, the share of the prior that the data leave.
    posterior : LaplaceApproximation
        Its mode is the MAP estimate, its law approximates the posterior.
    """

    log_evidence: float
    log_likelihood: float
    log_prior: float
    log_volume: float
    posterior: LaplaceApproximation


def laplace_evidence(log_likelihood, log_prior, start, *, hessian=None, max_iter=200):
    """Approximate the log evidence of a model, the Hessian at the MAP estimate, prior included.

    Parameters
    ----------
    log_likelihood : callable
        Log-likelihood of all samples at a parameter vector (b,).
    log_prior : callable
        Log-density of the prior there, with its constants.
    start : array_like, shape (b,)
        Where the search for the MAP estimate begins.
    hessian : callable, optional
        Second derivatives of the *sum* of both, (b, b); default by differences.
    max_iter : int

    Returns
    -------
    LaplaceEvidence

    Raises
    ------
    ValueError
        As :func:`laplace_approximation` does for the sum, which it calls ``log_density``.

    Notes
    -----
    Exact for a normal likelihood of a mean with a normal prior; the relative error is of order 1/n
    for regular models. It depends on the parameters in use: the log-odds of a share are nearer to
    normal than the share. Cost: as of :func:`laplace_approximation`, with a likelihood for each
    evaluation. Source: Sugiyama (2016), Eq. (18.3).

    Examples
    --------
    >>> from math import exp, log
    >>> heads = lambda p: 3 * log(p[0]) + 7 * log(1 - p[0])
    >>> flat = lambda p: 0.0 if 0 < p[0] < 1 else -float("inf")
    >>> told = laplace_evidence(lambda p: heads(p) if 0 < p[0] < 1 else flat(p), flat, [0.5])
    >>> round(exp(told.log_evidence) * 1320, 2)  # the integral is 1/1320
    1.07
    """
    check_instance(log_likelihood, "log_likelihood", callable, "function")
    check_instance(log_prior, "log_prior", callable, "function")
    found = laplace_approximation(
        lambda theta: log_prior(theta) + log_likelihood(theta),
        start,
        hessian=hessian,
        max_iter=max_iter,
    )
    at_prior = float(log_prior(found.mode.copy()))
    return LaplaceEvidence(
        log_evidence=found.log_integral,
        log_likelihood=found.log_height - at_prior,  # the height is their sum
        log_prior=at_prior,
        log_volume=found.log_integral - found.log_height,
        posterior=found,
    )
