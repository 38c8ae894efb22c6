"""Conjugate gradients for Laplacian SVM: Melacci and Belkin (2011), Sections 3.2 and 5.

Each iteration needs one product with the Gram matrix, and any iteration may be the last.
"""

from dataclasses import dataclass, field

import numpy as np

from mlcompanion._validation import check_count, check_flag, check_instance, check_real

from .laplacian_problem import LapProblem, starting_point
from .line_search import LineSearch, exact_line_search

__all__ = [
    "LapSolution",
    "PCGState",
    "pcg_steps",
    "solve_pcg",
]

HISTORY = ("objective", "gradient", "preconditioned", "mixed_product", "n_intervals", "n_errors")


@dataclass(frozen=True)
class LapSolution:
    """A solution, and how it was reached.

    Attributes
    ----------
    b : float
    alpha : ndarray, shape (n,)
    n_iter : int
        Conjugate-gradient iterations or Newton steps; 1 for the dual.
    history : dict of ndarrays
        One entry an iteration, the start included, where the solver keeps one.
    path : list of (float, ndarray)
        ``(b, alpha)`` after each iteration, if asked for.
    converged : bool
        Whether a rule or the tolerance ended the run; else it was ``max_iter``.
    """

    b: float
    alpha: np.ndarray
    n_iter: int
    history: dict = field(default_factory=dict, repr=False)
    path: list = field(default_factory=list, repr=False)
    converged: bool = True


@dataclass(frozen=True)
class PCGState:
    r"""Where the conjugate gradients stand after ``t`` iterations.

    Attributes
    ----------
    t : int
    b : float
    alpha, f : ndarray, shape (n,)
        Coefficients, and scores of the training points.
    objective : float
        Equation 7.
    gradient, preconditioned, mixed_product : float
        :math:`\|\nabla\|`, :math:`\|\hat\nabla\|`, :math:`\sqrt{\hat\nabla^\top\nabla}`.
    n_errors : int
        Size of :math:`\mathcal E`.
    search : LineSearch or None
        The line search that led here.
    """

    t: int
    b: float
    alpha: np.ndarray
    f: np.ndarray
    objective: float
    gradient: float
    preconditioned: float
    mixed_product: float
    n_errors: int
    search: LineSearch | None = None

    @property
    def n_intervals(self):
        """Intervals that the line search looked at; 0 at the start."""
        return self.search.n_intervals if self.search else 0


