"""The running case: a box of digits, a dial for the penalty, and an entry's account."""

from typing import NamedTuple

import numpy as np

from mlcompanion.prox import soft_threshold
from mlcompanion.text.preferences import pair_error

from .protocol import FIXED, judged, learned, refitted, scores_of, split

__all__ = [
    "LOG_LAMS",
    "MEETINGS",
    "Account",
    "account",
    "dial",
    "equal_step_gains",
    "error_of",
    "spacing_row",
    "start_gains",
]

#: Stops of the dial.
LOG_LAMS = tuple(float(x) for x in np.round(np.arange(-5, -1.99, 0.25), 2))


def error_of(part, W):
    """Test error alone; the precision takes longer."""
    return pair_error(scores_of(part, W), part.test_tuples)


def dial(part, log_lams=LOG_LAMS):
    """For each penalty two matrices, before and after the refit, each with its judgement.

    Returns
    -------
    dict
        (log10 of the penalty, whether refitted): W as an array, error, density.
    """
    found = {}
    for log_lam in log_lams:
        W = learned(part, lam=10.0**log_lam)
        for is_refitted, matrix in ((False, W), (True, refitted(part, W))):
            density = matrix.nnz / matrix.shape[0] ** 2
            found[log_lam, is_refitted] = (matrix.toarray(), error_of(part, matrix), density)
    return found


class Account(NamedTuple):
    """One weight after each step, in three books; the steps that met it, and what it owes.

    ``swept`` is Algorithm 8.1 with a sweep each T-th step; ``true`` the weight with a sweep at each
    step; ``stored`` what stands in memory if it is shrunk only when it is met, and ``owed`` what is
    then to be taken off.
    """

    swept: np.ndarray
    true: np.ndarray
    stored: np.ndarray
    owed: np.ndarray
    met: np.ndarray


#: The steps that meet the weight, and by which multiple of the rate they move it.
MEETINGS = {2: 1.0, 3: 1.0, 5: 1.0, 6: 1.0, 14: 1.0, 15: 1.0, 33: -1.0, 34: -1.0}


def account(T, n_steps=40, lam=0.3, C=0.5):
    """Follow one weight with rates :math:`C/\\sqrt t` and a penalty.

    Parameters
    ----------
    T : int
        Steps between two sweeps.
    n_steps : int
    lam, C : float

    Returns
    -------
    Account
    """
    books = np.zeros((4, n_steps))
    swept = 0.0
    true = 0.0
    stored = 0.0
    owed = 0.0
    since_sweep = 0.0
    for t in range(1, n_steps + 1):
        rate = C / np.sqrt(t)
        if t in MEETINGS:
            stored = float(soft_threshold(stored, owed)) + rate * MEETINGS[t]
            owed = 0.0
            swept += rate * MEETINGS[t]
            true += rate * MEETINGS[t]
        owed += lam * rate
        since_sweep += lam * rate
        true = float(soft_threshold(true, lam * rate))
        if t % T == 0:
            swept = float(soft_threshold(swept, since_sweep))
            since_sweep = 0.0
        books[:, t - 1] = swept, true, stored, owed
    return Account(*books, np.array([t for t in MEETINGS if t <= n_steps]))


def equal_step_gains(seed, lam):
    """How many errors more dense and sparse training make than a refit of as many steps."""
    part = split("digits", seed)
    refit = judged(part, refitted(part, learned(part, lam=lam)))[1]
    twice = part._replace(tuples=np.tile(part.tuples, (2, 1)))
    return [judged(twice, learned(twice, lam=x))[1] - refit for x in (0.0, lam)]


def start_gains(seed, steps=1000):
    """How much lower the error is from the identity than from zeros, two rates."""
    part = split("digits", seed, steps)
    gains = []
    for options in (FIXED, {}):
        errors = [error_of(part, learned(part, start=s, **options)) for s in ("zero", "identity")]
        gains.append(errors[0] - errors[1])
    return gains


def spacing_row(seed, lam):
    """Two matrices from the same tuples, shrunk at each step and at each hundredth.

    Returns
    -------
    list of four floats
        Distance in units of the first one's norm, share of entries that are zero or not in both,
        and the two test errors.
    """
    part = split("digits", seed)
    plain, spaced = (learned(part, lam=lam, T=T) for T in (1, 100))
    distance = np.linalg.norm((plain - spaced).toarray()) / np.linalg.norm(plain.toarray())
    same = np.mean((plain.toarray() != 0) == (spaced.toarray() != 0))
    return [float(distance), float(same), judged(part, plain)[1], judged(part, spaced)[1]]
