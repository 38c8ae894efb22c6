r"""Optimal dual averaging on sparse rows: only the weights that a batch reads are touched.

Algorithm 5.1 of Chen (2013) with an l1 penalty, :math:`\mu=0` and start 0. A weight whose feature
is absent moves all the same, by shrinkage and by the pull of its z. Let S be its sum of
:math:`G_i/\nu_i`, which stays as it is meanwhile. Then :math:`U_t=t(t+1)x_t` obeys

.. math:: U_{t+1}=U_t+2(t+1)z_t-\mathrm{sgn}(x)\,\lambda\frac{(t+1)(t+2)}{\gamma_t},\qquad
          z_t=-\mathrm{sgn}(S)\frac{(|S|-\lambda t(t+1)/4)_+}{\gamma_t}

as long as x keeps its sign: a sum of three running sums, read off in one look. Against z its size
falls, and with z it rises first and then falls, so that the step at which x meets 0 is found by
bisection. Exact, in O(log t) for each entry that is read.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.losses.formulas import loss_derivative

__all__ = []


class Rows(NamedTuple):
    """Rows of a CSR array, and their targets."""

    starts: np.ndarray
    places: np.ndarray
    values: np.ndarray
    targets: np.ndarray


class LazyState(NamedTuple):
    """The weights as they were when last read, a batch's gradient, and which weights it touches.

    ``seen`` is the step at which ``x`` held, ``marks`` the last step that touched a weight.
    """

    x: np.ndarray
    S: np.ndarray
    seen: np.ndarray
    lam: np.ndarray
    gradient: np.ndarray
    marks: np.ndarray
    touched: np.ndarray


class Sums(NamedTuple):
    r"""Proximities :math:`\gamma_t`, and sums over the steps before t.

    ``pull`` sums :math:`2(t+1)/\gamma_t`, ``late`` the same times :math:`t(t+1)/4`, and ``shrink``
    sums :math:`(t+1)(t+2)/\gamma_t`.
    """

    gamma: np.ndarray
    pull: np.ndarray
    late: np.ndarray
    shrink: np.ndarray


def running_sums(n_steps, lipschitz, c):
    """The sums for so many steps; O(n_steps)."""
    t = np.arange(n_steps, dtype=float)
    # gamma_t of Algorithm 5.1 with mu = 0
    gamma = c * (t + 1) ** 1.5 + lipschitz

    def before(terms):
        return np.concatenate([[0.0], np.cumsum(terms)])

    pull = 2 * (t + 1) / gamma
    late = pull * t * (t + 1) / 4
    shrink = (t + 1) * (t + 2) / gamma
    return Sums(gamma, before(pull), before(late), before(shrink))


@njit
def shrunk(v, threshold):
    """Soft threshold of a number."""
    left = max(abs(v) - threshold, 0.0)
    return left if v > 0.0 else -left


@njit
def averaged_point(S, lam, t, gamma):
    """z of a weight before step t."""
    return shrunk(-S / gamma, lam * t * (t + 1) / 4 / gamma)


@njit
def death_of(S, lam):
    """The first step before which z is 0 for good, if no gradient comes; or a number too large."""
    if lam == 0.0:
        return np.inf if S != 0.0 else 0.0
    # t (t + 1) >= ratio, solved as a quadratic; rounding may give one step too many
    ratio = 4 * abs(S) / lam  # the least t with t (t + 1) >= ratio
    t = np.ceil(0.5 * (np.sqrt(1 + 4 * ratio) - 1))
    if (t - 1) * t >= ratio:
        t -= 1
    return max(t, 0.0)


@njit
def scaled_weight(sums, U, S, lam, sign, span):
    """``sign`` times U at the end of a span of idle steps, if x keeps its sign until there."""
    begin, end, death = span
    # z is alive from begin to death: only there its pull counts
    alive = int(min(max(death, begin), end))
    risen = abs(S) * (sums.pull[alive] - sums.pull[begin])
    risen -= lam * (sums.late[alive] - sums.late[begin])
    shrinkage = lam * (sums.shrink[end] - sums.shrink[begin])
    towards = -1.0 if S > 0.0 else 1.0
    return sign * U + sign * towards * risen - shrinkage


@njit
def idle_step(x, S, lam, t, gamma):
    """One step of a weight without gradient."""
    theta = 2 / (t + 2)
    y = x + theta * (averaged_point(S, lam, t, gamma) - x)
    return shrunk(y, lam / gamma)


@njit
def weight_at(sums, x, S, lam, begin, end):
    """The weight at step ``end`` that was ``x`` at step ``begin``, no gradient in between."""
    death = death_of(S, lam)
    towards = -1.0 if S > 0.0 else 1.0
    # each turn follows x up to where it meets 0
    while begin < end:
        sign = towards
        if x != 0.0:
            sign = 1.0 if x > 0.0 else -1.0
        elif lam > 0.0 and 2 * max(abs(S) - lam * begin * (begin + 1) / 4, 0.0) <= lam * (
            begin + 2
        ):
            return 0.0  # from now on z never again outweighs the shrinkage
        elif S == 0.0:
            return 0.0
        U = begin * (begin + 1.0) * x
        V = scaled_weight(sums, U, S, lam, sign, (begin, end, death))
        if V > 0.0:
            # the sign held to the end: read off in one look
            return sign * V / (end * (end + 1.0))
        # x falls, or rises first and falls then, so that it meets 0 once: bisection
        low = begin  # x has not met 0 before it, and has at high
        high = end
        while high - low > 1:
            middle = (low + high) // 2
            if scaled_weight(sums, U, S, lam, sign, (begin, middle, death)) > 0.0:
                low = middle
            else:
                high = middle
        if low > begin:
            V = scaled_weight(sums, U, S, lam, sign, (begin, low, death))
            # back from U = t (t + 1) x
            x = sign * V / (low * (low + 1.0))
        # the step on which it meets 0, by itself
        x = idle_step(x, S, lam, low, sums.gamma[low])
        begin = low + 1
    return x


@njit
def bring_up(sums, state, j, t):
    """Bring weight j to step t; return its y."""
    lam = state.lam[j]
    if state.seen[j] < t:
        state.x[j] = weight_at(sums, state.x[j], state.S[j], lam, state.seen[j], t)
        state.seen[j] = t
    z = averaged_point(state.S[j], lam, t, sums.gamma[t])
    return state.x[j] + 2 / (t + 2) * (z - state.x[j])


@njit
def play_batches(loss, sums, state, rows, order, batch, done):
    """One step for each ``batch`` of the rows in ``order``; return the number of steps taken."""
    t = done
    for first in range(0, len(order), batch):
        picks = order[first : first + batch]
        n_touched = 0
        for i in picks:
            score = 0.0
            for k in range(rows.starts[i], rows.starts[i + 1]):
                score += rows.values[k] * bring_up(sums, state, rows.places[k], t)
            slope = loss_derivative(loss, score, rows.targets[i]) / len(picks)
            for k in range(rows.starts[i], rows.starts[i + 1]):
                j = rows.places[k]
                # first touch of this weight in the batch: its gradient starts at 0
                if state.marks[j] != t + 1:
                    state.marks[j] = t + 1
                    state.gradient[j] = 0.0
                    state.touched[n_touched] = j
                    n_touched += 1
                state.gradient[j] += slope * rows.values[k]
        # steps 3 and 5 of the algorithm, for the weights that were read
        for j in state.touched[:n_touched]:
            g = state.gradient[j]
            y = bring_up(sums, state, j, t)
            state.x[j] = shrunk(y - g / sums.gamma[t], state.lam[j] / sums.gamma[t])
            # S sums G_i / nu_i with nu_i = 2 / (i + 1)
            state.S[j] += g * (t + 1) / 2
            state.seen[j] = t + 1
        t += 1
    return t - done


@njit
def read_weights(sums, state, t):
    """All weights at step t; O(log t) each."""
    out = np.empty(len(state.x))
    for j in range(len(out)):
        out[j] = weight_at(sums, state.x[j], state.S[j], state.lam[j], state.seen[j], t)
    return out
