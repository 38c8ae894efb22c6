r"""Dual steps of label ranking on distributions, for instances that say which words are there.

Shalev-Shwartz (2007), Sections 8.3 and 7.3. Every label's weights are a softmax of its row
:math:`\theta_r`, and an instance is ``value`` where a word is present, 0 elsewhere. Its score is
``value`` times the sigmoid of one number, the *logit* :math:`\ell_r=\log(A_r/A_{0r})` of the
weight on the words present; a dual step moves the logit by :math:`\pm` ``value``
:math:`\alpha_r/c`.
So the optimal step is SOPOPO's walk in logits: the lowest relevant ones are lifted to one level,
the highest others lowered to another, by equal sums. The thesis uses the interior point method.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_real

from .label_ranking import _check_labels

__all__ = ["lift_levels", "pair_scale", "presence_dual", "presence_step"]

_HALVINGS = 200  # of an interval: more than doubles can tell apart
_CLOSE = 1e-15
_STEEP = 100.0  # a cosine beyond which is far above all else


@njit
def sigmoid(logit):
    """``1 / (1 + exp(-logit))``, without overflow."""
    if logit >= 0:
        return 1.0 / (1.0 + np.exp(-logit))
    power = np.exp(logit)
    return power / (1.0 + power)


@njit
def softplus(logit):
    """``log(1 + exp(logit))``, without overflow."""
    return max(logit, 0.0) + np.log1p(np.exp(-abs(logit)))


@njit
def lift_scale(low, high, pull, margin):
    r"""The scale :math:`\alpha\le1` at which two labels are a margin apart: update II.

    ``low`` and ``high`` are the logits of the relevant label and of the other, ``pull`` is
    :math:`1/c` and ``margin`` that of scores in [0, 1]. With :math:`\beta=e^{\alpha/c}` the
    condition is a quadratic equation,
    :math:`(1-\gamma)AB_0\,\beta^2-\gamma q\beta-(1+\gamma)A_0B=0` with :math:`q=AB+A_0B_0`.
    """
    if margin >= 1.0:
        return 1.0  # scores differ by less than 1, whatever is done
    # divided by e to half the difference of the logits, so that nothing overflows
    # log beta = half the difference + the log of the root in these units
    half = 0.5 * (high - low)
    middle = 0.5 * abs(low + high)
    if middle > _STEEP:  # the root is that of its larger part
        log_beta = half + middle + np.log(margin / (1.0 - margin))
    else:
        q = np.cosh(middle)
        root = np.sqrt((margin * q) ** 2 + (1.0 - margin) * (1.0 + margin))
        log_beta = half + np.log((margin * q + root) / (1.0 - margin))
    return min(max(log_beta / pull, 0.0), 1.0)


class Levels(NamedTuple):
    """The two levels on the way: how many labels each holds, their sums of logits, and the pull."""

    i: int
    j: int
    sum_low: float
    sum_high: float
    pull: float


@njit
def lift_levels(low, high, pull, margin):
    r"""Common sum z, and the logits to which both sides go: update III, in logits.

    ``low`` ascends, the relevant labels' logits; ``high`` descends, the others'. While i of one
    side and j of the other move, the levels are :math:`u=(z/c+\sum_{\le i}\ell)/i` and
    :math:`w=(\sum_{\le j}\ell-z/c)/j`; the dual rises until
    :math:`\sigma(u)-\sigma(w)=\gamma` or z is 1.
    """
    # one label on each side moves at first, the lowest and the highest
    i = 1
    j = 1
    sum_low = low[0]
    sum_high = high[0]
    start = 0.0
    while True:
        # the z at which the level of the i lowest reaches the next one
        knot_low = (i * low[i] - sum_low) / pull if i < len(low) else np.inf
        knot_high = (sum_high - j * high[j]) / pull if j < len(high) else np.inf
        end = min(knot_low, knot_high, 1.0)
        levels = Levels(i, j, sum_low, sum_high, pull)
        # the margin is reached before the next knot: the level is found between the last two
        if _apart(end, levels) >= margin:
            z = _meeting(start, end, levels, margin)
            break
        if end == 1.0:
            z = 1.0
            break
        # the side whose knot comes first takes in one label more
        if knot_low <= knot_high:
            sum_low += low[i]
            i += 1
        else:
            sum_high += high[j]
            j += 1
        start = end
    return z, (pull * z + sum_low) / i, (sum_high - pull * z) / j


@njit
def _apart(z, levels):
    """Difference of the two levels' scores once so much is spent."""
    i, j, sum_low, sum_high, pull = levels
    return sigmoid((pull * z + sum_low) / i) - sigmoid((sum_high - pull * z) / j)


@njit
def _meeting(start, end, levels, margin):
    """Where the levels are a margin apart, by halving: the difference rises with z."""
    for _ in range(_HALVINGS):
        middle = 0.5 * (start + end)
        # the interval has shrunk to two neighbouring doubles
        if end - start <= _CLOSE * end or middle in (start, end):
            break
        if _apart(middle, levels) < margin:
            start = middle
        else:
            end = middle
    return end


