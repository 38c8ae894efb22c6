r"""Sufficient dimensionality reduction by quadratic mutual information (Sugiyama 2016, 35.4).

Gradient ascent from several starts: the information has more than one top.
"""

import warnings
from typing import NamedTuple

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._data import validate_data
from mlcompanion._validation import check_count, check_memory, check_real, check_rng
from mlcompanion.linalg import fix_signs

from .directions import LinearReducer, asked, centred_rows
from .qmi import QMIModel, checked_output, checked_widths

__all__ = ["QMIReducer", "QMIRun"]


class QMIRun(NamedTuple):
    """One ascent.

    Attributes
    ----------
    path : ndarray, shape (n_iter + 1, m, d)
        The embedding matrix at the start and after every step.
    values : ndarray, shape (n_iter + 1,)
        Information of smoothed densities along it; see :class:`QMISlope`.
    converged : bool
        Whether the last step was shorter than the tolerance.
    """

    path: np.ndarray
    values: np.ndarray
    converged: bool


def orthonormal(T):
    """The nearest matrix with orthonormal rows; for a single row, the row at length 1."""
    left, sizes, right = np.linalg.svd(T, full_matrices=False)
    if not sizes[-1] > 0:
        raise ValueError("step is out of range: the rows of the embedding matrix became dependent")
    return left @ right


def ascend(model, start, step, tol, max_iter):
    """Steps along the derivative, each back to orthonormal rows, until one is short."""
    T = start
    path = [T]
    values = []
    converged = False
    for _ in range(max_iter):
        slope = model.at(T)
        values.append(slope.value)
        new = orthonormal(T + step * slope.gradient)
        path.append(new)
        converged = np.linalg.norm(new - T) < tol
        T = new
        if converged:
            break
    values.append(model.at(T).value)
    return QMIRun(np.array(path), np.array(values), bool(converged))


def _stand(runs):
    """Whether all ascents ended where they began: no start at random is on a top."""
    return all(run.converged and np.linalg.norm(run.path[-1] - run.path[0]) < 1e-3 for run in runs)


def _apart(Z, centers, h):
    """Whether hardly a kernel reaches another projected point."""
    reached = np.exp(-cdist(Z[centers], Z, "sqeuclidean") / (2 * h**2)).sum(axis=1) - 1
    return reached.mean() < 0.1


class QMIReducer(LinearReducer):
    r"""Projection that tells most of the output, by quadratic mutual information.

    .. math:: T\leftarrow T+\varepsilon\,\partial\mathrm{QMI}/\partial T,\quad
        \text{then rows made orthonormal}

    with the derivative of :func:`qmi_derivative`. Without an output the data stand in its place:
    the projection then tells most of where a point was.

    Parameters
    ----------
    n_components : int
    h : float
        Width of the kernels in the projection, in the units of ``X``.
    h_y : float, optional
        Width in the output, in its units; default ``h``.
    lam : float
        Penalty, positive.
    step : float
        Length :math:`\varepsilon` of a step, in units of one over the information.
    n_restarts : int
        Random starts, of which the one with the largest information is kept. The
        information has side peaks: the source's single start ends on one in some draws.
    n_centers : int or None
        How many samples, drawn at random, carry a kernel; None: all.
    tol : float
        An ascent ends when a step changes the matrix by less.
    max_iter : int
        Steps of one ascent at most.
    random_state : int, Generator or None
        Draws starts and centres.

    Attributes
    ----------
    components_ : ndarray, shape (m, n_features)
        Orthonormal rows; the entry that is largest in absolute value is positive.
    value_ : float
        Information of the projection, of smoothed densities.
    runs_ : list of QMIRun
        All ascents.
    n_iter_ : int
        Steps of the one that was kept.
    converged_ : bool
        Whether it ended by ``tol``.
    mean_ : ndarray, shape (n_features,)

    Raises
    ------
    ValueError
        If an argument is out of range.

    Warns
    -----
    ConvergenceWarning
        If the ascent that was kept did not end in ``max_iter`` steps, or the widths are far from
        the data's scale: no ascent left its start, or hardly a kernel reaches another point.

    Notes
    -----
    Cost of a step: O(n b d + b³) for b centres. Memory: O(n b). Widths are fixed while the data are
    not rescaled: bring columns and output to a scale on which ``h`` means something, or compare
    widths by :func:`qmi_held_out_errors`. Source: Sugiyama (2016), section 35.4 and Figs 35.17 and
    35.19, with the length of the direction in place of the sum of its entries.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.uniform(-10, 10, size=(150, 2))
    >>> model = QMIReducer(random_state=0).fit(X, np.sin(np.pi * X[:, 0] / 10))
    >>> bool(abs(model.components_[0, 0]) > 0.99)
    True
    """

    def __init__(
        self,
        n_components=1,
        *,
        h=1.0,
        h_y=None,
        lam=0.1,
        step=10.0,
        n_restarts=5,
        n_centers=None,
        tol=1e-5,
        max_iter=1000,
        random_state=None,
    ):
        self.n_components = n_components
        self.h = h
        self.h_y = h_y
        self.lam = lam
        self.step = step
        self.n_restarts = n_restarts
        self.n_centers = n_centers
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state

    def fit(self, X, y=None):
        """Climb from each start; keep the best.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,) or (n_samples, q), optional
            Output; for classes a column of zeros and ones a class. Default: the centred ``X``.

        Returns
        -------
        self
        """
        X = validate_data(self, X, dtype=np.float64, ensure_min_samples=2)
        n, d = X.shape
        m = asked(self.n_components, d, "the number of features")
        step = check_real(self.step, "step", low=0, open_low=True)
        tol = check_real(self.tol, "tol", low=0)
        restarts = check_count(self.n_restarts, "n_restarts", low=1)
        max_iter = check_count(self.max_iter, "max_iter", low=1)
        lam = check_real(self.lam, "lam", low=0, open_low=True)
        widths = checked_widths(self.h, self.h_y)
        rng = check_rng(self.random_state)
        rows, self.mean_ = centred_rows(X)
        Y = rows if y is None else checked_output(y, n)
        centers = self._centers(n, rng)
        model = QMIModel(rows, Y, centers, widths, lam)
        starts = [orthonormal(rng.normal(size=(m, d))) for _ in range(restarts)]
        self.runs_ = [ascend(model, T, step, tol, max_iter) for T in starts]
        best = max(self.runs_, key=lambda run: run.values[-1])
        self.value_ = float(best.values[-1])
        self.n_iter_ = len(best.path) - 1
        self.converged_ = best.converged
        self.components_ = fix_signs(best.path[-1].T).T
        if not best.converged:
            words = f"the ascent did not end in {max_iter} steps; raise max_iter or lower step"
            warnings.warn(words, ConvergenceWarning, stacklevel=2)
        if m < d and (_stand(self.runs_) or _apart(rows @ self.components_.T, centers, widths[0])):
            words = (
                f"h={widths[0]:.3g} and h_y={widths[1]:.3g} are far from the scale of X or y: "
                "the projection is that of a random start"
            )
            warnings.warn(words, ConvergenceWarning, stacklevel=2)
        return self

    def _centers(self, n, rng):
        """Rows that carry a kernel: all, or some at random."""
        count = n if self.n_centers is None else check_count(self.n_centers, "n_centers", low=1)
        check_memory(40 * n * min(n, count), f"{min(n, count)} kernels (n_centers)")
        if count >= n:
            return np.arange(n)
        return np.sort(rng.choice(n, count, replace=False))
