r"""Methods that learn from one example at a time, with an l1 penalty: SMIDAS and its rivals.

Shalev-Shwartz and Tewari (2011), section 3, Algorithm 3; truncated gradient as in section 4.2;
their baselines stand in :mod:`.mirror_baselines`.
"""

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_in,
    check_real,
    check_rng,
)
from mlcompanion.convex import PNorm
from mlcompanion.convex.mirror_maps import EUCLIDEAN, PNORM
from mlcompanion.optimize.finite_sums import Work

from ._example_runs import Budget, first_dual, note_or_refuse, run_rule
from ._lines import rows_of
from ._mirror_steps import Examples, MirrorRule, lazy_steps, settle
from .runs import L1Problem, StochasticRun

__all__ = ["p_norm_exponent", "p_norm_weights", "smidas", "truncated_gradient"]


def p_norm_exponent(n_features, whole=True):
    r"""The exponent :math:`2\ln d` of the source, at least 2.

    Parameters
    ----------
    n_features : int
    whole : bool
        Round up, as in the source's experiments; its theorems do not.

    Returns
    -------
    float
    """
    p = max(2.0, 2 * np.log(check_count(n_features, "n_features", low=1)))
    return float(np.ceil(p)) if check_flag(whole, "whole") else float(p)


def p_norm_weights(theta, p):
    r"""The link :math:`f^{-1}` from dual vector to weights.

    :math:`w_j=\mathrm{sign}(\theta_j)|\theta_j|^{p-1}/\|\theta\|_p^{p-2}`, equation (12).

    Parameters
    ----------
    theta : array_like of shape (n_features,)
    p : float
        At least 2, where the link is the identity.

    Returns
    -------
    ndarray of shape (n_features,)

    Raises
    ------
    ValueError
        If a value is not finite or p is below 2.

    Notes
    -----
    The link of :class:`~mlcompanion.convex.PNorm` times p - 1: the source's map is
    :math:`\tfrac12\|w\|_q^2` without the factor that makes it strongly convex with modulus 1.

    Examples
    --------
    >>> p_norm_weights([2.0, -1.0, 0.0], 4).round(2)
    array([ 1.94, -0.24,  0.  ])
    """
    geometry = PNorm(p)
    return (geometry.p - 1) * geometry.link(check_array(theta, "theta", ndim=1, min_rows=1))


def smidas(
    X,
    y,
    lam,
    loss=None,
    *,
    eta,
    p=None,
    average="last",
    n_passes=5,
    n_steps=None,
    records=1,
    watch=False,
    start=None,
    random_state=None,
):
    r"""Stochastic mirror descent made sparse: p-norm steps from random examples, cut at zero.

    A step is :math:`\theta\leftarrow s_{\eta\lambda}(\theta-\eta L'(\langle w,x_i\rangle,y_i)x_i)`
    and :math:`w=f^{-1}(\theta)`, see :func:`p_norm_weights`.

    Parameters
    ----------
    X : array_like or sparse matrix of shape (n_samples, n_features)
    y : array_like of shape (n_samples,)
    lam : float
        Weight of the l1 norm, not negative.
    loss : ScoreLoss
        Default ``Logistic()``.
    eta : float
        Step length, positive; see :func:`theory_eta`.
    p : float, optional
        Exponent of the link, at least 2; default :math:`\lceil2\ln d\rceil`.
    average : "last", "random" or "mean"
        Which weights are returned: the last ones, those before a random step, or the mean of all
        before a step. The guarantees are for the latter two, zeros for the former two.
    n_passes : int
        As many steps as that many times the number of samples.
    n_steps : int, optional
        Their number itself.
    records : int
        Records of the run a pass; 0 for none but first and last.
    watch : bool
        Also average the objective over the weights before each step, at O(entries of X) a step: it
        is the expected objective of the random output.
    start : array_like of shape (n_features,), optional
        Dual vector to begin with, the last run's ``dual``: streams are learnt block by block.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    StochasticRun
        Non-zeros are the dual vector's: tiny weights may underflow to 0.

    Raises
    ------
    ValueError
        If a shape does not fit, a value is not finite, a parameter is out of range or the weights
        diverge.

    Notes
    -----
    Cost: O(n_features) a step, also on sparse rows: the norm of the dual vector is in every weight.
    Source: Shalev-Shwartz and Tewari (2011), Algorithm 3.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.tile([[1.0, 1.0], [-1.0, 1.0]], (20, 1))
    >>> run = smidas(X, X[:, 0], 0.1, eta=0.1, p=3, random_state=0)
    >>> int(np.argmax(np.abs(run.w)))
    0
    """
    problem = L1Problem(X, y, lam, loss)
    eta = check_real(eta, "eta", low=0, open_low=True)
    exponent = p_norm_exponent(problem.X.shape[1]) if p is None else check_real(p, "p", low=2)
    whole = int(exponent) if exponent == int(exponent) else 0
    rule = MirrorRule(PNORM, exponent, whole, 0.0, eta, problem.lam, True)
    average = check_in(average, "average", ("last", "random", "mean"))
    budget = Budget(len(problem.y), n_passes, n_steps, records)
    rng = check_rng(random_state)
    watch = check_flag(watch, "watch")
    return run_rule(problem, rule, budget, rng, average=average, watch=watch, start=start)


