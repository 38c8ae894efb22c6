r"""Stochastic coordinate descent for l1-penalised losses: SCD, its cyclic and its greedy kin.

Shalev-Shwartz and Tewari (2011), section 2, Algorithms 1 and 2; cyclic and greedy orders of
section 4.2; restarts of Theorem 2; boxes of section 1.
"""

import numpy as np

from mlcompanion._validation import (
    check_count,
    check_flag,
    check_in,
    check_real,
    check_rng,
)
from mlcompanion.optimize.finite_sums import Work

from ._coordinate_steps import CoordinateProblem, coordinate_steps, greedy_steps, mean_slopes
from ._lines import columns_of, mean_squares, weighted_sum
from .runs import L1Problem, StochasticRun, gap_of_slopes, note

__all__ = ["scd"]

#: Passes after which scores are computed afresh: each step rounds them.
_REFRESH = 50
#: Shrinking: passes over the features that matter, and the share of the longest step to which
#: steps have to fall before all features are looked at.
_SWEEPS = 3
_SETTLED = 0.03


def _curvatures(problem, columns, curvature):
    """Bounds on the second derivative along each coordinate."""
    bound = problem.loss.curvature
    if not np.isfinite(bound):
        raise ValueError(f"loss must have a bounded second derivative, got {problem.loss!r}")
    if check_in(curvature, "curvature", ("column", "global")) == "column":
        return bound * mean_squares(columns, problem.X.shape[1])
    largest = problem.largest_entry()
    if largest > 1 + 1e-12:
        raise ValueError(
            "X must hold values in [-1, 1] for curvature='global', which bounds the second "
            f"derivative along every feature by {bound:g}; got {largest:g}: scale X, or take "
            "curvature='column'"
        )
    return np.full(problem.X.shape[1], bound)


def _ends(box):
    """Ends of the box, 0 between them."""
    if box is None:
        return -np.inf, np.inf
    try:
        low, high = (float(end) for end in box)
    except (TypeError, ValueError) as error:
        raise ValueError(f"box must be a pair of numbers, got {box!r}") from error
    if not low <= 0 <= high or low == high:
        raise ValueError(f"box must be a pair (low, high) around 0, got {box!r}")
    return low, high


class _Descent:
    """One run: weights, scores and slopes, and where the next coordinates come from."""

    def __init__(self, problem, steps, order, rng, work):
        self.problem = problem
        self.work = work
        self.steps = steps
        self.order = order
        self.rng = rng
        self.d = problem.X.shape[1]
        self.w = np.zeros(self.d)
        # scores X w are kept: a step changes them by one column
        self.z = np.zeros(len(problem.y))
        self.slopes = problem.loss.derivative(self.z, problem.y)
        self.n_steps = 0

    def refresh(self):
        """Compute scores and slopes from the weights; reads the columns in use."""
        self.z = weighted_sum(self.steps.columns, self.w)
        self.slopes = self.problem.loss.derivative(self.z, self.problem.y)

    def walk(self, n_steps, among=None):
        """Take some steps, on all coordinates or on some; return the longest one."""
        state = (self.w, self.z, self.slopes)
        longest = 0.0
        if self.order == "greedy":
            entries = greedy_steps(self.steps, n_steps, *state)
        else:
            picks = self._picks(n_steps, among)
            entries, longest = coordinate_steps(self.steps, picks, *state)
        self.work.add(entries=entries)
        self.n_steps += n_steps
        return longest

    def _picks(self, n_steps, among):
        size = self.d if among is None else len(among)
        if self.order == "random":
            picks = self.rng.integers(size, size=n_steps)
        else:
            # cyclic order goes on where the last walk stopped
            picks = (self.n_steps + np.arange(n_steps)) % size
        return picks if among is None else among[picks]

    def note(self):
        """Record where the run stands."""
        note(self.work, self.problem, self.w, self.z)

    def correlations(self, which):
        """Mean correlation of the losses' slopes with some features; a product with them."""
        self.work.add(products=int(len(which) == self.d), entries=self._entries_of(which))
        return np.abs(mean_slopes(self.steps, self.slopes, which))

    def _entries_of(self, which):
        columns = self.steps.columns
        if columns.full:
            return len(which) * columns.length
        if len(which) == self.d:
            return int(columns.starts[-1])
        return int(np.sum(columns.starts[which + 1] - columns.starts[which]))

    def gap(self, correlations):
        """Duality gap."""
        largest = correlations.max(initial=0.0)
        return gap_of_slopes(self.problem, self.z, self.w, self.slopes, largest)