def pcg_steps(problem, start=None, step=None):
    r"""Run Algorithm 1 one iteration at a time.

    The products :math:`K\alpha`, :math:`Kd_\alpha` and :math:`L^pf` are kept and updated, so each
    iteration multiplies by K once, in :math:`\nabla=P\hat\nabla`.

    Parameters
    ----------
    problem : LapProblem
    start : (float, ndarray), optional
        ``(b, alpha)`` to start from; default zero.
    step : float, optional
        A fixed step instead of the exact one, to see what the line search is worth; the state
        still holds the search. Without descent the run may diverge.

    Yields
    ------
    PCGState
        First the start itself, then one state an iteration. The generator ends when the direction
        no longer descends, that is, at the optimum up to rounding.

    Raises
    ------
    ValueError
        If ``step`` is not positive.

    Notes
    -----
    Cost: O(n^2) an iteration, or the number of non-zeros of a sparse K.
    Source: Section 3.2, Algorithm 1, Equations 11 and 12.
    """
    check_instance(problem, "problem", LapProblem)
    if step is not None:
        check_real(step, "step", low=0, open_low=True)
    y = problem.y
    gamma_A = problem.gamma_A
    gamma_I = problem.gamma_I
    labeled = np.flatnonzero(y)
    hinge = problem.loss == "squared_hinge"
    b, alpha = starting_point(problem, start)
    K_alpha = problem.times_K(alpha)
    f = K_alpha + b
    L_f = problem.smooth(f)
    t = 0
    search = None
    old = None
    d_b = 0.0
    d = np.zeros(len(y))
    K_d = np.zeros(len(y))
    while True:
        g_b, g = problem.preconditioned_gradient(f, alpha, L_f)
        K_g = problem.times_K(g)  # the one product
        mixed = max(g_b**2 + g @ K_g, 0.0)  # g'Kg may round below 0
        yield PCGState(
            t,
            b,
            alpha,
            f,
            objective=float(problem.objective(f, K_alpha, alpha, L_f)),
            gradient=float(np.hypot(g_b, np.linalg.norm(K_g))),
            preconditioned=float(np.hypot(g_b, np.linalg.norm(g))),
            mixed_product=float(np.sqrt(mixed)),
            n_errors=int(problem.error_vectors(f).sum()),
            search=search,
        )
        if mixed == 0:
            return
        rho = 0.0
        if old is not None:  # Polak-Ribiere; zero restarts
            rho = max((g_b * (g_b - old[0]) + K_g @ (g - old[1])) / old[2], 0.0)
        old = g_b, g, mixed
        # the direction, and its image under K by the same recursion: no second product
        d_b = rho * d_b - g_b
        d = rho * d - g
        K_d = rho * K_d - K_g
        f_d = K_d + d_b
        L_fd = problem.smooth(f_d)
        # of the penalties along the ray: derivative at 0, and what it gains a unit of step
        value = gamma_A * alpha @ K_d + gamma_I * f_d @ L_f
        slope = gamma_A * d @ K_d + gamma_I * f_d @ L_fd
        search = exact_line_search(f[labeled], f_d[labeled], y[labeled], value, slope, hinge=hinge)
        if search.step == 0 and step is None:
            return
        t = t + 1
        s = search.step if step is None else step
        # all products move linearly with the step
        b = b + s * d_b
        alpha = alpha + s * d
        K_alpha = K_alpha + s * K_d
        f = f + s * f_d
        L_f = L_f + s * L_fd


def solve_pcg(problem, *, stop=None, max_iter=1000, tol=1e-8, start=None, keep_path=False):
    r"""Preconditioned conjugate gradients, Algorithm 1.

    Parameters
    ----------
    problem : LapProblem
    stop : callable, optional
        A rule of :mod:`mlcompanion.manifold.laplacian.stopping`, called with every
        :class:`PCGState`.
    max_iter : int
        Largest number of iterations.
    tol : float
        Stop in any case when :math:`\sqrt{\hat\nabla^\top\nabla}` is below ``tol`` times its value
        at zero coefficients.
    start : (float, ndarray), optional
        Warm start (Section 3.2.2).
    keep_path : bool
        Keep ``(b, alpha)`` after every iteration: O(n) memory each.

    Returns
    -------
    LapSolution

    Raises
    ------
    ValueError
        If ``max_iter`` or ``tol`` is out of range.

    Notes
    -----
    Cost: O(k n^2) for k iterations. Source: Section 3.2, Algorithm 1; Section 5 for least squares.
    """
    check_instance(problem, "problem", LapProblem)
    if stop is not None:
        check_instance(stop, "stop", callable, "rule")
    keep_path = check_flag(keep_path, "keep_path")
    max_iter = check_count(max_iter, "max_iter", low=1)
    tol = check_real(tol, "tol", low=0)
    y = problem.y
    K_y = problem.times_K(problem.y)
    # the gradient's norm at 0, so that a warm start must reach the same
    first = np.sqrt(problem.fit_intercept * y.sum() ** 2 + max(y @ K_y, 0.0))
    rows = []
    path = []
    for state in pcg_steps(problem, start):
        rows.append([getattr(state, name) for name in HISTORY])
        if keep_path:
            path.append((state.b, state.alpha))
        done = (stop is not None and stop(state)) or state.mixed_product <= tol * first
        if done or state.t == max_iter:
            break
    else:  # no direction descends
        done = True
    history = {name: np.array(column) for name, column in zip(HISTORY, zip(*rows))}
    return LapSolution(state.b, state.alpha, state.t, history, path, bool(done))
