r"""Rejection sampling: Sugiyama (2016), section 19.3.2.

A proposal :math:`\theta'\sim p'` is accepted if :math:`v\le p(\theta')/p'(\theta')`, with v uniform
on :math:`[0,\kappa]`.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_count, check_function, check_has, check_real, check_rng

from ._checks import CHUNK, check_log_density

__all__ = ["Rejection", "rejection_sampling"]


class Rejection(NamedTuple):
    """Draws by rejection.

    Attributes
    ----------
    samples : ndarray, shape (n,) or (n, d)
        Independent, from the target.
    acceptance : float
        Accepted share of all proposals: 1 / kappa on average, if the target is normalised.
    n_proposals : int
    """

    samples: np.ndarray
    acceptance: float
    n_proposals: int


def accepted_proposals(log_target, proposal, log_kappa, size, rng):
    """Propose ``size`` points and return those accepted (steps 1 to 4 of Fig. 19.10)."""
    points = proposal.rvs(size, random_state=rng)
    log_p = check_log_density(log_target(points), "log_target", size)
    log_q = check_log_density(proposal.logpdf(points), "proposal.logpdf", size)
    log_ratio = log_p - log_q
    # a bound that touches the ratio may be passed by rounding
    rounding = 1e-12 * (1 + np.abs(log_q) + np.abs(np.where(log_p > -np.inf, log_p, 0)))
    surplus = log_ratio - log_kappa > rounding
    if surplus.any():
        worst = log_ratio.max()
        raise ValueError(
            f"log_kappa must bound the log ratio of the densities: it is {log_kappa:g}, "
            f"and a draw has {worst:g}"
        )
    log_v = log_kappa - rng.standard_exponential(size)  # v uniform on [0, kappa]
    return points[log_v <= log_ratio]


def rejection_sampling(
    log_target, proposal, log_kappa, n=None, *, n_proposals=None, max_proposals=10**8,
    random_state=None,
):  # fmt: skip
    r"""Independent draws from a target by keeping some of a proposal's (Fig. 19.10).

    Parameters
    ----------
    log_target : callable
        Log density of an array of points, up to a constant; -inf where the density is 0.
    proposal : law
        With ``rvs(size, random_state=rng)`` and ``logpdf``: one of
        :mod:`mlcompanion.probability`, or SciPy's.
    log_kappa : float
        Logarithm of a bound on target over proposal. A draw that disproves it raises.
    n : int, optional
        Number of draws wanted.
    n_proposals : int, optional
        Instead of ``n``: make so many proposals and keep what is accepted, as in Fig. 19.12.
    max_proposals : int
        With ``n``: give up after so many.
    random_state : int, Generator or None

    Returns
    -------
    Rejection

    Raises
    ------
    ValueError
        If a draw disproves the bound, a density is NaN or +inf, both or none of ``n`` and
        ``n_proposals`` is given, or ``max_proposals`` do not yield n draws.

    Notes
    -----
    Cost: kappa n proposals on average. A bound that is passed without a draw near the peak goes
    unnoticed, and cuts the peak. Source: Sugiyama (2016), section 19.3.2.

    Examples
    --------
    >>> from mlcompanion.probability import Uniform
    >>> from mlcompanion.probability.laws import FivePiece
    >>> found = rejection_sampling(
    ...     FivePiece().logpdf, Uniform(0, 5), np.log(3), n_proposals=100_000, random_state=0
    ... )
    >>> round(found.acceptance, 2)
    0.33
    """
    check_function(log_target, "log_target")
    check_has(proposal, "proposal", "rvs", "logpdf")
    log_kappa = check_real(log_kappa, "log_kappa")
    rng = check_rng(random_state)
    if (n is None) == (n_proposals is None):
        raise ValueError("give n, the draws wanted, or n_proposals, and not both")
    if n is None:
        n = np.inf
        limit = check_count(n_proposals, "n_proposals", low=1)
    else:
        n = check_count(n, "n", low=1)
        limit = check_count(max_proposals, "max_proposals", low=1)
    kept = []
    made = 0
    found = 0
    while found < n and made < limit:
        rate = (found + 1) / (made + 1)  # 1 at first, then what was seen
        wanted = min(CHUNK, limit - made)
        if np.isfinite(n):
            wanted = min(wanted, max(int(1.1 * (n - found) / rate), 100))
        kept.append(accepted_proposals(log_target, proposal, log_kappa, wanted, rng))
        made += wanted
        found += len(kept[-1])
    if np.isfinite(n) and found < n:
        raise ValueError(
            f"max_proposals={limit} gave {found} of {n} draws: a closer proposal, "
            "or a smaller log_kappa, is needed"
        )
    samples = np.concatenate(kept)
    return Rejection(samples[: min(n, found)], found / made, made)
