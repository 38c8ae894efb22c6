r"""Steps along a quadratic bound whose gradient and curvature come from growing batches of rows.

Choromanska (2014), chapter 3 (Aravkin, Choromanska, Jebara and Kanevsky, 2014): iteration (3.3),
sections 3.3.1 and 3.3.2.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_has,
    check_in,
    check_real,
    check_rng,
)

from ...finite_sums.work import Work
from .truncated_solvers import truncated_cg, truncated_lsqr

__all__ = ["SemistochasticState", "semistochastic_steps"]

_SOLVERS = {"lsqr": truncated_lsqr, "cg": truncated_cg}
#: Products with the curvature for one step of each solver.
_PRODUCTS = {"lsqr": 2, "cg": 1, "exact": 1}


class SemistochasticState(NamedTuple):
    """Where a run stands, before a step from there.

    Attributes
    ----------
    k : int
        Number of the iteration, from 1.
    w : ndarray of shape (d,)
    gradient : ndarray of shape (d,)
        Estimated from the gradient batch.
    gradient_rows, curvature_rows : ndarray of int, or None
        The two batches; None where a batch is all rows.
    curvature : SampledCurvature
    spread : float
        Variance of the gradients in the gradient batch.
    work : Work
        What was read so far, this iteration's gradient and curvature included: one object, which
        goes on counting.
    """

    k: int
    w: np.ndarray
    gradient: np.ndarray
    gradient_rows: np.ndarray | None
    curvature_rows: np.ndarray | None
    curvature: object
    spread: float
    work: Work


def _draw(rng, n_samples, size):
    """Rows drawn without replacement, or None for all of them."""
    if size >= n_samples:
        return None
    return rng.choice(n_samples, size, replace=False, shuffle=False)


def _part(rng, rows, n_samples, size):
    """A batch that is a part of another one, or all of it."""
    if rows is None:
        return _draw(rng, n_samples, size)
    return rows if size >= len(rows) else rng.choice(rows, size, replace=False, shuffle=False)


def solve_roughly(curvature, rhs, inner, solver):
    """Solve for a step by a few steps of a solver, or exactly."""
    if solver == "exact":
        return curvature.solve(rhs)
    return _SOLVERS[solver](curvature.product, rhs, inner)


def semistochastic_steps(bounds, start, gradient_growth, curvature_growth, *, step=1.0,
                         inner=5, solver="lsqr", independent=True, work=None,
                         random_state=None):  # fmt: skip
    r"""Step along a bound whose gradient and curvature come from two growing batches.

    :math:`\theta\leftarrow\theta-\alpha(\Sigma_\mathcal S+\eta I)^{-1}(\mu_\mathcal T+\eta\theta)`.

    Parameters
    ----------
    bounds : LogisticBounds or SoftmaxBounds
        Or any object with ``n_samples``, ``gradient_at(w, rows)``, ``curvature_at(w, rows)`` and
        ``entries_of(rows)``.
    start : array_like of shape (d,)
    gradient_growth, curvature_growth : LinearGrowth or MeasuredGrowth
        How the batches :math:`\mathcal T` and :math:`\mathcal S` grow; both end at all rows.
    step : float or callable
        :math:`\alpha`, positive; or a function from the number of the iteration, from 1, to it.
    inner : int
        Most steps of the solver of the linear system.
    solver : {"lsqr", "cg", "exact"}
        LSQR and conjugate gradients begin at zero and end after ``inner`` steps.
    independent : bool
        Whether :math:`\mathcal S` is drawn by itself; else it is a part of :math:`\mathcal T`.
    work : Work, optional
        Counts gradient and curvature rows, and the entries of X that are read.
    random_state : int, Generator, RandomState or None

    Yields
    ------
    SemistochasticState
        Without end: the caller stops, by the passes that ``work`` counts for example.

    Raises
    ------
    ValueError
        If a parameter is out of range, or ``start`` does not fit.

    Notes
    -----
    Cost: the entries of the gradient batch, and those of the curvature batch ``4 inner`` times
    with LSQR and ``2 inner`` times with conjugate gradients. Source: Choromanska (2014), Algorithm
    5, (3.3), sections 3.3.1 and 3.3.2.

    Examples
    --------
    >>> import numpy as np
    >>> from mlcompanion.losses import Logistic
    >>> from mlcompanion.optimize.finite_sums import FiniteSum
    >>> from mlcompanion.optimize.majorising.semistochastic import (
    ...     LinearGrowth, LogisticBounds, semistochastic_steps)
    >>> X = np.array([[1.0], [2.0], [-1.0], [0.5]])
    >>> bounds = LogisticBounds(FiniteSum(X, [1.0, 1, -1, -1], Logistic(), 0.25))
    >>> whole = LinearGrowth(4, 0, 4)
    >>> for state in semistochastic_steps(bounds, [0.0], whole, whole):
    ...     if state.k == 20:
    ...         break
    >>> state.w.round(4)
    array([0.731])
    """
    check_has(bounds, "bounds", "gradient_at", "curvature_at", "entries_of")
    w = check_array(start, "start", shape=(bounds.size,)).copy()
    check_has(gradient_growth, "gradient_growth", "size")
    check_has(curvature_growth, "curvature_growth", "size")
    if not callable(step):
        step = check_real(step, "step", low=0, open_low=True)
    inner = check_count(inner, "inner", low=1)
    solver = check_in(solver, "solver", _PRODUCTS)
    independent = check_flag(independent, "independent")
    rng = check_rng(random_state)
    work = Work() if work is None else work
    growths = (gradient_growth, curvature_growth)
    rule = _Rule(growths, step, inner, solver, independent)
    return _steps(bounds, w, rule, work, rng)


class _Rule(NamedTuple):
    """How batches grow, and how a step is taken from them."""

    growths: tuple
    step: object
    inner: int
    solver: str
    independent: bool

    def draw(self, rng, n_samples, spreads):
        """Both batches; None for one that is all rows."""
        sizes = [min(growth.size(spreads), n_samples) for growth in self.growths]
        rows = _draw(rng, n_samples, sizes[0])
        if self.independent:
            return rows, _draw(rng, n_samples, sizes[1])
        return rows, _part(rng, rows, n_samples, sizes[1])

    def move(self, k, curvature, gradient):
        """What is taken from the parameters in iteration k."""
        length = self.step
        if callable(length):
            length = check_real(length(k), "step", low=0, open_low=True)
        return length * solve_roughly(curvature, gradient, self.inner, self.solver)


def _steps(bounds, w, rule, work, rng):
    """The iteration, on checked arguments."""
    n_samples = bounds.n_samples
    # the scores, then two products with the rows for each product with the curvature
    reads = 2 * (1 + rule.inner * _PRODUCTS[rule.solver])
    spreads = []
    while True:
        rows, curved = rule.draw(rng, n_samples, spreads)
        gradient, spread = bounds.gradient_at(w, rows)
        curvature = bounds.curvature_at(w, curved)
        spreads.append(spread)
        work.add(
            gradient_samples=n_samples if rows is None else len(rows),
            curvature_samples=n_samples if curved is None else len(curved),
            entries=2 * bounds.entries_of(rows) + reads * bounds.entries_of(curved),
        )
        yield SemistochasticState(
            len(spreads), w, gradient, rows, curved, curvature, spread, work
        )  # fmt: skip
        w = w - rule.move(len(spreads), curvature, gradient)
