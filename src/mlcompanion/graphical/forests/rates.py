r"""How fast an empirical information strays: Sanov's exponents, and their Euclidean approximation.

The probability that n draws of a pair look as if their information were at most a (at least b)
falls like :math:`e^{-nL}` (:math:`e^{-nM}`):

.. math:: L(P;a)=\min_Q\{D(Q\|P):I(Q)\le a\},\qquad M(P;b)=\min_Q\{D(Q\|P):I(Q)\ge b\}

Tan, Anandkumar and Willsky (2011), appendix B, equations (31), (34), (38), (39) to (51).
"""

import warnings
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.special import rel_entr
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import check_array, check_in, check_real

from .tables import check_table, table_information

__all__ = ["SanovRate", "euclidean_exponent", "information_hessian", "sanov_rate"]

_FLOOR = 1e-12
_N_STARTS = 8


class SanovRate(NamedTuple):
    """The exponent of a large deviation, and the table at which it is reached.

    Attributes
    ----------
    rate : float
        In nats; infinite if no table of this size has the information asked for.
    table : ndarray, shape (r, s)
        The likeliest way to get there.
    """

    rate: float
    table: np.ndarray


def _positive_table(P):
    """A table of probabilities that are all positive; others have no exponent in this form."""
    P = check_table(P, "P")
    if (P <= 0).any() or min(P.shape) < 2:
        raise ValueError("P must have two rows and columns at least and no zero")
    return P


def _products(P, max_iter=10_000):
    r"""L(P; 0): alternate :math:`Q_x\propto\exp\sum_yQ_y\log P_{xy}` and the same for y.

    Each step lowers the divergence of the product from P, but an even start is a saddle of a
    strong symmetric channel: so it starts from uneven ones.
    """
    log_P = np.log(P)
    best = (np.inf, None)
    rng = np.random.default_rng(0)
    s = P.shape[1]
    starts = [P.sum(axis=0), *np.eye(s) * 0.8 + 0.2 / s, *rng.dirichlet(np.ones(s), _N_STARTS)]
    for column in starts:
        for _ in range(max_iter):
            row = np.exp(log_P @ column - (log_P @ column).max())  # the sum is divided out below
            row /= row.sum()
            new = np.exp(row @ log_P - (row @ log_P).max())
            new /= new.sum()
            moved = np.abs(new - column).max()
            column = new
            if moved < 1e-14:
                break
        Q = np.outer(row, column)
        rate = rel_entr(Q, P).sum()
        if rate < best[0] - 1e-14:  # equal but for rounding: the first start stands
            best = (float(rate), Q)
    return SanovRate(*best)


def _information_slope(q, shape):
    """Information of a table of any mass near one, and its derivative."""
    Q = q.reshape(shape)
    ratio = np.log(Q) + np.log(Q.sum()) - np.log(Q.sum(axis=1))[:, None] - np.log(Q.sum(axis=0))
    return (Q * ratio).sum(), ratio.ravel()


def _beyond(information, level, side):
    if side == "below":
        return information <= level
    return information >= level


def _starts(P, level, side):
    """Tables on the right side of the level: mixtures of P with tables of none and full."""
    rng = np.random.default_rng(0)
    if side == "below":
        poles = [np.outer(P.sum(axis=1), P.sum(axis=0)), _products(P).table]
    else:
        poles = []
        for _ in range(_N_STARTS):
            pole = np.full(P.shape, 1e-6)
            rows = rng.permutation(P.shape[0])
            columns = rng.permutation(P.shape[1])
            least = min(P.shape)
            pole[rows[:least], columns[:least]] = rng.dirichlet(np.full(least, 20.0))
            poles.append(pole / pole.sum())
    for pole in poles:
        for share in (0.02, 0.1, 0.3, 0.6, 0.9, 1.0):
            Q = (1 - share) * P + share * pole
            if _beyond(table_information(Q), level, side):
                yield Q
                break


