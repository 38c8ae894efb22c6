r"""Values from stored trajectories: the roots of estimating functions.

With features :math:`\phi(s)`, the error :math:`\varepsilon_t(\theta)=d_t^\top\theta-r_t` and its
slope :math:`d_t=\phi(s_{t-1})-\gamma\phi(s_t)`, every weight :math:`w_{t-1}` that looks at the past
alone gives an estimate: the root of :math:`\sum_tw_{t-1}\varepsilon_t(\theta)`. Ueno, Maeda,
Kawanabe and Ishii (2011), section 5.1.
"""

from itertools import pairwise

import numpy as np
from scipy.linalg import qr

from mlcompanion._jit import njit, plain_layout
from mlcompanion._linear import column_units
from mlcompanion._validation import check_array, check_count, check_real

from .features import check_runs, check_weights

__all__ = ["GLSTD", "LSTD"]

#: Below this condition number no singular value is near the rank's tolerance, some 1e-16.
SURE = 1e10


@njit
def _sums(states, rewards, Phi, W, decay):
    """Sums of w d' and w r of one run; ``decay`` > 0 lets w remember what was passed."""
    m = Phi.shape[1]
    A, b = np.zeros((m, m)), np.zeros(m)
    w = np.zeros(m)
    for t in range(len(rewards)):
        here, there = states[t], states[t + 1]
        for i in range(m):
            # the trace of weights: decay[0] is gamma lambda, 0 without memory
            w[i] = decay[0] * w[i] + W[here, i]
        for i in range(m):
            b[i] += w[i] * rewards[t]
            for j in range(m):
                A[i, j] += w[i] * (Phi[here, j] - decay[1] * Phi[there, j])
    return A, b


@njit
def sums_of_runs(states, rewards, Phi, W, decay):
    n_runs, m = len(states), Phi.shape[1]
    A, b = np.empty((n_runs, m, m)), np.empty((n_runs, m))
    for run in range(n_runs):
        A[run], b[run] = _sums(states[run], rewards[run], Phi, W[run % len(W)], decay)
    return A, b


@njit
def _sums_by_moves(states, rewards, Phi, W, gamma):
    """As :func:`sums_of_runs` without memory, from how often each state followed each."""
    n_runs = len(states)
    n, m = Phi.shape
    A = np.zeros((n_runs, m, m))
    b = np.zeros((n_runs, m))
    moves = np.empty((n, n))
    earned = np.empty(n)
    slope = np.empty(m)
    for run in range(n_runs):
        walk = states[run]
        paid = rewards[run]
        weights = W[run % len(W)]
        moves[:] = 0.0
        earned[:] = 0.0
        for t in range(len(paid)):
            # pairs of states are counted once, and features met once a pair, not once a move
            moves[walk[t], walk[t + 1]] += 1.0
            earned[walk[t]] += paid[t]
        for here in range(n):
            slope[:] = 0.0
            for there in range(n):
                times = moves[here, there]
                if times > 0.0:
                    for j in range(m):
                        slope[j] += times * (Phi[here, j] - gamma * Phi[there, j])
            for i in range(m):
                b[run, i] += weights[here, i] * earned[here]
                for j in range(m):
                    A[run, i, j] += weights[here, i] * slope[j]
    return A, b


def _summed(states, rewards, Phi, W, decay):
    """Sums of w d' and w r of every run, over moves where they are many for the states."""
    if decay[0] == 0 and len(Phi) ** 2 <= rewards.shape[1]:
        return _sums_by_moves(states, rewards, Phi, W, decay[1])
    return sums_of_runs(states, rewards, Phi, W, decay)


def dependent_columns(A, rank):
    """Columns that the others span: what a pivoted QR decomposition leaves to the last.

    It takes the column farthest from the span of those before it, of equal ones the first.

    Parameters
    ----------
    A : ndarray, shape (m, m)
    rank : int

    Returns
    -------
    ndarray of int, shape (m - rank,)
        In increasing order.
    """
    order = qr(A, mode="r", pivoting=True)[1]
    return np.sort(order[rank:])


def solve_runs(A, b):
    """Solve A theta = b for every run; name what the data leave open."""
    scale = np.abs(A).max(axis=(1, 2))
    # singular values, since a determinant has units
    rank = np.linalg.matrix_rank(A, hermitian=False)
    short = np.flatnonzero((rank < A.shape[1]) | (scale == 0))
    if len(short):
        first = short[0]
        where = "" if len(A) == 1 else f" in run {first}"
        loose = ", ".join(map(str, dependent_columns(A[first], rank[first])))
        raise ValueError(
            f"states must determine all {A.shape[1]} coefficients: the rank is {rank[first]}{where}"
            f", where column(s) {loose} of Phi cannot be told from the others;"
            f" take more transitions, or leave them out"
        )
    return np.linalg.solve(A, b[:, :, None])[:, :, 0]