def truncated_gradient(
    X,
    y,
    lam,
    loss=None,
    *,
    eta,
    n_passes=5,
    n_steps=None,
    records=1,
    start=None,
    random_state=None,
):
    r"""Stochastic gradient steps, each followed by a soft threshold.

    :math:`w\leftarrow s_{\eta\lambda}(w-\eta L'(\langle w,x_i\rangle,y_i)x_i)`: SMIDAS with the
    identity for its link.

    Parameters
    ----------
    X, y, lam, loss, eta, n_passes, n_steps, records, start, random_state
        As in :func:`smidas`; the dual vector is that of the weights.

    Returns
    -------
    StochasticRun

    Raises
    ------
    ValueError
        As :func:`smidas`.

    Notes
    -----
    Cost: O(non-zero entries of its row) a step, as the thresholds of other weights can wait;
    O(n_features) a record. Source: Shalev-Shwartz and Tewari (2011), section 4.2; after Langford,
    Li and Zhang (2009), whose own truncation is :func:`~mlcompanion.sparse.truncated_sgd`.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.tile([[1.0, 1.0], [-1.0, 1.0]], (20, 1))
    >>> run = truncated_gradient(X, X[:, 0], 0.1, eta=0.1, random_state=0)
    >>> int(np.argmax(np.abs(run.w)))
    0
    """
    problem = L1Problem(X, y, lam, loss)
    eta = check_real(eta, "eta", low=0, open_low=True)
    budget = Budget(len(problem.y), n_passes, n_steps, records)
    rng = check_rng(random_state)
    rows = rows_of(problem.X)
    examples = Examples(rows, problem.y, problem.loss.compiled)
    rule = MirrorRule(EUCLIDEAN, 2.0, 2, 0.0, eta, problem.lam, True)
    n_samples, d = problem.X.shape
    # entries that a step on each row reads, for the account of work
    reads = np.full(n_samples, d) if rows.full else np.diff(rows.starts)
    w = first_dual(start, d)
    seen = np.zeros(d, dtype=np.int64)
    work = Work()
    note_or_refuse(work, problem, w, eta)
    t = 0
    for end in budget.ends:
        picks = rng.integers(n_samples, size=int(end) - t)
        t = lazy_steps(examples, rule, picks, w, seen, t)
        if not rows.full:
            settle(eta * problem.lam, w, seen, t)
        work.add(gradient_samples=len(picks), entries=int(reads[picks].sum()))
        note_or_refuse(work, problem, w, eta)
    return StochasticRun(w, budget.n_steps, True, np.nan, work, np.nan, w)
