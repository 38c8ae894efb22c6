r"""A pass of label ranking over sparse rows: two geometries, three updates, kept normalisers.

Shalev-Shwartz (2007), Section 8.3. Row r of the state is :math:`\theta_r=-\Lambda_r/c`: the weights
themselves where the complexity is Euclidean, their logarithms where it is the entropy. There the
exponentials and their sum are kept beside it, so that a step costs as much as the row has words.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.prox.balls.sopopo import sopopo_walk

from .presence_steps import fill_step, lift_scale, sigmoid, step_rise

__all__ = ["RankerState", "RankingRules", "Rows", "RunRecord", "ranker_state", "ranking_pass"]

CAUTIOUS = 1
SCALED = 2
OPTIMAL = 3
UPDATES = {"I": CAUTIOUS, "II": SCALED, "III": OPTIMAL}

_DIGITS = 1e-4  # share below which a difference of sums has lost too many digits
_TIE = 1e-11
_FAINT = 1e-280  # share that may have left the range of doubles
_RANGE = 1e200


class Rows(NamedTuple):
    """Rows in CSR, and which labels are relevant to each."""

    indptr: np.ndarray
    indices: np.ndarray
    data: np.ndarray
    relevant: np.ndarray


class RankingRules(NamedTuple):
    """Geometry, update and the two numbers of a learner."""

    entropy: bool
    update: int
    c: float
    margin: float


class RankerState(NamedTuple):
    """What a learner knows.

    Attributes
    ----------
    theta : ndarray, shape (k, n)
    power : ndarray, shape (k, n)
        ``exp(theta - shift)``; empty for the Euclidean geometry, as what follows.
    total : ndarray, shape (k,)
        Sums of the rows of ``power``.
    age : ndarray, shape (k,)
        Entries changed since the row's sum was formed anew.
    """

    theta: np.ndarray
    power: np.ndarray
    total: np.ndarray
    age: np.ndarray


class RunRecord(NamedTuple):
    """What is written down in every round, shape (n_rounds,) each."""

    losses: np.ndarray
    mistakes: np.ndarray
    dual: np.ndarray


def ranker_state(theta, entropy):
    """Make the state of given rows; O(k n)."""
    k = len(theta)
    if not entropy:
        return RankerState(theta, np.empty((0, 0)), np.empty(0), np.empty(0))
    state = RankerState(theta, np.empty(theta.shape), np.empty(k), np.zeros(k))
    for r in range(k):
        renew(state, r)
    return state


@njit
def renew(state, r):
    """Form a row's exponentials and their sum anew; O(n)."""
    top = state.theta[r].max()
    state.total[r] = 0.0
    for j in range(state.theta.shape[1]):
        state.power[r, j] = np.exp(state.theta[r, j] - top)
        state.total[r] += state.power[r, j]
    state.age[r] = 0.0


@njit
def presence_logit(state, r, words):
    """Logit of a label's weight on the words; O(len(words)) unless too many digits are lost."""
    on = 0.0
    for j in words:
        on += state.power[r, j]
    # words are few and labels many: the rest of the sum is cheaper by difference, if digits allow
    off = state.total[r] - on
    if off > _DIGITS * state.total[r] and on > _FAINT * state.total[r]:  # else the exact way
        return np.log(on / off)
    return _exact_logit(state.theta[r], words)


@njit
def _exact_logit(theta, words):
    """The same from logarithms, on either side of the words; O(n)."""
    present = np.zeros(len(theta), np.bool_)
    present[words] = True
    top_on = -np.inf
    top_off = -np.inf
    for j in range(len(theta)):
        if present[j]:
            top_on = max(top_on, theta[j])
        else:
            top_off = max(top_off, theta[j])
    if top_off == -np.inf:
        return np.inf  # every word is present: each label scores the same
    on = 0.0
    off = 0.0
    for j in range(len(theta)):
        if present[j]:
            on += np.exp(theta[j] - top_on)
        else:
            off += np.exp(theta[j] - top_off)
    return top_on - top_off + np.log(on / off)


@njit
def add_to_row(state, r, words, values, step, entropy):
    """Add ``step`` times an instance to a row, and keep its sum; O(len(words)) on average."""
    for i in range(len(words)):
        state.theta[r, words[i]] += step * values[i]
    if not entropy:
        return
    before = 0.0
    after = 0.0
    for i in range(len(words)):
        j = words[i]
        before += state.power[r, j]
        state.power[r, j] *= np.exp(min(step * values[i], 700.0))
        after += state.power[r, j]
    state.total[r] += after - before  # O(words), where a new sum would cost O(n)
    state.age[r] += len(words)
    n = state.theta.shape[1]
    lost = state.total[r] < _DIGITS * before or not state.total[r] < _RANGE
    if lost or state.age[r] > n:  # rounding has had its say n times: form the sum anew
        renew(state, r)


