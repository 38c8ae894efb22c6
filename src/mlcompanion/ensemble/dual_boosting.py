"""Boosting as dual ascent: Shalev-Shwartz (2007), chapter 6, on arrays.

Primal: ``min_w c psi(w) + sum_t [<w, v_t>]_+`` with ``v_ti = y_i h_t(x_i)``; dual (6.3):
``max_alpha -c psi*(-sum_t alpha_t v_t)`` over ``0 <= alpha_t <= 1/c``. Round t learns ``v_t`` from
the weak learner at ``w_t = grad psi*(theta_t)`` and then raises ``alpha_t`` from zero.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from mlcompanion._linear import check_weights
from mlcompanion._progress import progress_bar
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_in,
    check_instance,
    check_real,
)
from mlcompanion.convex.example_weights import (
    BinaryEntropy,
    CappedEntropy,
    RelativeEntropy,
    SquaredDistance,
)

__all__ = [
    "RULES",
    "BoostingRun",
    "arc_gv_step",
    "boost",
    "coordinate_step",
    "corrective_step",
    "dual_objective",
    "fixed_step",
    "gentle_step",
    "primal_objective",
    "step_limit",
]

GEOMETRIES = (BinaryEntropy, CappedEntropy, RelativeEntropy, SquaredDistance)
NO_EDGE = 1e-12  # correlations below it are rounding: the weak learner has failed


def fixed_step(theta, v, w, limit, geometry):
    """Update (3.11): the subgradient itself, ``lambda_t = v_t``, so ``alpha_t = 1/c``."""
    return limit


def gentle_step(theta, v, w, limit, geometry):
    """Maximise the quadratic lower bound (6.9); with relative entropy ``alpha_t = <w_t, v_t>``."""
    return min(limit, float(w @ v) / geometry.curvature(v))


def coordinate_step(theta, v, w, limit, geometry):
    """Update (3.12): maximise the dual in its new variable.

    For relative entropy and values in {-1, 0, 1} this is AdaBoost's (6.5),
    ``min(1/c, log(w_plus / w_minus) / 2)``; otherwise a root of the derivative is bracketed.
    """
    if isinstance(geometry, RelativeEntropy) and np.all((v == 1) | (v == -1) | (v == 0)):
        plus = w[v > 0].sum()
        minus = w[v < 0].sum()
        return min(limit, 0.5 * np.log(plus / minus)) if minus > 0 else limit

    def slope(alpha):
        return float(geometry.link(theta - alpha * v) @ v)

    high = 1.0
    # the dual is concave: its slope falls, and doubling brackets the root
    while high < limit and slope(min(high, limit)) > 0:
        high *= 2
    high = min(high, limit)
    return high if slope(high) >= 0 else brentq(slope, 0.0, high, xtol=1e-14, rtol=1e-14)


def arc_gv_step(margins, total, v, w, limit):
    """arc-gv (Breiman 1999): AdaBoost's step towards margins above the least one so far.

    ``arctanh(gamma) - arctanh(rho)``, cut to ``[0, limit]``, with the new correlation gamma and the
    vote's least margin rho, 0 at first. Source: Wang et al. (2011), section 2.
    """
    rho = float(margins.min() / total) if total > 0 else 0.0
    gamma = min(1.0, float(w @ v) / w.sum())
    with np.errstate(divide="ignore"):
        step = np.arctanh(gamma) - np.arctanh(np.clip(rho, -1.0, 1.0))
    return float(np.clip(step, 0.0, limit)) if step == step else 0.0


def corrective_step(V, alphas, limit, geometry, max_iter=200, start=0.0):
    """Update (5.18) with all variables: maximise the dual over ``alpha`` in ``[0, 1/c]^t``.

    Projected Newton steps: variables held at a bound by the gradient are fixed, the others move to
    the top of the local parabola, cut to the box and halved until the dual grows enough.

    Parameters
    ----------
    V : ndarray, shape (n_samples, t)
        Columns ``v_1 ... v_t``.
    alphas : ndarray, shape (t,)
        Where to start.
    limit : float
        ``1/c``.
    geometry : object
    max_iter : int
    start : float or ndarray, shape (n_samples,)
        ``theta`` where all ``alphas`` are zero.

    Returns
    -------
    ndarray, shape (t,)

    Notes
    -----
    Cost O(n t^2 + t^3) an iteration; a few iterations from a good start.
    """

    def conjugate(alphas):
        return geometry.conjugate(start - V @ alphas)

    value = conjugate(alphas)
    for _ in range(max_iter):
        theta = start - V @ alphas
        gradient = -(geometry.link(theta) @ V)  # of the conjugate, to be minimised
        if np.abs(np.clip(alphas - gradient, 0, limit) - alphas).max() < 1e-12:
            break
        held = ((alphas <= 0) & (gradient > 0)) | ((alphas >= limit) & (gradient < 0))
        free = np.flatnonzero(~held)
        H = geometry.hessian(theta, V[:, free])
        # hypotheses may repeat, which makes H singular
        H[np.diag_indices_from(H)] += 1e-12 + 1e-10 * np.trace(H) / len(free)
        newton = np.zeros_like(alphas)
        newton[free] = np.linalg.solve(H, gradient[free])
        # the box may turn Newton's step uphill; a cut gradient step always falls
        for direction in (newton, np.where(held, 0.0, gradient)):
            moved = _projected_search(conjugate, alphas, value, gradient, direction, limit)
            if moved is not None:
                break
        else:
            break
        alphas, value = moved
    return alphas


def _projected_search(conjugate, alphas, value, gradient, direction, limit):
    """Halve a step along ``-direction``, cut to the box, until the conjugate falls enough."""
    step = 1.0
    while step > 1e-9:
        trial = np.clip(alphas - step * direction, 0, limit)
        new = conjugate(trial)
        # Armijo's rule, and a fall that rounding does not feign
        if new < value and new <= value + 1e-4 * gradient @ (trial - alphas):
            return trial, new
        step /= 2
    return None


#: From a rule's name to its step; "capped" is "adaboost" with ``1/c = 2 gamma``.
RULES = {
    "adaboost": coordinate_step,
    "arc-gv": arc_gv_step,
    "gentle": gentle_step,
    "fixed": fixed_step,
    "capped": coordinate_step,
    "corrective": corrective_step,
}


@dataclass(frozen=True)
class BoostingRun:
    """What happened in T rounds on n examples.

    Attributes
    ----------
    alphas : ndarray, shape (T,)
        Weights of the hypotheses at the end.
    alpha_path : list of ndarray
        Weights after every round; they differ from the first entries of ``alphas`` only for the
        corrective rule.
    edges : ndarray, shape (T,)
        ``gamma_t = <w_t, v_t> / (2 sum w_t)``: one half minus the weighted error.
    norms : ndarray, shape (T,)
        Square roots of the curvature along ``v_t``; with relative entropy ``max_i |v_ti|``.
    conjugates : ndarray, shape (T + 1,)
        ``psi*(theta)`` before the first round and after every round.
    theta : ndarray, shape (n,)
        ``-sum_t alpha_t v_t``: minus the margins; to it are added the logarithms of weights that
        the examples were given, over their mean.
    weights : ndarray, shape (T + 1, n) or None
        ``w_1 ... w_{T+1}``.
    inverse_rate : float
    stopped : {"rounds", "no edge", "perfect"}
        Why the run ended; for arc-gv "no edge" is one that does not exceed the least margin.
    """

    alphas: np.ndarray
    alpha_path: list
    edges: np.ndarray
    norms: np.ndarray
    conjugates: np.ndarray
    theta: np.ndarray
    weights: np.ndarray | None
    inverse_rate: float
    stopped: str

    @property
    def dual(self):
        """The dual objective (6.3) before and after every round, shape (T + 1,)."""
        return -self.inverse_rate * self.conjugates

    @property
    def exp_losses(self):
        """``exp(psi*)``; with relative entropy the average exponential loss, shape (T + 1,)."""
        return np.exp(self.conjugates)


def _geometry(geometry):
    """The geometry asked for; relative entropy by default."""
    geometry = RelativeEntropy() if geometry is None else geometry
    return check_instance(geometry, "geometry", GEOMETRIES)


def step_limit(rule, edge, inverse_rate):
    """The bound ``1/c`` of ``alpha_t``: ``2 gamma`` by an edge promised, 1 for arc-gv, else 10."""
    check_in(rule, "rule", RULES)
    if edge is not None and inverse_rate is not None:
        raise ValueError(
            f"give edge or inverse_rate, not both: edge={edge!r} stands for inverse_rate=1/(2 edge)"
        )
    if edge is not None:
        return 2 * check_real(edge, "edge", low=0, high=0.5, open_low=True)
    if inverse_rate is not None:
        return 1 / check_real(inverse_rate, "inverse_rate", low=0, open_low=True)
    if rule in ("fixed", "capped"):
        raise ValueError(f"edge or inverse_rate must be given for rule={rule!r}")
    return 1.0 if rule == "arc-gv" else 10.0  # its step after one hypothesis has no bound


def boost(
    weak,
    y,
    *,
    rule="adaboost",
    n_rounds=100,
    edge=None,
    inverse_rate=None,
    geometry=None,
    keep_weights=False,
    progress=False,
    sample_weight=None,
):
    """Run a booster against a weak learner.

    Parameters
    ----------
    weak : callable
        ``weak(w) -> h``: from a distribution over the examples, shape (n,), to the values of a weak
        hypothesis on them, shape (n,), in [-1, 1].
    y : array_like of -1 and 1, shape (n,)
    rule : {"adaboost", "arc-gv", "gentle", "fixed", "capped", "corrective"}
        How ``alpha_t`` is chosen.
    n_rounds : int
        T. The run ends earlier if a hypothesis has no edge or makes no error.
    edge : float, optional
        The edge that the weak learner promises; sets ``c = 1/(2 edge)``. The rules "fixed" and
        "capped" need it (or ``c``).
    inverse_rate : float, optional
        The scale c, an alternative to ``edge``; default 0.1, for "arc-gv" 1.
    geometry : object, optional
        ``RelativeEntropy()`` (default), ``SquaredDistance()`` or ``BinaryEntropy()``.
    keep_weights : bool
        Keep ``w_t`` of every round.
    progress : bool
        Show a progress bar.
    sample_weight : array_like, shape (n,), optional
        Positive; only ratios count. The run begins at their distribution in place of the uniform
        one, so that a whole number is that many copies of an example. For relative entropy alone:
        in the other geometries copies are not one example of another start.

    Returns
    -------
    BoostingRun

    Raises
    ------
    ValueError
        On a bad argument, or if the weak learner returns values outside [-1, 1].

    Notes
    -----
    A round costs O(n) beside the weak learner; the corrective rule O(n t^2) per Newton step.
    Source: sections 6.1 and 6.2.
    """
    y = check_array(y, "y", ndim=1, min_rows=1, among=(-1, 1))
    check_instance(weak, "weak", callable, "function of the weights")
    limit = step_limit(rule, edge, inverse_rate)
    n_rounds = check_count(n_rounds, "n_rounds", low=1)
    keep_weights = check_flag(keep_weights, "keep_weights")
    psi = _geometry(geometry)
    first = _start(sample_weight, len(y), psi)
    theta = first
    alphas = []
    stopped = "rounds"
    edges = []
    norms = []
    path = []
    columns = []
    conjugates = [psi.conjugate(theta)]
    w = psi.link(theta)
    weights = [w]
    for _ in progress_bar(range(n_rounds), progress, description=f"boosting ({rule})"):
        distribution = w / w.sum()
        v = y * check_array(weak(distribution), "the weak hypothesis", shape=y.shape)
        correlation = min(1.0, float(distribution @ v))  # the sum may exceed 1 by rounding
        if np.abs(v).max() > 1:
            raise ValueError("the weak hypothesis must have values in [-1, 1]")
        if correlation <= NO_EDGE:
            stopped = "no edge"
            break
        if rule == "corrective":
            columns.append(v)
            V = np.column_stack(columns)
            # the old optimum is a warm start: only the new variable is far from its place
            alphas = corrective_step(V, np.append(alphas, 0.0), limit, psi, start=first)
            theta = first - V @ alphas
            path.append(alphas)
        elif rule == "arc-gv":
            step = arc_gv_step(first - theta, sum(alphas), v, w, limit)
            if step == 0:
                stopped = "no edge"
                break
            alphas.append(step)
            theta = theta - step * v
        else:
            alphas.append(RULES[rule](theta, v, w, limit, psi))
            theta = theta - alphas[-1] * v
        w = psi.link(theta)
        edges.append(correlation / 2)
        norms.append(np.sqrt(psi.curvature(v)))
        conjugates.append(psi.conjugate(theta))
        if keep_weights:
            weights.append(w)
        if v.min() == 1:
            stopped = "perfect"
            break
    alphas = np.array(alphas)
    return BoostingRun(
        alphas,
        path or [alphas[: t + 1] for t in range(len(alphas))],
        np.array(edges),
        np.array(norms),
        np.array(conjugates),
        theta,
        np.array(weights) if keep_weights else None,
        1 / limit,
        stopped,
    )


def _start(sample_weight, n, geometry):
    """Where the conjugate is zero: the log mean exp of log (n p) is that under p."""
    weights = check_weights(sample_weight, n)
    if weights is None:
        return np.zeros(n)
    if not isinstance(geometry, RelativeEntropy):
        raise ValueError(f"sample_weight needs geometry=RelativeEntropy(), got {geometry!r}")
    if not weights.all():
        raise ValueError("sample_weight must be positive: leave out rows of weight 0")
    return np.log(weights / weights.mean())


def primal_objective(w, V, inverse_rate, geometry=None):
    """``c psi(w) + sum_t [<w, v_t>]_+``.

    Parameters
    ----------
    w : array_like, shape (n,)
    V : array_like, shape (n, T)
        Columns ``v_t``.
    inverse_rate : float
    geometry : object, optional
        Default ``RelativeEntropy()``.

    Returns
    -------
    float
    """
    V = check_array(V, "V", ndim=2, min_rows=1)
    w = check_array(w, "w", shape=(len(V),), low=0)
    c = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)
    psi = _geometry(geometry)
    return c * psi.value(w) + float(np.maximum(w @ V, 0).sum())


def dual_objective(alphas, V, inverse_rate, geometry=None):
    """``-c psi*(-V alpha)`` (6.3), or minus infinity outside the box ``[0, 1/c]^T``.

    Parameters
    ----------
    alphas : array_like, shape (T,)
    V : array_like, shape (n, T)
    inverse_rate : float
    geometry : object, optional
        Default ``RelativeEntropy()``.

    Returns
    -------
    float
    """
    V = check_array(V, "V", ndim=2, min_rows=1)
    alphas = check_array(alphas, "alphas", shape=(V.shape[1],))
    c = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)
    if alphas.min(initial=0) < 0 or alphas.max(initial=0) > (1 + 1e-12) / c:
        return -np.inf
    psi = _geometry(geometry)
    return -c * psi.conjugate(-(V @ alphas))
