r"""Metropolis-Hastings sampling: Sugiyama (2016), section 19.3.3.

The chain moves from :math:`\theta_i` to a proposal :math:`\theta'` if

.. math:: v\le\frac{p(\theta')\,p'(\theta_i|\theta')}{p(\theta_i)\,p'(\theta'|\theta_i)},
    \qquad v\sim U[0,1],

and stays where it is, counting the old point again, if not. All ratios are taken in logarithms.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_function, check_rng

from ._checks import check_schedule, check_starts
from ._loops import compiled_for, general_walk, no_log_ratio, random_walk

__all__ = ["Chain", "acceptance_log_ratio", "metropolis_hastings"]

_BLOCK = 4096  # steps for which moves are drawn at once


class Chain(NamedTuple):
    """Draws of one Markov chain, or of several.

    Attributes
    ----------
    samples : ndarray, shape (n, d) or (n_chains, n, d)
        The points after each step that is kept; the start is none of them.
    log_target : ndarray, shape (n,) or (n_chains, n)
        Value of the target at the samples.
    acceptance : float or ndarray, shape (n_chains,)
        Accepted share of all steps.
    """

    samples: np.ndarray
    log_target: np.ndarray
    acceptance: float


def acceptance_log_ratio(log_p_new, log_p_old, log_back=0.0, log_forth=0.0):
    """Logarithm of the ratio that a uniform number must not exceed for a move to be accepted.

    Parameters
    ----------
    log_p_new, log_p_old : array_like
        Log target at the proposal and at the point that the chain stands at, up to one constant;
        the second is finite.
    log_back, log_forth : array_like
        Log density of the proposal from the new point to the old one, and from the old one to the
        new one. Equal for a symmetric proposal.

    Returns
    -------
    float or ndarray

    Raises
    ------
    ValueError
        If an entry is NaN or +inf, or ``log_p_old`` or ``log_forth`` is -inf.

    Examples
    --------
    >>> float(acceptance_log_ratio(-2.0, -1.0))
    -1.0
    """
    given = {"log_p_new": log_p_new, "log_p_old": log_p_old}
    given |= {"log_back": log_back, "log_forth": log_forth}
    for name, value in given.items():
        given[name] = value = check_array(value, name, finite=False)
        held = ("log_p_old", "log_forth")
        if not (value < np.inf).all() or (name in held and not (value > -np.inf).all()):
            raise ValueError(f"{name} must hold logarithms of densities, got {value}")
    # the old sum is finite by the checks: inf - inf cannot arise
    new = given["log_p_new"] + given["log_back"]
    old = given["log_p_old"] + given["log_forth"]
    return (new - old)[()]


def _check_step(step, d):
    """Standard deviations of the proposal, one a coordinate."""
    step = check_array(step, "step", low=0, open_low=True)
    if step.shape not in ((), (d,)):
        raise ValueError(f"step must be a number or have shape ({d},), got {step.shape}")
    return np.broadcast_to(step, (d,))


def _check_proposal(proposal):
    """A pair of functions: how to propose, and with which log density."""
    if callable(proposal):
        return proposal, None
    if not isinstance(proposal, (tuple, list)) or len(proposal) != 2:
        raise TypeError(
            f"proposal must be a function, or a pair of functions (draw, log density), "
            f"got {proposal!r}"
        )
    return tuple(check_function(part, "proposal") for part in proposal)


class _Walker:
    """Makes blocks of steps, by random moves or by the caller's proposal."""

    def __init__(self, log_target, step, proposal):
        self.log_target = log_target
        self.step = step
        self.functions = None
        if proposal is None:
            self.loop = compiled_for(random_walk, log_target)
            return
        propose, log_proposal = proposal
        if log_proposal is None:
            log_proposal = compiled_for(no_log_ratio, log_target, propose)
        self.loop = compiled_for(general_walk, log_target, propose, log_proposal)
        self.functions = (log_target, propose, log_proposal)

    def steps(self, theta, rng, size):
        """Points, values of the target and number of accepted moves of ``size`` steps."""
        samples = np.empty((size, len(theta)))
        logs = np.empty(size)
        if self.functions is None:
            log_v = -rng.standard_exponential(size)  # log of uniform numbers, never of 0
            moves = self.step * rng.standard_normal(samples.shape)
            found = self.loop(self.log_target, theta, moves, log_v, samples, logs)
        else:
            found = self.loop(*self.functions, theta, rng, samples, logs)
        accepted, wrong = found
        if wrong != 0:
            names = "log_target"
            if self.functions is not None:
                names += " and the log density of proposal"
            raise ValueError(f"{names} must return numbers or -inf, got {wrong}")
        return samples, logs, accepted


