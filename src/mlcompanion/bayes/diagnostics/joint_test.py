"""Is a sampler right? The joint test of Geweke (2004, *Getting it right*), for any sampler.

There are two ways to draw a parameter and data together. One draws the parameter from the prior and
the data from the model. The other alternates: the sampler under test moves the parameter, given the
data; then data are drawn anew, given the parameter. If the sampler leaves the posterior as it is,
and only then, both give the same joint law.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import stdtr

from mlcompanion._progress import progress_bar
from mlcompanion._validation import check_count, check_function, check_rng

__all__ = ["JointTest", "geweke_joint_test"]


class JointTest(NamedTuple):
    """What the joint test found, for each statistic.

    Attributes
    ----------
    direct : ndarray, shape (k,)
        Means over independent draws of parameter and data.
    alternating : ndarray, shape (k,)
        Means over the chains.
    t : ndarray, shape (k,)
        Welch's statistic of their differences.
    pvalues : ndarray, shape (k,)
        Two-sided, one for each statistic.
    pvalue : float
        Of all together: the smallest times k, at most 1.
    """

    direct: np.ndarray
    alternating: np.ndarray
    t: np.ndarray
    pvalues: np.ndarray
    pvalue: float


def _statistics(statistics, state, data):
    """A finite vector."""
    values = np.asarray(statistics(state, data), dtype=float)
    if values.ndim > 1 or not values.size or not np.isfinite(values).all():
        raise ValueError(
            f"statistics must return a finite number or vector, got {values} "
            "(are the model's moments finite?)"
        )
    return np.atleast_1d(values)


def geweke_joint_test(
    draw_prior, draw_data, update, statistics, *, n_chains=200, n_steps=50, n_direct=None,
    random_state=None, progress=False,
):  # fmt: skip
    """Compare direct draws of parameter and data with those of chains of the sampler under test.

    Parameters
    ----------
    draw_prior : callable
        ``draw_prior(rng)`` returns a state drawn from the prior: a vector, labels, a dict, whatever
        the sampler moves.
    draw_data : callable
        ``draw_data(state, rng)`` returns data drawn from the model.
    update : callable
        ``update(state, data, rng)`` returns the state after one or more steps of the sampler. It
        must not use what the state was drawn from.
    statistics : callable
        ``statistics(state, data)`` returns a number or a vector of k. Statistics that the sampler
        may get wrong find errors: second moments, numbers of clusters, products with the data.
        Their variance must be finite.
    n_chains : int
        Chains, each of which starts from a direct draw, so that there is nothing to burn in.
    n_steps : int
        Steps of each chain. An error grows with them until the chain has settled.
    n_direct : int, optional
        Independent draws beside the chains; default ``n_chains * n_steps`` but at most 10,000.
    random_state : int, Generator or None
    progress : bool
        Show a bar over the chains.

    Returns
    -------
    JointTest

    Raises
    ------
    ValueError
        If a statistic is NaN or infinite, or changes its length.

    Notes
    -----
    Cost: n_chains n_steps updates and draws of data. The chains are independent, so the spread of
    their means gives the error whatever the chain's memory: no spectral estimate is needed.

    Examples
    --------
    One normal observation of a normal mean; the exact draw passes, one of the wrong width does not.

    >>> prior = lambda rng: rng.normal()
    >>> data = lambda mean, rng: rng.normal(mean)
    >>> right = lambda mean, x, rng: rng.normal(x / 2, 0.5**0.5)
    >>> wrong = lambda mean, x, rng: rng.normal(x / 2, 0.5)
    >>> square = lambda mean, x: mean**2
    >>> geweke_joint_test(prior, data, right, square, random_state=0).pvalue > 0.01
    True
    >>> geweke_joint_test(prior, data, wrong, square, random_state=0).pvalue < 1e-6
    True
    """
    names = ("draw_prior", "draw_data", "update", "statistics")
    for name, function in zip(names, (draw_prior, draw_data, update, statistics)):
        if check_function(function, name) is None:
            raise TypeError(f"{name} must be a function, got None")
    n_chains = check_count(n_chains, "n_chains", low=2)
    n_steps = check_count(n_steps, "n_steps", low=1)
    if n_direct is None:
        n_direct = min(n_chains * n_steps, 10_000)
    n_direct = check_count(n_direct, "n_direct", low=2)
    rng = check_rng(random_state)
    direct = []
    for _ in range(n_direct):
        state = draw_prior(rng)
        direct.append(_statistics(statistics, state, draw_data(state, rng)))
    means = []
    for _ in progress_bar(range(n_chains), progress, description="chains"):
        # from the prior: a right sampler is in its stationary law from the first step
        state = draw_prior(rng)
        data = draw_data(state, rng)
        rows = []
        for _ in range(n_steps):
            state = update(state, data, rng)
            data = draw_data(state, rng)
            rows.append(_statistics(statistics, state, data))
        # draws of a chain depend on each other: its mean counts once
        means.append(_stack(rows).mean(axis=0))
    return _compare(_stack(direct), _stack(means))


def _stack(rows):
    """Vectors as rows of a table."""
    if len({len(row) for row in rows}) > 1:
        raise ValueError("statistics must return vectors of one length")
    return np.array(rows)


def _compare(direct, chains):
    """Welch's test of each column."""
    if direct.shape[1] != chains.shape[1]:
        raise ValueError("statistics must return vectors of one length")
    gap = chains.mean(axis=0) - direct.mean(axis=0)
    parts = np.array([table.var(axis=0, ddof=1) / len(table) for table in (direct, chains)])
    error = np.sqrt(parts.sum(axis=0))
    # A statistic that never varies agrees if it is the same in both, up to rounding.
    still = error <= 1e-12 * (np.abs(direct).max(axis=0) + np.abs(chains).max(axis=0))
    same = np.abs(gap) <= 1e-9 * np.abs(direct).max(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = gap / error
        freedom = parts.sum(axis=0) ** 2 / (
            parts[0] ** 2 / (len(direct) - 1) + parts[1] ** 2 / (len(chains) - 1)
        )
    t = np.where(still, np.where(same, 0.0, np.copysign(np.inf, gap)), t)
    freedom = np.where(still, 1.0, freedom)
    pvalues = 2 * stdtr(freedom, -np.abs(t))
    pvalues = np.where(np.isinf(t), 0.0, pvalues)
    smallest = min(1.0, float(pvalues.min()) * len(pvalues))  # Bonferroni
    return JointTest(direct.mean(axis=0), chains.mean(axis=0), t, pvalues, smallest)
