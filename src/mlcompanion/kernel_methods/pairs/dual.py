r"""Dual ascent on pairs: Algorithm 1 of Zhuang, Tsang and Hoi (2011), for all of its losses.

The kernel of given dual variables is a closed form, so that the dual objective

.. math:: J(\alpha)=-\max_K\operatorname{tr}A(\alpha)K+b^\top\alpha-\frac1{2C}\|\alpha\|^2,
   \qquad A(\alpha)=M+\sum_k\alpha_kT_k,

and its slope cost one eigendecomposition of the positive part. One engine serves the losses of
section 4 and the embeddings of section 6; only M, the patterns T, b and the set of allowed
variables differ.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy import sparse

from mlcompanion._validation import check_array, check_count, check_function, check_real

from .spectral import SpectralKernel, eigenpairs_unchecked

__all__ = ["DualState", "SpectralDual", "ascend", "pair_loss"]


class DualLoss(NamedTuple):
    """What a loss of the margins asks of the dual variables.

    Attributes
    ----------
    bend : float
        1/C where the dual has a square term, else 0.
    project : callable
        To the nearest allowed variables.
    """

    bend: float
    project: Callable


def pair_loss(name, C):
    """The dual of a loss of :math:`T_{ij}K_{ij}` (sections 4.3 to 4.5).

    Parameters
    ----------
    name : {"square_hinge", "hinge", "square"}
    C : float
        Weight of the loss.

    Returns
    -------
    DualLoss
    """
    if name == "hinge":
        return DualLoss(0.0, lambda alpha: np.clip(alpha, 0.0, C))
    if name == "square_hinge":
        return DualLoss(1.0 / C, lambda alpha: np.maximum(alpha, 0.0))
    return DualLoss(1.0 / C, lambda alpha: alpha)


class DualState(NamedTuple):
    """One step of the ascent.

    Attributes
    ----------
    alpha : ndarray, shape (m,)
    kernel : SpectralKernel
        The best kernel for these variables.
    value : float
        The dual objective J.
    slope : ndarray, shape (m,)
        Its gradient.
    """

    alpha: np.ndarray
    kernel: SpectralKernel
    value: float
    slope: np.ndarray


class SpectralDual:
    """The dual problem, which knows its value and its slope.

    Parameters
    ----------
    base : array_like or sparse matrix, shape (n, n)
        M: symmetric; less the Laplacian for pairs.
    patterns : EntryPatterns, DistancePatterns or TripletPatterns
    targets : array_like, shape (m,), or float
        b: the margins or distances that are asked for.
    loss : DualLoss
    size : KernelSize
    rank : int, optional
        Largest number of eigenvalues.
    basis : array_like, shape (n, r), optional
        Orthonormal columns: only kernels VEV' on them (section 5.4).
    """

    def __init__(self, base, patterns, targets, loss, size, *, rank=None, basis=None):
        self.base = base
        self.patterns = patterns
        self.targets = np.broadcast_to(np.asarray(targets, dtype=float), (len(patterns),))
        self.loss = loss
        self.size = size
        self.rank = rank
        self.basis = basis
        if basis is not None:
            self._base_within = basis.T @ (base @ basis)
        self._guess = 16

    def matrix(self, alpha):
        """A of some dual variables; on a basis, its r by r image.

        Parameters
        ----------
        alpha : array_like, shape (m,)

        Returns
        -------
        csr_array or ndarray
        """
        weighted = self.patterns.matrix(alpha)
        if self.basis is not None:
            A = self._base_within + self.basis.T @ (weighted @ self.basis)
            return (A + A.T) / 2
        if sparse.issparse(self.base):
            return sparse.csr_array(self.base + weighted)
        return self.base + weighted.toarray()

    def kernel(self, alpha):
        """The best kernel of some dual variables (step 5).

        Parameters
        ----------
        alpha : array_like, shape (m,)

        Returns
        -------
        SpectralKernel
        """
        A = self.matrix(alpha)
        spectrum, vectors = eigenpairs_unchecked(A, self.rank, self._guess)
        self._guess = len(spectrum) + 4  # the next kernel has about as many
        if self.basis is not None:
            vectors = self.basis @ vectors
        return SpectralKernel(vectors, self.size.values(spectrum), spectrum)

    def look(self, alpha):
        """Kernel, objective and gradient (steps 4 to 6; Equations 24 and 25).

        Parameters
        ----------
        alpha : array_like, shape (m,)

        Returns
        -------
        DualState
        """
        alpha = check_array(alpha, "alpha", shape=(len(self.patterns),))
        kernel = self.kernel(alpha)
        gained = self.size.best_value(kernel.spectrum)
        value = float(self.targets @ alpha - self.loss.bend / 2 * (alpha @ alpha)) - gained
        # Danskin: the best kernel may be held fixed in the derivative
        slope = self.targets - self.patterns.measured(kernel) - self.loss.bend * alpha
        return DualState(alpha, kernel, value, slope)

    def curvature(self, m=None):
        r"""How fast the slope can change, for p = 2 and a penalty G: :math:`s/G+1/C`.

        Parameters
        ----------
        m : int, optional
            Take this number for s, as Lemma 5 does with the number of pairs; default the
            largest stretch of the patterns, which is 1 for entries.

        Returns
        -------
        float or None
            None where no such number exists: with a budget, or another p.
        """
        if self.size.penalty is None or self.size.p != 2:
            return None
        stretch = self.patterns.squared_norm if m is None else check_count(m, "m", low=1)
        return stretch / self.size.penalty + self.loss.bend


def ascend(problem, alpha, *, step=None, max_iter=100):
    """Walk up the dual objective: a generator of states, the start among them.

    Parameters
    ----------
    problem : SpectralDual
    alpha : array_like, shape (m,)
        Start.
    step : float, optional
        Fixed length; by default each is found by trial: it shrinks until the objective rises by as
        much as Proposition 6 promises, and grows again afterwards.
    max_iter : int
        Steps at most.

    Yields
    ------
    DualState

    Notes
    -----
    A step costs one eigendecomposition, a trial one more. Source: Algorithm 1.
    """
    max_iter = check_count(max_iter, "max_iter", low=1)
    check_function(problem.loss.project, "problem")
    if step is not None:
        step = check_real(step, "step", low=0, open_low=True)
    state = problem.look(problem.loss.project(np.array(alpha, dtype=float)))
    yield state
    bend = 1 / step if step else _first_bend(problem, state)
    for _ in range(max_iter):
        if step:
            state = problem.look(problem.loss.project(state.alpha + step * state.slope))
        else:
            state, bend = _tried_step(problem, state, bend)
        yield state


class Climb(NamedTuple):
    """A finished ascent.

    Attributes
    ----------
    state : DualState
    history : ndarray, shape (n_iter + 1,)
    converged : bool
    """

    state: DualState
    history: np.ndarray
    converged: bool


def climb(states, tol):
    """Follow an ascent until the objective changes by less than ``tol`` of its size.

    Parameters
    ----------
    states : iterator of DualState
        From :func:`ascend`.
    tol : float

    Returns
    -------
    Climb
    """
    state = next(states)
    history = [state.value]
    converged = False
    for state in states:
        change = abs(state.value - history[-1])
        history.append(state.value)
        converged = bool(change <= tol * abs(state.value))
        if converged:
            break
    return Climb(state, np.array(history), converged)


def _first_bend(problem, state):
    """A first guess of the curvature: too small costs trials, too large costs steps."""
    known = problem.curvature()
    if known is not None:
        return known
    scale = np.sqrt(state.kernel.spectrum @ state.kernel.spectrum)
    kernel_size = np.sqrt(state.kernel.values @ state.kernel.values)
    bend = problem.loss.bend
    return max(bend + (kernel_size / scale if scale > 0 else 0.0), 1e-300)


def _tried_step(problem, state, bend):
    """The longest step of a halving series that keeps the promised rise."""
    # promised: the quadratic bound at this bend; kept, if the bend is large enough
    for _ in range(60):
        alpha = problem.loss.project(state.alpha + state.slope / bend)
        move = alpha - state.alpha
        new = problem.look(alpha)
        promised = state.value + state.slope @ move - bend / 2 * (move @ move)
        rounding = 1e-13 * (abs(state.value) + abs(new.value))
        if new.value >= promised - rounding:
            # a step that kept its promise tries a longer one next time
            return new, max(bend / 1.5, problem.loss.bend)
        bend = 2 * bend
    return state, bend  # no direction leads up: rounding, or the edge where A has no positive part