def _solved(A, b):
    """As :func:`solve_runs`, which is asked only where a look at the inverses leaves a doubt."""
    try:
        inverses = np.linalg.inv(A)
    except np.linalg.LinAlgError:
        return solve_runs(A, b)
    # at least every run's condition number: no matrix is longer than m times its largest entry
    bound = np.abs(A).max() * np.abs(inverses).max() * A.shape[1] ** 2
    if not bound < SURE:
        return solve_runs(A, b)
    return np.linalg.solve(A, b[:, :, None])[:, :, 0]


class ValueEstimator:
    """What estimators of linear values share; they fit walks of states, no table X."""

    def value(self, Phi):
        """Values of states from their features.

        Parameters
        ----------
        Phi : array_like, shape (n, m)

        Returns
        -------
        ndarray, shape (n,) or (n_runs, n)
        """
        if not hasattr(self, "coef_"):
            raise ValueError(f"{type(self).__name__} must be fitted first")
        Phi = check_array(Phi, "Phi", shape=(None, self.coef_.shape[-1]), min_rows=1)
        return self.coef_ @ Phi.T

    def _keep(self, coef, alone):
        self.coef_ = coef[0] if alone else coef
        return self


class LSTD(ValueEstimator):
    r"""Least-squares temporal differences: one linear system for the values.

    .. math:: \Big[\sum_tw_{t-1}d_t^\top\Big]\theta=\sum_tw_{t-1}r_t

    Parameters
    ----------
    gamma : float
        Discount, in [0, 1).
    lam : float
        In [0, 1]: how far the weight remembers, :math:`w_{t-1}=\sum_{i\le t}(\gamma\lambda)^{t-i}
        \phi(s_{i-1})`. With 0 the weight is :math:`\phi(s_{t-1})`.

    Attributes
    ----------
    coef_ : ndarray, shape (m,) or (n_runs, m)

    Notes
    -----
    O(T m^2 + m^3) time and O(m^2) memory for a run, compiled; where lam is 0 and n^2 at most T,
    O(T + n^2 m + m^3) and O(n^2 + m^2). It is the estimator of instrumental variables with
    :math:`\phi(s_{t-1})` as instruments (Bradtke and Barto 1996; Boyan 2002).

    Examples
    --------
    >>> states, rewards = [0, 1, 0, 0, 1, 1, 0], [1.0, 0.0, 1.0, 1.0, 0.0, 0.0]
    >>> LSTD(0.5).fit(states, rewards, np.eye(2)).coef_.round(3)
    array([1.429, 0.571])
    """

    def __init__(self, gamma, lam=0.0):
        self.gamma = check_real(gamma, "gamma", low=0, high=1, open_high=True)
        self.lam = check_real(lam, "lam", low=0, high=1)

    def fit(self, states, rewards, Phi, *, weights=None):
        """Solve for the coefficients of one trajectory, or of many side by side.

        Parameters
        ----------
        states : array_like of int, shape (T + 1,) or (n_runs, T + 1)
            Rows of ``Phi`` that were visited, in order.
        rewards : array_like, shape (T,) or (n_runs, T)
            Of the moves between them.
        Phi : array_like, shape (n, m)
            Features of the states.
        weights : array_like, shape (n, m), optional
            Weights by state in place of the features, such as those of the residual gradient.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If a state has no row, or the transitions do not determine all coefficients: the error
            names the columns of ``Phi`` that are too many.
        """
        states, rewards, Phi, alone = check_runs(states, rewards, Phi)
        W = check_weights(weights, Phi)
        units = column_units(Phi)
        like = Phi / units
        W = like[None] if W is Phi else plain_layout(W / column_units(W))[None]
        decay = np.array([self.gamma * self.lam, self.gamma])
        # of like columns, so that the rank does not ask for their units
        A, b = _summed(states, rewards, like, W, decay)
        return self._keep(_solved(A, b) / units, alone)