def scd(
    X,
    y,
    lam,
    loss=None,
    *,
    order="random",
    curvature="column",
    box=None,
    pull=0.0,
    shrinking=False,
    restarts=1,
    max_passes=100,
    tol=0.0,
    records=1,
    random_state=None,
):
    r"""Minimise :math:`\tfrac1m\sum_iL(\langle w,x_i\rangle,y_i)+\lambda\|w\|_1`, a weight a step.

    A step is :math:`w_j\leftarrow s_{\lambda/\beta_j}(w_j-g_j/\beta_j)`, where :math:`g_j` is the
    derivative of the mean loss, :math:`\beta_j` bounds the second one and :math:`s` is the soft
    threshold. It never raises the objective.

    Parameters
    ----------
    X : array_like or sparse matrix of shape (n_samples, n_features)
    y : array_like of shape (n_samples,)
    lam : float
        Weight of the l1 norm, not negative.
    loss : ScoreLoss
        Default ``Logistic()``; its second derivative must be bounded.
    order : "random", "cyclic" or "greedy"
        Which feature is next: any one, the next one, or that of largest guaranteed decrease.
    curvature : "column" or "global"
        One bound for each feature, the loss's times the column's mean square; or the loss's for
        all, as the source has it, which needs entries in [-1, 1].
    box : pair of float, optional
        Least and largest weight, 0 between them; infinite ends are none.
    pull : float
        Slope of a linear term, ``pull * sum(w)``: the dual of a support vector machine has -1.
    shrinking : bool
        Between two passes over all features settle those that are not zero or would move.
    restarts : int
        Runs from zero, of which the best is returned; their records follow each other.
    max_passes : int
        As many steps as that many times the number of features; a greedy step is a pass.
    tol : float
        Stop when the duality gap is at most ``tol`` times the objective at zero; with 0 or a box,
        or a linear term, all passes are made and no gap is computed.
    records : int
        Records of the run a pass; 0 for none but first and last.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    StochasticRun

    Raises
    ------
    ValueError
        If a shape does not fit, a value is not finite, a parameter is out of range or X has
        entries above 1 with one curvature for all.

    Notes
    -----
    Cost: O(non-zero entries of its column) a step, O(entries of X) a greedy one. A gap costs a
    pass; it is computed after passes whose numbers grow by a third.
    Source: Shalev-Shwartz and Tewari (2011), Algorithms 1 and 2.

    Examples
    --------
    >>> import numpy as np
    >>> from mlcompanion.losses import Squared
    >>> X = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]])
    >>> scd(X, [2.0, 0.2, -2.0, -0.2], 0.5, Squared(), order="cyclic", max_passes=1).w
    array([1., 0.])
    """
    problem = L1Problem(X, y, lam, loss, pull)
    low, high = _ends(box)
    columns = columns_of(problem.X)
    steps = CoordinateProblem(
        columns,
        problem.y,
        problem.loss.compiled,
        _curvatures(problem, columns, curvature),
        problem.lam,
        problem.pull,
        low,
        high,
    )
    order = check_in(order, "order", ("random", "cyclic", "greedy"))
    tol = check_real(tol, "tol", low=0)
    max_passes = check_count(max_passes, "max_passes", low=1)
    records = check_count(records, "records")
    rng = check_rng(random_state)
    free = box is None and steps.pull == 0
    walk = _shrinking_walk if check_flag(shrinking, "shrinking") else _plain_walk
    if walk is _shrinking_walk and (not free or not tol or order == "greedy"):
        raise ValueError("shrinking needs a positive tol, no box, no pull and no greedy order")
    work = Work()
    best = None
    taken = 0
    for _ in range(check_count(restarts, "restarts", low=1)):
        descent = _Descent(problem, steps, order, rng, work)
        descent.note()
        gap, goal = walk(descent, tol if free else 0.0, max_passes, records)
        taken += descent.n_steps
        value = problem.value(descent.w)
        if best is None or value < best[0]:
            best = (value, descent.w, gap, goal)
    _, w, gap, goal = best
    return StochasticRun(w, taken, bool(not goal or gap <= goal), float(gap), work, np.nan, w)


def _plain_walk(descent, tol, max_passes, records):
    """Passes of steps on all coordinates; return the last gap, and what it had to meet."""
    goal = tol * descent.problem.value(np.zeros(descent.d)) if tol else 0.0
    everything = np.arange(descent.d)
    in_pass = 1 if descent.order == "greedy" else descent.d
    parts = min(max(records, 1), in_pass)
    ends = np.arange(1, parts + 1) * in_pass // parts
    check = 1
    gap = np.nan
    for done in range(1, max_passes + 1):
        begin = 0
        for end in ends:
            descent.walk(int(end - begin))
            begin = end
            if records:
                descent.note()
        if done % _REFRESH == 0 or done == max_passes:
            descent.refresh()
        if tol and done in (check, max_passes):
            gap = descent.gap(descent.correlations(everything))
            # gaps are looked at more rarely as the run grows: they cost a product with all
            # features
            check = done + max(1, done // 3)
            if gap <= goal:
                break
    if not records:
        descent.note()
    return gap, goal


def _shrinking_walk(descent, tol, max_passes, records):
    """Settle the features that matter, look at all of them, and so on."""
    goal = tol * descent.problem.value(np.zeros(descent.d))
    everything = np.arange(descent.d)
    lam = descent.problem.lam
    budget = max_passes * descent.d
    while True:
        descent.refresh()
        correlations = descent.correlations(everything)
        gap = descent.gap(correlations)
        if records:
            descent.note()
        if gap <= goal or descent.n_steps >= budget:
            break
        # in use, or violating: all others are optimal at 0 for now
        active = np.flatnonzero((descent.w != 0) | (correlations > lam))
        first = descent.walk(_SWEEPS * len(active), active)
        step = first
        # until steps are short beside the first ones; then look at all features again
        while step > _SETTLED * first and descent.n_steps < budget:
            step = descent.walk(_SWEEPS * len(active), active)
    if not records:
        descent.note()
    return gap, goal