@njit
def _above(a, b):
    """Whether a key is above another by more than rounding: ties are exact ones, on any machine."""
    return a > b and not a - b <= _TIE * max(1.0, abs(a), abs(b))


@njit
def _worst_pair(keys, relevant):
    """Lowest relevant and highest other label, the first of equals, (8.4)."""
    low = -1
    high = -1
    for r in range(len(keys)):
        if relevant[r]:
            if low < 0 or _above(keys[low], keys[r]):
                low = r
        elif high < 0 or _above(keys[r], keys[high]):
            high = r
    return low, high


@njit
def _optimal_euclidean(scores, relevant, square, rules, alpha):
    """SOPOPO on the missing margins; O(k log k)."""
    mu = rules.c * (rules.margin - scores[relevant]) / square
    nu = rules.c * scores[~relevant] / square
    zeta_mu, zeta_nu, z, _ = sopopo_walk(np.sort(mu)[::-1], np.sort(nu)[::-1], 1.0)
    if z == 0.0:
        return
    for r in range(len(scores)):
        if relevant[r]:
            alpha[r] = max(rules.c * (rules.margin - scores[r]) / square - zeta_mu, 0.0)
        else:
            alpha[r] = max(rules.c * scores[r] / square - zeta_nu, 0.0)


@njit
def _step_euclidean(scores, relevant, pair, square, rules, alpha):
    """Dual variables of one round, and the rise of the dual."""
    low, high = pair
    if rules.update == OPTIMAL:
        _optimal_euclidean(scores, relevant, square, rules, alpha)
    elif rules.update == SCALED:
        missing = rules.margin - scores[low] + scores[high]
        # two vectors move by alpha x / c each: the pair's margin grows by 2 alpha |x|^2 / c
        alpha[low] = alpha[high] = min(1.0, rules.c * missing / (2.0 * square))
    else:
        alpha[low] = alpha[high] = 1.0
    rise = 0.0
    for r in range(len(alpha)):
        # (7.19): the margin counts with the relevant labels, whose sum is that of the others
        gain = rules.margin - scores[r] if relevant[r] else scores[r]
        rise += alpha[r] * gain - square * alpha[r] ** 2 / (2.0 * rules.c)
    return rise


@njit
def _step_entropy(logits, relevant, pair, value, rules, alpha):
    """The same, on distributions."""
    low, high = pair
    pull = value / rules.c
    margin = rules.margin / value
    if rules.update == CAUTIOUS or logits[low] == np.inf:
        alpha[low] = alpha[high] = 1.0
    elif rules.update == SCALED:
        alpha[low] = alpha[high] = lift_scale(logits[low], logits[high], pull, margin)
    else:
        fill_step(logits, relevant, pull, margin, alpha)
    if logits[low] == np.inf:
        return rules.margin  # weights cannot move: the margin is all that counts
    return value * step_rise(alpha, logits, relevant, pull, margin)


@njit
def ranking_pass(rows, state, rules, record):
    """Play the rows, one after the other; O(k) a word of a row, and O(k log k) a step."""
    k = len(state.theta)
    scores = np.empty(k)
    logits = np.empty(k)
    for t in range(len(rows.indptr) - 1):
        at = slice(rows.indptr[t], rows.indptr[t + 1])
        words = rows.indices[at]
        values = rows.data[at]
        relevant = rows.relevant[t]
        n_relevant = relevant.sum()
        if n_relevant == 0 or n_relevant == k:
            continue  # no pair to rank
        if rules.entropy:
            for r in range(k):
                logits[r] = presence_logit(state, r, words) if len(words) else 0.0
                scores[r] = values[0] * sigmoid(logits[r]) if len(words) else 0.0
        else:
            for r in range(k):
                scores[r] = 0.0
                for i in range(len(words)):
                    scores[r] += state.theta[r, words[i]] * values[i]
        # logits order scores even where these are 1 up to rounding
        keys = logits if rules.entropy else scores
        pair = _worst_pair(keys, relevant)
        low, high = pair
        record.mistakes[t] = not _above(keys[low], keys[high])
        lead = scores[low] - scores[high]
        if record.mistakes[t]:
            lead = min(lead, 0.0)
        record.losses[t] = max(0.0, rules.margin - lead)
        if record.losses[t] == 0.0 or len(words) == 0:
            continue
        if rules.update == CAUTIOUS and not record.mistakes[t]:
            continue
        alpha = np.zeros(k)
        if rules.entropy:
            rise = _step_entropy(logits, relevant, pair, values[0], rules, alpha)
        else:
            square = (values**2).sum()
            rise = _step_euclidean(scores, relevant, pair, square, rules, alpha)
        record.dual[t] = rise
        for r in range(k):
            if alpha[r] > 0.0:
                step = alpha[r] / rules.c if relevant[r] else -alpha[r] / rules.c
                add_to_row(state, r, words, values, step, rules.entropy)
