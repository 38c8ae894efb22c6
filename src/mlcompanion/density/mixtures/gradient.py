"""Gradient ascent on the likelihood of a Gaussian mixture (Sugiyama 2016, section 15.3)."""

import warnings
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._jit import plain_layout
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_in,
    check_real,
    check_rng,
)

from ._ascent_loops import (
    Point,
    factor_slopes,
    factor_step,
    plain_run,
    shares_of,
    stochastic_pass,
)
from .gaussian_mixture import (
    MixtureParameters,
    SingularCovariance,
    check_mixture,
    inverse_roots,
    maximise,
    responsibilities,
)
from .model import MixtureModel, around_means, check_means, check_samples, first_start

__all__ = ["Ascent", "GaussianMixtureGD", "mixture_gradients", "plain_ascent"]


def mixture_gradients(X, theta):
    r"""Slopes of the log-likelihood in the logits of the weights, the means, the covariances.

    .. math:: \partial_{\gamma_\ell}=\sum_i\eta_{i\ell}-nw_\ell,\qquad
        \partial_{\mu_\ell}=\sum_i\eta_{i\ell}\,u_{i\ell},\qquad
        \partial_{\Sigma_\ell}=\tfrac12\sum_i\eta_{i\ell}
        \bigl(u_{i\ell}u_{i\ell}^\top-\Sigma_\ell^{-1}\bigr)

    with :math:`u_{i\ell}=\Sigma_\ell^{-1}(x_i-\mu_\ell)` and
    :math:`w_\ell=e^{\gamma_\ell}/\sum_{\ell'}e^{\gamma_{\ell'}}`.

    Parameters
    ----------
    X : array_like, shape (n, d)
    theta : MixtureParameters

    Returns
    -------
    in_logits : ndarray, shape (m,)
    in_means : ndarray, shape (m, d)
    in_covariances : ndarray, shape (m, d, d)
        Entry by entry, as if an entry could move without its mirror image.

    Raises
    ------
    ValueError
        If ``X`` and ``theta`` do not fit together, weights are no weights, or a covariance is not
        positive definite.

    Notes
    -----
    Cost: O(n m d^2 + m d^3) time, O(n m d) memory. Source: Sugiyama (2016), the displays after Eq.
    (15.4), where the last term of the first lost its exponential.
    """
    eta, _ = responsibilities(X, theta)
    theta = check_mixture(theta)
    X = check_array(X, "X")
    masses = eta.sum(axis=0)
    roots, _ = inverse_roots(theta.covariances)
    precisions = roots.transpose(0, 2, 1) @ roots
    u = (X - theta.means[:, None]) @ precisions  # (m, n, d)
    pulled = eta.T[:, :, None] * u
    in_covariances = pulled.transpose(0, 2, 1) @ u - masses[:, None, None] * precisions
    return masses - len(X) * theta.weights, pulled.sum(axis=1), 0.5 * in_covariances


class Ascent(NamedTuple):
    """What a run of plain gradient ascent ends with.

    Attributes
    ----------
    theta : MixtureParameters
        The last one whose covariances are positive definite.
    log_likelihoods : ndarray, shape (steps + 1,)
        Of the start and after each step.
    converged : bool
        Whether ``target`` was reached.
    left : bool
        Whether the next step would have left the positive definite matrices.
    """

    theta: MixtureParameters
    log_likelihoods: np.ndarray
    converged: bool
    left: bool


def plain_ascent(X, start, step, max_iter=1000, target=0.0):
    r"""Gradient ascent as printed: one fixed step for logits, means and covariances.

    .. math:: \theta\leftarrow\theta+\varepsilon\,\partial_\theta\log L(\theta)

    Nothing is guarded: a large step makes the likelihood fall, or leaves the positive definite
    matrices, where the run ends.

    Parameters
    ----------
    X : array_like, shape (n, d)
    start : MixtureParameters
        With positive weights.
    step : float
        Positive; in the units of ``X`` and of the sum over samples, as printed.
    max_iter : int
        Largest number of steps.
    target : float
        Stop as soon as the log-likelihood is at least this.

    Returns
    -------
    Ascent

    Raises
    ------
    ValueError
        If ``X`` and ``start`` do not fit together, a weight is 0, or a number is out of range.

    Notes
    -----
    Cost of a step: O(n m d^2 + m d^3). Source: Sugiyama (2016), Fig. 15.4.
    """
    start = check_mixture(start, "start")
    check_array(start.weights, "start.weights", low=0, open_low=True)
    X = check_array(X, "X", shape=(None, start.means.shape[1]), min_rows=1)
    step = check_real(step, "step", low=0, open_low=True)
    max_iter = check_count(max_iter, "max_iter", low=1)
    target = check_real(target, "target")
    centre = X.mean(axis=0)
    point = Point(np.log(start.weights), start.means - centre, start.covariances.copy())
    path = np.empty(max_iter + 1)
    rows = plain_layout(X - centre)
    n_points, inside = plain_run(rows, point, step, path, target)
    if not inside and n_points:  # the same way again, to the last point inside
        point = Point(np.log(start.weights), start.means - centre, start.covariances.copy())
        plain_run(rows, point, step, path[:n_points], target)
    theta = MixtureParameters(shares_of(point.logits), point.means + centre, point.shapes)
    path = path[:n_points].copy()
    return Ascent(theta, path, bool(inside and path[-1] >= target), not inside)


