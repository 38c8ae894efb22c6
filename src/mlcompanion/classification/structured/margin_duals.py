r"""The structured support vector machine as quadratic programs, for small cases.

Sugiyama (2016), section 29.3: the primal over all label strings, and its dual (29.8), a variable a
string. They check each other and the faster solver; their size is exponential in the length.
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg import block_diag

from mlcompanion._validation import (
    check_array,
    check_count,
    check_in,
    check_instance,
    check_list,
    check_real,
)
from mlcompanion.optimize.interior import quadratic_program
from mlcompanion.sequences.features import ChainFeatures
from mlcompanion.sequences.viterbi import check_string

__all__ = [
    "MarginProgram",
    "MarginSolution",
    "label_strings",
    "string_dual",
    "string_primal",
]

_MOST = 200_000  # label strings that are written down
_LOSSES = ("hamming", "string")


class MarginSolution(NamedTuple):
    """A solution of one of the programs.

    Attributes
    ----------
    value : float
        The optimum.
    zeta : ndarray, shape (features.size,)
        Weights of the features.
    unknowns : list of ndarray
        For each sample: its slack; the dual weight of each string, in the order of
        :func:`label_strings`; or its marginals, those of places first.
    """

    value: float
    zeta: np.ndarray
    unknowns: list


class MarginProgram(NamedTuple):
    r"""A dual: maximise :math:`t^\top\mu-\frac12\|\zeta_0-M\mu\|^2`, :math:`A\mu=b,\mu\ge0`.

    Attributes
    ----------
    features : ndarray, shape (n_variables, size)
        The rows of M transposed.
    losses : ndarray, shape (n_variables,)
    origin : ndarray, shape (size,)
        :math:`\zeta_0`, the features of the true strings.
    A : ndarray, shape (n_equations, n_variables)
    b : ndarray, shape (n_equations,)
    lengths : ndarray of int, shape (n_samples,)
        Variables of each sample.
    """

    features: np.ndarray
    losses: np.ndarray
    origin: np.ndarray
    A: np.ndarray
    b: np.ndarray
    lengths: np.ndarray

    def solve(self, tol=1e-10):
        """Solve by interior points.

        Parameters
        ----------
        tol : float
            Of :func:`mlcompanion.optimize.interior.quadratic_program`.

        Returns
        -------
        MarginSolution

        Notes
        -----
        O(n_variables^3) a step.
        """
        tol = check_real(tol, "tol", low=0, open_low=True)
        n = len(self.losses)
        linear = -self.losses - self.features @ self.origin
        F = self.features @ self.features.T
        found = quadratic_program(F, linear, -np.eye(n), np.zeros(n), self.A, self.b, tol=tol)
        zeta = self.origin - found.x @ self.features
        value = float(self.losses @ found.x - 0.5 * zeta @ zeta)
        return MarginSolution(value, zeta, np.split(found.x, np.cumsum(self.lengths)[:-1]))


def label_strings(n_symbols, length):
    """All strings of a length, in the order of a dictionary.

    Parameters
    ----------
    n_symbols, length : int

    Returns
    -------
    ndarray of int, shape (n_symbols ** length, length)

    Raises
    ------
    ValueError
        If there are more than 200,000.

    Examples
    --------
    >>> label_strings(2, 2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    k = check_count(n_symbols, "n_symbols", low=1)
    m = check_count(length, "length", low=1)
    if m * np.log(k) > np.log(_MOST):
        raise ValueError(f"length must leave at most {_MOST} strings, got {k}^{m}")
    return np.indices((k,) * m).reshape(m, -1).T.copy()


def check_samples(features, xs, ys, C):
    """Return inputs, strings of codes and the weight of the losses, or say what is wrong."""
    check_instance(features, "features", ChainFeatures)
    shape = (None, features.n_inputs)
    xs = check_list(xs, "xs")
    xs = [check_array(x, f"xs[{i}]", shape=shape, min_rows=1) for i, x in enumerate(xs)]
    ys = check_list(ys, "ys")
    if len(ys) != len(xs):
        raise ValueError(f"ys must hold a string for each of {len(xs)} in xs, got {len(ys)}")
    k = features.n_symbols
    ys = [check_string(y, f"ys[{i}]", k, len(xs[i])) for i, y in enumerate(ys)]
    return xs, ys, check_real(C, "C", low=0, open_low=True)


def _all_rivals(features, x, y, loss):
    """For every label string: features of the truth minus its own, and its loss."""
    rivals = label_strings(features.n_symbols, len(y))
    differences = features.phi(x, y) - np.array([features.phi(x, z) for z in rivals])
    wrong = (rivals != y).sum(axis=1).astype(float)
    return differences, wrong if loss == "hamming" else np.minimum(wrong, 1.0)


def _checked_rivals(features, xs, ys, C, loss):
    """What all label strings of each sample add, from checked arguments, and C as a float."""
    xs, ys, C = check_samples(features, xs, ys, C)
    check_in(loss, "loss", _LOSSES)
    return [_all_rivals(features, x, y, loss) for x, y in zip(xs, ys)], C


def string_primal(features, xs, ys, C=1.0, *, loss="hamming", tol=1e-10):
    """The structured support vector machine with a constraint for every label string.

    Parameters
    ----------
    features : ChainFeatures
    xs : list of array_like, shape (m_i, n_inputs)
    ys : list of array_like of int, shape (m_i,)
    C : float
        Weight of the losses, positive.
    loss : {"hamming", "string"}
        Number of wrong labels, or 1 for any wrong string.
    tol : float
        Of :func:`mlcompanion.optimize.interior.quadratic_program`.

    Returns
    -------
    MarginSolution

    Raises
    ------
    ValueError
        If strings do not fit, or a string has more than 200,000 rivals.

    Notes
    -----
    k^m constraints for each sample.
    """
    rivals, C = _checked_rivals(features, xs, ys, C, loss)
    n = len(rivals)
    d = features.size
    slacks = block_diag(*(np.ones((len(losses), 1)) for _, losses in rivals))
    G = -np.hstack([np.vstack([differences for differences, _ in rivals]), slacks])
    g = -np.concatenate([losses for _, losses in rivals])
    F = np.diag(np.append(np.ones(d), np.zeros(n)))  # slacks have no square
    found = quadratic_program(F, np.append(np.zeros(d), np.full(n, C)), G, g, tol=tol)
    return MarginSolution(found.objective, found.x[:d], list(found.x[d:, None]))


def string_dual(features, xs, ys, C=1.0, *, loss="hamming", tol=1e-10):
    r"""The dual (29.8): a weight for every label string of every sample, summing to C.

    Parameters
    ----------
    features : ChainFeatures
    xs : list of array_like, shape (m_i, n_inputs)
    ys : list of array_like of int, shape (m_i,)
    C : float
        Weight of the losses, positive.
    loss : {"hamming", "string"}
        Number of wrong labels, or 1 for any wrong string.
    tol : float
        Of :func:`mlcompanion.optimize.interior.quadratic_program`.

    Returns
    -------
    MarginSolution

    Raises
    ------
    ValueError
        If strings do not fit, or a string has more than 200,000 rivals.

    Notes
    -----
    n k^m variables, and the cube of their number of operations a step.
    """
    rivals, C = _checked_rivals(features, xs, ys, C, loss)
    program = MarginProgram(
        features=-np.vstack([differences for differences, _ in rivals]),
        losses=np.concatenate([losses for _, losses in rivals]),
        origin=np.zeros(features.size),
        A=block_diag(*(np.ones((1, len(losses))) for _, losses in rivals)),
        b=np.full(len(rivals), C),
        lengths=np.array([len(losses) for _, losses in rivals]),
    )
    return program.solve(tol)