def sanov_rate(P, level=0.0, side="below"):
    r"""Exponent of the event that n draws of a pair have empirical information beyond a level.

    Parameters
    ----------
    P : array_like, shape (r, s)
        The true table, without zeros.
    level : float
        Information in nats.
    side : {"below", "above"}
        Whether the empirical information is at most the level, as if an edge were lost (31), or at
        least, as if there were one (38).

    Returns
    -------
    SanovRate
        Zero if the true table is on that side already.

    Warns
    -----
    ConvergenceWarning
        If no search from any start ended on the right side.

    Notes
    -----
    At level 0 an alternation over the two marginals; else sequential quadratic programs from
    several starts: neither set is convex, so what is returned is the best found.
    Source: Tan, Anandkumar and Willsky (2011), equations (31), (34), (38).

    Examples
    --------
    >>> round(sanov_rate([[0.35, 0.15], [0.15, 0.35]]).rate, 4)
    0.0872
    """
    P = _positive_table(P)
    level = check_real(level, "level", low=0)
    side = check_in(side, "side", ("below", "above"))
    if _beyond(table_information(P), level, side):
        return SanovRate(0.0, P.copy())
    if side == "below" and level == 0:
        return _products(P)
    if side == "above" and level >= np.log(min(P.shape)):
        return SanovRate(np.inf, np.full(P.shape, np.nan))
    return _search(P, level, 1.0 if side == "above" else -1.0, side)


def _search(P, level, sign, side):
    log_P = np.log(P).ravel()

    def inside(q):
        return sign * (_information_slope(q, P.shape)[0] - level)

    constraints = [
        {"type": "ineq", "fun": inside, "jac": lambda q: sign * _information_slope(q, P.shape)[1]},
        {"type": "eq", "fun": lambda q: q.sum() - 1, "jac": np.ones_like},
    ]
    best = SanovRate(np.inf, None)
    for start in _starts(P, level, side):
        run = minimize(
            lambda q: (q * (np.log(q) - log_P)).sum(),
            np.maximum(start, _FLOOR).ravel(),  # logarithms need room from 0
            jac=lambda q: np.log(q) - log_P + 1,
            bounds=[(_FLOOR, 1)] * P.size,
            constraints=constraints,
            method="SLSQP",
            options={"maxiter": 500, "ftol": 1e-13},
        )
        Q = run.x.reshape(P.shape) / run.x.sum()
        if inside(Q.ravel()) >= -1e-8 and (rate := float(rel_entr(Q, P).sum())) < best.rate:
            best = SanovRate(rate, Q)
    if best.table is None:
        warnings.warn("no search for the rate ended", ConvergenceWarning, stacklevel=3)
        return SanovRate(np.nan, np.full(P.shape, np.nan))
    return best


def information_hessian(row, column):
    r"""Second derivative of the mutual information at a table of two independent variables.

    .. math:: H_{(x,y),(x',y')}=\frac{\delta_{xx'}\delta_{yy'}}{P_xP_y}
        -\frac{\delta_{xx'}}{P_x}-\frac{\delta_{yy'}}{P_y}

    On directions that add up to zero, in the space of tables flattened by rows.

    Parameters
    ----------
    row : array_like, shape (r,)
        Probabilities of the first variable, positive.
    column : array_like, shape (s,)

    Returns
    -------
    ndarray, shape (r s, r s)

    Notes
    -----
    Source: Tan, Anandkumar and Willsky (2011), equation (42), worked out.
    """
    row = _law(row, "row")
    column = _law(column, "column")
    same_row = np.kron(np.diag(1 / row), np.ones((len(column), len(column))))
    same_column = np.kron(np.ones((len(row), len(row))), np.diag(1 / column))
    return np.diag(1 / np.outer(row, column).ravel()) - same_row - same_column


def _law(value, name):
    value = check_array(value, name, ndim=1, min_rows=2, low=0, open_low=True)
    return check_table(value, name, 1)


def euclidean_exponent(row, column):
    r"""The largest :math:`\mu` with :math:`\Pi\succeq\mu H`, for :math:`\Pi=\mathrm{diag}(1/P)`.

    Near independence the exponent of a false edge is :math:`\mu\,\varepsilon`; it is always 1.

    Parameters
    ----------
    row, column : array_like, shapes (r,) and (s,)
        Probabilities of two independent variables, positive.

    Returns
    -------
    float
        One over the largest eigenvalue of :math:`\Pi^{-1/2}H\Pi^{-1/2}`.

    Notes
    -----
    Source: Tan, Anandkumar and Willsky (2011), equations (43), (47), (51).

    Examples
    --------
    >>> round(euclidean_exponent([0.2, 0.8], [0.3, 0.3, 0.4]), 9)
    1.0
    """
    H = information_hessian(row, column)
    root = np.sqrt(np.outer(_law(row, "row"), _law(column, "column")).ravel())
    # Pi >= mu H, both scaled by the root of P: Pi becomes the identity
    return float(1 / np.linalg.eigvalsh(root[:, None] * H * root)[-1])