class _Run(NamedTuple):
    """What a run of gradient ascent ends with."""

    point: Point
    log_likelihoods: list
    converged: bool
    singular: bool


def _copied(point):
    return Point(*(part.copy() for part in point))


def _is_regular(point):
    """Whether all numbers are finite and no component has lost its width."""
    widths = np.abs(np.diagonal(point.shapes, axis1=1, axis2=2))
    return all(np.isfinite(part).all() for part in point) and widths.min() > 1e-9


class GaussianMixtureGD(MixtureModel):
    r"""Gaussian mixture fitted by gradient ascent on the mean log-likelihood of a sample.

    Weights are softmax of logits, covariances :math:`\Sigma=LL^\top` with a lower triangle, so that
    every step leads to a mixture. Columns are standardised inside: a step means the same in all
    units.

    Parameters
    ----------
    n_components : int
        Number m of components.
    step : float
        Step size. Too large, and the likelihood falls; too small, and the climb takes for ever. In
        batch ten times the default is often well.
    schedule : {"constant", "geometric", "inverse"}
        Step of pass p = 0, 1, ...: ``step``, ``step * (1 - decay)**p`` (which the source calls
        simulated annealing), or ``step / (1 + decay * p)``.
    decay : float
        From 0 to below 1.
    stochastic : bool
        One step a sample, in random order, instead of one step a pass.
    tol : float
        Stop when no slope of the mean log-likelihood is larger, in standardised columns.
    max_iter : int
        Largest number of passes over the data.
    n_init : int
        Number of starts; the run with the largest likelihood among those that end regular is kept.
    init : {"samples", "random"}
        Random samples as means, with equal weights and the covariance of all samples, or random
        responsibilities.
    means_init : array_like, shape (m, d), optional
        Means to start from; ``init`` and ``n_init`` are then not used.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    weights_ : ndarray, shape (m,)
    means_ : ndarray, shape (m, d)
    covariances_ : ndarray, shape (m, d, d)
    log_likelihoods_ : ndarray
        Of the run that is kept: at the start and after each pass.
    n_iter_ : int
        Passes of the run that is kept.
    converged_ : bool
    singular_ : bool
        Whether the run that is kept left the regular mixtures: its last regular state is kept.
    n_singular_ : int
        How many of the starts did.
    n_params_ : int
        m (1 + d + d (d + 1) / 2) - 1.

    Warns
    -----
    ConvergenceWarning
        If the run that is kept left the regular mixtures, or slopes are above ``tol`` after
        ``max_iter`` passes.

    Notes
    -----
    Cost of a pass: O(n m d^2 + m d^3) in batch, O(n m d^3) stochastic. Source: Sugiyama (2016),
    section 15.3; the factor is ours, the source steps in the covariance itself
    (:func:`plain_ascent`).

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[0.0], [1.0], [2.0], [9.0], [10.0], [11.0]])
    >>> model = GaussianMixtureGD(2, means_init=[[0.0], [9.0]]).fit(X)
    >>> model.means_.ravel().round(1)
    array([ 1., 10.])
    """

    def __init__(
        self,
        n_components=1,
        *,
        step=0.01,
        schedule="constant",
        decay=0.01,
        stochastic=False,
        tol=1e-3,
        max_iter=10_000,
        n_init=1,
        init="samples",
        means_init=None,
        random_state=None,
    ):
        self.n_components = n_components
        self.step = step
        self.schedule = schedule
        self.decay = decay
        self.stochastic = stochastic
        self.tol = tol
        self.max_iter = max_iter
        self.n_init = n_init
        self.init = init
        self.means_init = means_init
        self.random_state = random_state

    def fit(self, X, y=None):
        """Estimate the parameters.

        Parameters
        ----------
        X : array_like, shape (n, d)
            At least d + 1 samples, and as many as components.
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If ``X`` is not a finite matrix or has too few samples, or its covariance is singular.
        """
        self._check_rules()
        columns, centre, spread = check_samples(self, X)
        if not spread.all():
            raise ValueError("X must not have a constant column: its covariance is singular")
        columns = columns / spread[:, None]
        rng = check_rng(self.random_state)
        runs = []
        for _ in range(self.n_init if self.means_init is None else 1):
            start = self._start(columns, centre, spread, rng)
            runs.append(self._run(np.ascontiguousarray(columns.T), start, rng))
        self._choose(runs, centre, spread, columns.shape[1])
        return self

    def _check_rules(self):
        check_real(self.step, "step", low=0, open_low=True)
        check_in(self.schedule, "schedule", ("constant", "geometric", "inverse"))
        check_real(self.decay, "decay", low=0, high=1, open_high=True)
        check_flag(self.stochastic, "stochastic")
        check_real(self.tol, "tol", low=0)
        check_count(self.max_iter, "max_iter", low=1)
        check_count(self.n_init, "n_init", low=1)
        check_in(self.init, "init", ("samples", "random"))

    def _start(self, columns, centre, spread, rng):
        m = self.n_components
        if self.means_init is not None:
            theta = around_means(columns, check_means(self.means_init, centre, m) / spread)
        else:
            first = first_start(columns, m, self.init, rng)
            begin = around_means if self.init == "samples" else maximise
            theta = begin(columns, first)
        try:
            inverse_roots(theta.covariances)
        except SingularCovariance as error:
            raise ValueError(
                f"the covariance of X is singular ({error}): a feature is a combination of others, "
                f"or there are too few samples (n_samples = {columns.shape[1]})"
            ) from None
        # steps in L: L L' stays a covariance wherever they lead
        factors = np.linalg.cholesky(theta.covariances)
        return Point(np.log(theta.weights), plain_layout(theta.means), factors)

    def step_of(self, p):
        """Return the step size of a pass.

        Parameters
        ----------
        p : int
            0 for the first pass.

        Returns
        -------
        float
        """
        p = check_count(p, "p")
        if self.schedule == "geometric":
            return self.step * (1 - self.decay) ** p
        if self.schedule == "inverse":
            return self.step / (1 + self.decay * p)
        return self.step

    def _run(self, rows, point, rng):
        path = []
        before = _copied(point)
        for p in range(self.max_iter + 1):
            slopes = factor_slopes(rows, point)
            if not (np.isfinite(slopes[0]) and _is_regular(point)):
                return _Run(before, path, False, True)
            path.append(slopes[0])
            steepest = max(np.abs(part).max() for part in slopes[1:]) / len(rows)
            if steepest <= self.tol or p == self.max_iter:
                return _Run(point, path, steepest <= self.tol, False)
            before = _copied(point)
            if self.stochastic:
                stochastic_pass(rows, rng.permutation(len(rows)), point, self.step_of(p))
            else:
                factor_step(point, slopes, self.step_of(p) / len(rows))

    def _choose(self, runs, centre, spread, n):
        """Keep the best run in the units of the samples; say what is wrong with it."""
        best = self._best_of(runs)
        # rows of the factor in the units of their features: then Sigma = L L' is in both
        factors = spread[:, None] * best.point.shapes
        self._keep(
            MixtureParameters(
                shares_of(best.point.logits),
                centre + spread * best.point.means,
                factors @ factors.transpose(0, 2, 1),
            )
        )
        # a density per unit of the samples, not per standard deviation
        self.log_likelihoods_ = np.array(best.log_likelihoods) - n * np.log(spread).sum()
        self.n_iter_ = len(best.log_likelihoods) - 1
        if best.singular:
            warnings.warn(
                "a step left the regular mixtures (too large a step, or a component that shrinks "
                "onto too few samples); the last regular state is kept",
                ConvergenceWarning,
                stacklevel=3,
            )
        elif not best.converged:
            warnings.warn(
                f"slopes are above tol after max_iter = {self.max_iter} passes",
                ConvergenceWarning,
                stacklevel=3,
            )