class GLSTD(ValueEstimator):
    r"""LSTD with the weights of least variance, estimated from the same trajectory.

    First LSTD; then for each state the mean square :math:`\hat v(s)` of its errors and the mean
    :math:`\hat\zeta(s)` of their slopes; then the system with :math:`w=\hat\zeta/\hat v`.

    Parameters
    ----------
    gamma : float
        Discount, in [0, 1).
    crossfit : int, optional
        Cut the trajectory into so many blocks, and take the weights of each from the others.
        Default: all weights from the whole trajectory, as in the source's experiments.
    var_floor : float
        Least mean square of a state, as a share of the mean one, at least 0: a state that happened
        to err little must not rule.

    Attributes
    ----------
    coef_ : ndarray, shape (m,) or (n_runs, m)
    lstd_ : ndarray
        The first estimate.
    weights_ : ndarray, shape (n, m) or (n_runs, n, m)
        Of the states, without cross-fitting; 0 for a state that was not left.

    Notes
    -----
    O(T m^2 + n m^2 + m^3) for a run. Source: Ueno et al. (2011), Algorithm 1, with means by
    state; the floor is ours.
    """

    def __init__(self, gamma, *, crossfit=None, var_floor=0.05):
        self.gamma = check_real(gamma, "gamma", low=0, high=1, open_high=True)
        self.crossfit = crossfit if crossfit is None else check_count(crossfit, "crossfit", low=2)
        self.var_floor = check_real(var_floor, "var_floor", low=0)

    def fit(self, states, rewards, Phi):
        """Solve for the coefficients of one trajectory, or of many side by side.

        Parameters
        ----------
        states : array_like of int, shape (T + 1,) or (n_runs, T + 1)
        rewards : array_like, shape (T,) or (n_runs, T)
        Phi : array_like, shape (n, m)

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If a state has no row, there are more blocks than transitions, or the transitions do
            not determine all coefficients: the error names the columns of ``Phi`` that are too
            many.
        """
        states, rewards, Phi, alone = check_runs(states, rewards, Phi)
        n_blocks = 1
        if self.crossfit is not None:
            n_blocks = check_count(self.crossfit, "crossfit", low=2, high=rewards.shape[1])
        # of like columns, so that the rank does not ask for their units
        units = column_units(Phi)
        Phi = Phi / units
        decay = np.array([0.0, self.gamma])
        A, b = _summed(states, rewards, Phi, Phi[None], decay)
        theta = _solved(A, b)
        edges = np.linspace(0, rewards.shape[1], n_blocks + 1).astype(int)
        blocks = [
            (plain_layout(states[:, i : j + 1]), plain_layout(rewards[:, i:j]))
            for i, j in pairwise(edges)
        ]
        # errors and slopes by state, in every block
        tallies = [tallies_of_runs(*block, Phi, theta, self.gamma) for block in blocks]
        total = sum(tallies)
        A, b = np.zeros_like(A), np.zeros_like(b)
        for block, own in zip(blocks, tallies):
            # a block's weights come from the others: they have not seen its errors
            seen = total - own if n_blocks > 1 else total
            W = optimal_from(seen, Phi, self.var_floor)
            more_A, more_b = _summed(*block, Phi, W, decay)
            A += more_A
            b += more_b
        self.lstd_ = (theta[0] if alone else theta) / units
        if n_blocks == 1:
            self.weights_ = (W[0] if alone else W) * units
        return self._keep(_solved(A, b) / units, alone)


@njit
def tallies_of_runs(states, rewards, Phi, theta, gamma):
    """For each run and state: visits, sum of squared errors, sum of slopes; (n_runs, n, 2 + m)."""
    n_runs, T = rewards.shape
    n, m = Phi.shape
    tally = np.zeros((n_runs, n, 2 + m))
    for run in range(n_runs):
        values = Phi @ theta[run]
        for t in range(T):
            here, there = states[run, t], states[run, t + 1]
            error = values[here] - gamma * values[there] - rewards[run, t]
            tally[run, here, 0] += 1
            tally[run, here, 1] += error * error
            for j in range(m):
                tally[run, here, 2 + j] += Phi[here, j] - gamma * Phi[there, j]
    return tally


def optimal_from(tally, Phi, floor):
    """Mean slope over mean squared error, by run and state; 0 where a state was not left."""
    visits = tally[:, :, 0]
    seen = np.maximum(visits, 1)
    v = tally[:, :, 1] / seen
    mean = tally[:, :, 1].sum(axis=1) / np.maximum(visits.sum(axis=1), 1)
    # where nothing errs every weight is right
    # no share of the mean below the floor: a state that was met once may not rule by a small error
    v = np.maximum(v, np.where(mean > 0, floor * mean, 1.0)[:, None])
    v[(v == 0) | (visits == 0)] = np.inf
    slope = tally[:, :, 2:] / seen[:, :, None]
    return plain_layout(slope / v[:, :, None])