@njit
def fill_step(logits, relevant, pull, margin, alpha):
    """Write the optimal step into ``alpha``; O(k log k)."""
    n_relevant = 0
    for r in range(len(logits)):
        n_relevant += relevant[r]
    low = np.empty(n_relevant)
    high = np.empty(len(logits) - n_relevant)
    i = 0
    for r in range(len(logits)):
        if relevant[r]:
            low[i] = logits[r]
            i += 1
        else:
            high[r - i] = -logits[r]  # sort ascends: the others' logits descend once negated again
    low.sort()
    high.sort()
    _, up, down = lift_levels(low, -high, pull, margin)
    for r in range(len(logits)):
        # a label beyond the level of its side stays where it is
        move = up - logits[r] if relevant[r] else logits[r] - down
        alpha[r] = max(move, 0.0) / pull


@njit
def step_rise(alpha, logits, relevant, pull, margin):
    r"""Rise of the dual, in units of ``value``: :math:`\gamma z-c\sum_r[\Delta\log Z_r]`."""
    rise = 0.0
    for r in range(len(alpha)):
        if alpha[r] > 0.0:
            if relevant[r]:
                rise += margin * alpha[r]
                moved = logits[r] + pull * alpha[r]
            else:
                moved = logits[r] - pull * alpha[r]
            # log Z of a label changes by a softplus of its logit: only the words present count
            rise -= (softplus(moved) - softplus(logits[r])) / pull
    return rise


def _check_step(logits, value, relevant, inverse_rate, margin):
    logits = plain_layout(check_array(logits, "logits", ndim=1, min_rows=2))
    relevant = plain_layout(_check_labels(relevant, len(logits)))
    if relevant.all() or not relevant.any():
        raise ValueError("relevant must name some labels, not all and not none")
    value = check_real(value, "value", low=0, open_low=True)
    c = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)
    margin = check_real(margin, "margin", low=0, open_low=True)
    return logits, relevant, value / c, margin / value


def pair_scale(low, high, value, inverse_rate, margin):
    r"""Scale of the aggressive subgradient step (update II) for a relevant label and another.

    Parameters
    ----------
    low, high : float
        Logits of the relevant label and of the other.
    value : float > 0
        Of the instance where a word is present.
    inverse_rate, margin : float > 0

    Returns
    -------
    float
        :math:`\alpha` in [0, 1]; 1 if the margin cannot be reached.

    Notes
    -----
    Cost: O(1), in closed form. Source: Section 8.3.2; the thesis refers to Section 7.2, whose
    formula is for one weight vector, while here two move.

    Examples
    --------
    >>> round(pair_scale(0.0, 0.0, 1.0, 0.5, 0.2), 4)
    0.2027
    """
    low = check_real(low, "low")
    high = check_real(high, "high")
    sides = np.array([True, False])
    _, _, pull, margin = _check_step([low, high], value, sides, inverse_rate, margin)
    return lift_scale(low, high, pull, margin)


def presence_step(logits, value, relevant, inverse_rate, margin):
    r"""The optimal dual step (update III) on distributions, exactly.

    Parameters
    ----------
    logits : array_like of shape (k,)
        :math:`\log(A_r/A_{0r})`, of each label's weight on the words present.
    value : float > 0
        Of the instance where a word is present.
    relevant : array_like of bool of shape (k,)
        Some and not all.
    inverse_rate, margin : float > 0

    Returns
    -------
    ndarray of shape (k,)
        Dual variables, of equal sums of at most 1 over relevant and other labels.

    Raises
    ------
    ValueError
        On wrong shapes or values.

    Notes
    -----
    Cost: O(k log k) for sorting, and one halving search. Without a loss the step is 0. Source:
    derived from (7.24); :func:`~mlcompanion.online.structured.label_ranking_step_entropy` finds the
    same by the interior point method, for any instance.
    """
    logits, relevant, pull, margin = _check_step(logits, value, relevant, inverse_rate, margin)
    alpha = np.zeros(len(logits))
    scores = np.array([sigmoid(logit) for logit in logits])
    if scores[relevant].min() - scores[~relevant].max() < margin:
        fill_step(logits, relevant, pull, margin, alpha)
    return alpha


def presence_dual(alpha, logits, value, relevant, inverse_rate, margin):
    """Rise of the dual by a step, in units of the loss.

    Parameters
    ----------
    alpha : array_like of shape (k,)
        Not negative.
    logits, value, relevant, inverse_rate, margin
        As in :func:`presence_step`.

    Returns
    -------
    float
    """
    logits, relevant, pull, margin = _check_step(logits, value, relevant, inverse_rate, margin)
    alpha = plain_layout(check_array(alpha, "alpha", shape=logits.shape, low=0))
    return float(value * step_rise(alpha, logits, relevant, pull, margin))