def _check_at_start(log_target, theta):
    """The target is a number at the start."""
    value = np.asarray(log_target(theta.copy()), dtype=float)  # a copy: a target may write
    if value.size != 1 or not np.isfinite(value).all():
        raise ValueError(
            f"start must be a point at which log_target is a finite number, got {value} at {theta}"
        )


def _run(walker, theta, schedule, rng):
    """One chain: kept samples, kept values, accepted share."""
    n, burn_in, thin = schedule
    samples = np.empty((n, len(theta)))
    logs = np.empty(n)
    total = burn_in + n * thin
    accepted = 0
    done = 0
    kept = 0
    while done < total:
        size = min(_BLOCK, total - done)
        block, values, moved = walker.steps(theta, rng, size)
        # Step t counts from 1; it is kept if it is burn_in + thin, burn_in + 2 thin, ...
        first = (burn_in + (kept + 1) * thin) - done - 1
        chosen = slice(first, size, thin)
        count = len(values[chosen])
        samples[kept : kept + count] = block[chosen]
        logs[kept : kept + count] = values[chosen]
        kept += count
        theta = block[-1]
        accepted += moved
        done += size
    return samples, logs, accepted / total


def metropolis_hastings(
    log_target, start, n, *, step=1.0, proposal=None, burn_in=0, thin=1, random_state=None
):
    r"""Sample a target known up to a constant by a Markov chain (section 19.3.3, Fig. 19.16).

    Parameters
    ----------
    log_target : callable
        Log density of one point, shape (d,), up to a constant; -inf where the density is 0. If it
        is compiled by Numba's ``njit``, and ``proposal``, the whole chain runs compiled.
    start : array_like, shape (d,) or (n_chains, d)
        The density must not be 0 there.
    n : int
        Number of samples kept, of each chain.
    step : float or array_like, shape (d,)
        Standard deviation of the normal random walk, one for all coordinates or one for each.
    proposal : callable or pair of callables, optional
        Instead of the random walk: ``draw(theta, rng)`` returns a new point, shape (d,), and
        ``log_density(new, old)`` the log density of proposing ``new`` from ``old``. The first alone
        must be symmetric.
    burn_in : int
        First steps, which are thrown away.
    thin : int
        Keep every ``thin``-th step after these.
    random_state : int, Generator or None
        Each of several chains has a stream of its own.

    Returns
    -------
    Chain

    Raises
    ------
    ValueError
        If the target is NaN or +inf anywhere the chain looks, or 0 at a start, the log density of
        ``proposal`` is no number, or ``step`` is not positive.

    Notes
    -----
    Cost: burn_in + n thin values of the target for each chain; memory for n samples. The samples
    are dependent: :func:`mlcompanion.bayes.diagnostics.chain_effective_size` tells what they are
    worth. A target multiplied by a constant gives the same chain, but for rounding. Source:
    Sugiyama (2016), section 19.3.3.

    Examples
    --------
    >>> def log_target(theta):
    ...     return -0.5 * (theta[0] - 3.0) ** 2
    >>> chain = metropolis_hastings(log_target, [0.0], 2000, burn_in=100, random_state=0)
    >>> bool(abs(chain.samples.mean() - 3) < 0.3)
    True
    """
    check_function(log_target, "log_target")
    starts, single = check_starts(start)
    schedule = check_schedule(n, burn_in, thin)
    step = _check_step(step, starts.shape[1])
    if proposal is not None:
        proposal = _check_proposal(proposal)
    rng = check_rng(random_state)
    walker = _Walker(log_target, step, proposal)
    for theta in starts:
        _check_at_start(log_target, theta)
    streams = [rng] if single else rng.spawn(len(starts))
    runs = [_run(walker, theta.copy(), schedule, own) for theta, own in zip(starts, streams)]
    if single:
        return Chain(*runs[0])
    samples, logs, acceptance = zip(*runs)
    return Chain(np.array(samples), np.array(logs), np.array(acceptance))
