r"""Gibbs sampling: Sugiyama (2016), section 19.3.3.

Each coordinate in turn is drawn from its law given the newest values of all others,

.. math:: \theta_i^{(j)}\sim p\bigl(\theta^{(j)}\,\big|\,
    \theta_i^{(1)},\dots,\theta_i^{(j-1)},\theta_{i-1}^{(j+1)},\dots,\theta_{i-1}^{(d)}\bigr).
"""

import numpy as np

from mlcompanion._validation import check_function, check_list, check_rng

from ._checks import check_schedule, check_starts
from ._loops import compiled_for, sweeps

__all__ = ["gibbs"]


def _check_blocks(blocks, d):
    """Index arrays that hold each coordinate once."""
    if blocks is None:
        return np.arange(d)
    blocks = [np.atleast_1d(np.asarray(block)) for block in check_list(blocks, "blocks")]
    flat = np.concatenate(blocks)
    if flat.dtype.kind not in "iu" or not np.array_equal(np.sort(flat), np.arange(d)):
        raise ValueError(f"blocks must hold each of the coordinates 0 to {d - 1} once")
    return blocks


def _check_conditionals(conditionals, blocks):
    """One function ``draw(theta, j, rng)``, from that or from one function a block."""
    if callable(conditionals):
        return conditionals
    draws = check_list(conditionals, "conditionals")
    if len(draws) != len(blocks):
        raise ValueError(
            f"conditionals must hold a function for each of {len(blocks)} blocks, got {len(draws)}"
        )
    for draw in draws:
        check_function(draw, "conditionals")
        if draw is None:
            raise TypeError("conditionals must hold functions, got None")
    return lambda theta, j, rng: draws[j](theta, rng)


def gibbs(conditionals, start, n, *, blocks=None, burn_in=0, thin=1, random_state=None):
    r"""Sample by drawing each coordinate, or block, given the newest values of the others.

    Parameters
    ----------
    conditionals : list of callables, or callable
        ``conditionals[j](theta, rng)`` returns a draw of coordinate j given the others of
        ``theta``, which it must not change. One function ``draw(theta, j, rng)`` does as well; if
        it is compiled by Numba's ``njit`` and there are no blocks, the whole chain runs compiled.
    start : array_like, shape (d,) or (n_chains, d)
    n : int
        Number of sweeps kept, of each chain.
    blocks : list of array_like of int, optional
        Coordinates that are drawn together (blocked Gibbs sampling); each belongs to one block.
    burn_in : int
        First sweeps, which are thrown away.
    thin : int
        Keep every ``thin``-th sweep after these.
    random_state : int, Generator or None
        Each of several chains has a stream of its own.

    Returns
    -------
    ndarray, shape (n, d) or (n_chains, n, d)
        The state after each sweep that is kept; the start is none of them.

    Raises
    ------
    ValueError
        If a draw is NaN or infinite, or the blocks do not share out the coordinates.

    Notes
    -----
    Cost: burn_in + n thin sweeps of one draw a block; memory for n samples. Nothing is rejected;
    where coordinates are strongly dependent the chain still moves slowly. Source: Sugiyama (2016),
    section 19.3.3 and Fig. 19.18.

    Examples
    --------
    >>> rho = 0.5
    >>> one = lambda theta, rng: rho * theta[1] + (1 - rho**2) ** 0.5 * rng.standard_normal()
    >>> two = lambda theta, rng: rho * theta[0] + (1 - rho**2) ** 0.5 * rng.standard_normal()
    >>> samples = gibbs([one, two], [0.0, 0.0], 5000, random_state=0)
    >>> bool(abs(np.corrcoef(samples.T)[0, 1] - rho) < 0.05)
    True
    """
    starts, single = check_starts(start)
    n, burn_in, thin = check_schedule(n, burn_in, thin)
    places = _check_blocks(blocks, starts.shape[1])
    draw = _check_conditionals(conditionals, places)
    rng = check_rng(random_state)
    loop = compiled_for(sweeps, draw) if blocks is None else sweeps
    streams = [rng] if single else rng.spawn(len(starts))  # one chain more changes no other
    chains = np.empty((len(starts), n, starts.shape[1]))
    for theta, own, samples in zip(starts.copy(), streams, chains):
        dropped = np.empty((burn_in, len(theta)))
        # the burn-in is the same loop, with rows that nobody keeps
        for thinned, rows in ((1, dropped), (thin, samples)):
            if loop(draw, theta, places, own, thinned, rows) < len(rows):
                raise ValueError(f"conditionals must return finite draws, got {theta}")
    return chains[0] if single else chains
