"""How strongly the mirror map weighs in round t: the scale ``c_t``, an inverse learning rate.

Shalev-Shwartz (2007), sections 3.4 to 3.5 and Figures 5.2 and 5.3. Small ``c`` means long steps. A
scale reads what the learner knows when it predicts: the number of rounds, the largest norm so far
(this round's instance included), the losses and mistakes of the past.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_real

__all__ = ["FixedScale", "LipschitzScale", "LossScale", "MistakeScale", "RootScale", "ScaleRule"]

FIXED, ROOT, LIPSCHITZ, LOSS, MISTAKE = range(5)

#: Places in the history that a learner keeps between rounds.
ROUNDS, NORM_MAX, LOSS_SUM, MISTAKES, CONJUGATES = range(5)


class Scale(NamedTuple):
    """A rule for ``c_t`` as compiled loops take it: its kind and its parameters."""

    kind: int
    a: float
    b: float


@njit
def scale_at(scale, history):
    """The value of ``c_t`` for the round that begins; 1 as long as no norm or loss was seen."""
    # A chain of comparisons instead of methods: this runs in every round of a compiled loop.
    kind, a, b = scale
    if kind == FIXED:
        c = a
    elif kind == ROOT:
        c = a * np.sqrt(history[ROUNDS])
    elif kind == LIPSCHITZ:  # L = (b X)^2 / 2
        c = b * history[NORM_MAX] * np.sqrt(0.5 * history[ROUNDS] / a)
    elif kind == LOSS:
        c = b * np.sqrt(a + history[LOSS_SUM])
    else:
        c = history[NORM_MAX] * np.sqrt((history[MISTAKES] + 1.0) / a)
    return c if c > 0.0 else 1.0  # nothing but zero vectors so far: theta is 0 whatever c


class ScaleRule:
    """A rule for ``c_t``: a code, two parameters and a text."""

    code = FIXED
    a = 1.0
    b = 1.0

    @property
    def compiled(self):
        """The rule as compiled loops take it."""
        return Scale(self.code, float(self.a), float(self.b))

    def __repr__(self):
        return f"{type(self).__name__}({self.a:g})"


class FixedScale(ScaleRule):
    """``c_t = c`` (Figure 3.1)."""

    def __init__(self, inverse_rate=1.0):
        self.a = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)


class RootScale(ScaleRule):
    """``c_t = c sqrt(t)``."""

    code = ROOT

    def __init__(self, inverse_rate=1.0):
        self.a = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)


class LipschitzScale(ScaleRule):
    """``c_t = sqrt(t max_i L_i / U)`` (Corollary 3), ``L_i = (lipschitz |x_i|)^2 / 2``.

    Parameters
    ----------
    U : float
        Complexity ``f(u)`` of the comparators to compete with.
    lipschitz : float
        Lipschitz constant of the loss in the score.
    """

    code = LIPSCHITZ

    def __init__(self, U=1.0, lipschitz=1.0):
        self.a = check_real(U, "U", low=0, open_low=True)
        self.b = check_real(lipschitz, "lipschitz", low=0, open_low=True)


class LossScale(ScaleRule):
    """``c_t = beta2 sqrt(beta1 + sum_{i<t} g_i(w_i))`` (Theorem 2), for self-bounded losses."""

    code = LOSS

    def __init__(self, beta1=1.0, beta2=1.0):
        self.a = check_real(beta1, "beta1", low=1)
        self.b = check_real(beta2, "beta2", low=0, open_low=True)

    def __repr__(self):
        return f"LossScale({self.a:g}, {self.b:g})"


class MistakeScale(ScaleRule):
    """``c_t = X_t sqrt((M_{t-1} + 1) / U)`` (Figures 5.2 and 5.3)."""

    code = MISTAKE

    def __init__(self, U=1.0):
        self.a = check_real(U, "U", low=0, open_low=True)
