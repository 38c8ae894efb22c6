r"""Dictionary learning whose atoms are the nodes of a tree.

Codes by accelerated proximal gradient with the hierarchical norm, atoms by block coordinate
descent. Jenatton et al. (2011), section 4; signals are rows, so the dictionary is transposed.
"""

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._progress import progress_bar
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_in,
    check_instance,
    check_real,
    check_rng,
)
from mlcompanion.optimize import Quadratic, fista
from mlcompanion.optimize.smooth import largest_singular_value
from mlcompanion.prox import NonNegative
from mlcompanion.prox.balls.elastic_ball import project_elastic_ball
from mlcompanion.prox.tree.groups import TreeGroups
from mlcompanion.prox.tree.tree_norm import TreeNorm

__all__ = ["MaskedLeastSquares", "TreeDictionaryLearning", "tree_codes", "update_atoms"]


def _check_signals(X, components):
    """Signals and atoms as rows of one length."""
    X = check_array(X, "X", ndim=2, min_rows=1)
    return X, check_array(components, "components", shape=(None, X.shape[1]), min_rows=1)


class MaskedLeastSquares:
    r"""Squared error on known entries, :math:`\frac12\|M\circ(X^\top-D^\top A)\|^2`.

    Parameters
    ----------
    components : ndarray of shape (n_components, n_features)
    X : ndarray of shape (n_samples, n_features)
    mask : bool ndarray of the shape of X
        True where a pixel is known.

    Notes
    -----
    The unknown is A, of shape (n_components, n_samples). Source: section 5.4.
    """

    def __init__(self, components, X, mask):
        X, components = _check_signals(X, components)
        mask = check_array(mask, "mask", shape=X.shape, dtype=bool)
        self.D = components.T.copy()
        self.X = np.where(mask, X, 0.0).T
        self.mask = mask.astype(float).T

    def _error(self, A):
        error = self.D @ A
        error *= self.mask
        error -= self.X
        return error

    def value_and_gradient(self, A):
        """Value and gradient at the codes ``A``."""
        error = self._error(A)
        return 0.5 * float(np.vdot(error, error)), self.D.T @ error

    def value(self, A):
        """Value at the codes ``A``."""
        error = self._error(A)
        return 0.5 * float(np.vdot(error, error))

    def lipschitz(self):
        """Squared spectral norm of the dictionary: leaving pixels out cannot raise it."""
        return largest_singular_value(self.D) ** 2


def tree_codes(X, components, penalty, *, mask=None, start=None, tol=1e-4, max_iter=300):
    r"""Codes of all signals for a fixed dictionary, :math:`\min_A\frac12\|X^\top-D^\top A\|^2+
    \lambda\Omega(A)`.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
    components : ndarray of shape (n_components, n_features)
        Atoms.
    penalty : object with ``value`` and ``prox``
        For example :class:`TreeNorm`; columns of A are penalised one by one.
    mask : bool ndarray of the shape of X, optional
        Entries of X that are known; default all.
    start : ndarray of shape (n_components, n_samples), optional
        Where to start (a warm start); default 0.
    tol, max_iter
        Of :func:`mlcompanion.optimize.fista`.

    Returns
    -------
    ProximalRun
        Its ``w`` holds the codes, shape (n_components, n_samples).

    Notes
    -----
    Cost: O(n_components² n_samples) a step, or O(n_components n_features n_samples) with a mask.
    Source: Jenatton et al. (2011), section 4.2.2.
    """
    X, components = _check_signals(X, components)
    shape = len(components), len(X)
    start = np.zeros(shape) if start is None else check_array(start, "start", shape=shape)
    if mask is None:
        # D D' is small: a gradient costs the same for signals of any length
        smooth = Quadratic(components @ components.T, components @ X.T, 0.5 * np.vdot(X, X))
    else:
        smooth = MaskedLeastSquares(components, X, mask)
    return fista(smooth, penalty, start, restart=True, tol=tol, max_iter=max_iter)


def update_atoms(components, codes, X, *, mu=0.0, positive=False, n_sweeps=5):
    r"""Block coordinate descent on the atoms for fixed codes.

    With :math:`P=AA^\top` and :math:`B=AX`, atom j moves to
    :math:`\Pi_{\mathcal D_\mu}\bigl(d_j+(B_j-P_jD)/P_{jj}\bigr)`; an atom that no
    signal uses stays.

    Parameters
    ----------
    components : ndarray of shape (n_components, n_features)
    codes : ndarray of shape (n_components, n_samples)
    X : ndarray of shape (n_samples, n_features)
    mu, positive
        The set of admissible atoms, see :func:`project_elastic_ball`.
    n_sweeps : int

    Returns
    -------
    ndarray of shape (n_components, n_features)

    Raises
    ------
    ValueError
        If the shapes do not fit or a parameter is out of range.

    Notes
    -----
    Cost: O(n_components n_features (n_samples + n_sweeps n_components)).
    Source: Jenatton et al. (2011), section 4.2.1; the update is that of Mairal et al. (2010).
    """
    X, D = _check_signals(X, components)
    D, codes = D.copy(), check_array(codes, "codes", shape=(len(D), len(X)))
    mu = check_real(mu, "mu", low=0, high=1)
    positive = check_flag(positive, "positive")
    n_sweeps = check_count(n_sweeps, "n_sweeps", low=1)
    P = codes @ codes.T
    B = codes @ X
    for _ in range(n_sweeps):
        for j in np.flatnonzero(np.diag(P)):
            # the exact minimiser over atom j, the others as they now are: no step length
            moved = D[j] + (B[j] - P[j] @ D) / P[j, j]
            D[j] = project_elastic_ball(moved[None], mu, positive)[0]
    return D


class TreeDictionaryLearning(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    r"""Learn atoms that organise themselves in a given tree.

    .. math:: \min_{D\in\mathcal D_\mu,A}\frac1n\sum_i\Bigl[\tfrac12\|x_i-D^\top\alpha_i\|^2+
              \lambda\,\Omega(\alpha_i)\Bigr]

    Parameters
    ----------
    tree : TreeGroups, optional
        Its variables are the atoms; default 1 + 4 + 8 atoms, one a node.
        :meth:`TreeGroups.flat` gives ordinary sparse coding.
    lam : float
    norm : "linf" or "l2"
    mu : float
        Admissible atoms: 0 for the unit ball, 1 for the l1 ball, between them the elastic net.
    positive : bool
        Atoms and codes not negative (topics).
    init : "signals" or "paths"
        Start each atom at a random signal, or send every signal down a random path and start each
        atom at the mean of what came by: the root at the mean of all.
    n_alternations : int
    tol : float
        Accuracy of the codes in :meth:`transform`; within ``fit`` they are warm-started and rough.
    random_state : int, Generator or None
        Signals that the atoms start from, and that replace atoms never used.
    progress : bool

    Attributes
    ----------
    components_ : ndarray of shape (n_components, n_features)
    objective_ : ndarray of shape (n_alternations,)
        The objective after each update of the codes.
    n_iter_ : int
        Number of alternations.
    n_reseeded_ : int
        How often an unused atom was replaced by a badly coded signal.

    Notes
    -----
    Cost of an alternation: some ten to 60 gradient steps on the codes, O(n_samples n_components²)
    each, and five sweeps over the atoms.
    Source: Jenatton et al. (2011), equations (10) and (11).
    """

    def __init__(
        self,
        tree=None,
        lam=0.1,
        *,
        norm="linf",
        mu=0.0,
        positive=False,
        init="signals",
        n_alternations=15,
        tol=1e-4,
        random_state=None,
        progress=False,
    ):
        self.tree = tree
        self.lam = lam
        self.norm = norm
        self.mu = mu
        self.positive = positive
        self.init = init
        self.n_alternations = n_alternations
        self.tol = tol
        self.random_state = random_state
        self.progress = progress

    def _penalty(self):
        penalty = TreeNorm(self.tree_, self.lam, self.norm)
        return NonNegative(penalty) if self.positive else penalty

    def fit(self, X, y=None):
        """Alternate between codes and atoms, starting from random signals.

        Parameters
        ----------
        X : array_like of shape (n_samples, n_features)

        Returns
        -------
        self
        """
        X = validate_data(self, X, dtype=np.float64)
        check_real(self.lam, "lam", low=0)
        check_in(self.norm, "norm", ("l2", "linf"))
        check_real(self.mu, "mu", low=0, high=1)
        check_real(self.tol, "tol", low=0)
        check_flag(self.positive, "positive")
        n_alternations = check_count(self.n_alternations, "n_alternations", low=1)
        check_in(self.init, "init", ("signals", "paths"))
        rng = check_rng(self.random_state)
        tree = TreeGroups.balanced((4, 2)) if self.tree is None else self.tree
        self.tree_ = check_instance(tree, "tree", TreeGroups)
        penalty = self._penalty()
        p = self.tree_.n_features
        D = self._admissible(self._first_atoms(X, rng))
        A = np.zeros((p, len(X)))
        self.n_reseeded_ = 0
        objective = []
        for t in progress_bar(range(n_alternations), self.progress, description="alternations"):
            # roughly: the atoms move anyway, and the next codes start from these
            run = tree_codes(X, D, penalty, start=A, tol=3e-3, max_iter=60)
            A = run.w
            objective.append(run.objective[-1] / len(X))
            D = update_atoms(D, A, X, mu=self.mu, positive=self.positive)
            unused = np.flatnonzero(~A.any(axis=1))
            # an atom that no code uses would stay for ever: it becomes the signal that fits worst
            if len(unused) and t < n_alternations // 2:
                worst = np.argsort(((X - A.T @ D) ** 2).sum(axis=1))[::-1]
                count = min(len(unused), len(X))
                D[unused[:count]] = self._admissible(X[worst[:count]])
                self.n_reseeded_ += count
        self.components_ = D
        self.objective_ = np.array(objective)
        self.n_iter_ = n_alternations
        return self

    def _first_atoms(self, X, rng):
        p = self.tree_.n_features
        if self.init == "signals":
            return X[rng.choice(len(X), p, replace=p > len(X))]
        parent = self.tree_.parent
        atoms = []
        # each signal goes down one random path: an atom is the mean of those that pass its node
        leaves = np.setdiff1d(np.arange(len(parent)), parent)
        end = rng.permutation(np.resize(leaves, len(X)))  # of every signal's path
        for g in self.tree_.node:
            came = np.isin(end, self.tree_.subtree(g))
            atoms.append(X[came].mean(axis=0) if came.any() else X[rng.integers(len(X))])
        return np.array(atoms)

    def _admissible(self, atoms):
        """Scale signals to the largest atoms that are allowed."""
        atoms = np.maximum(atoms, 0) if self.positive else atoms
        norms = np.linalg.norm(atoms, 1 if self.mu == 1 else 2, axis=1, keepdims=True)
        scaled = atoms / np.where(norms > 0, norms, 1)
        return project_elastic_ball(scaled, self.mu, self.positive)

    def transform(self, X, mask=None):
        """Codes of the signals, shape (n_samples, n_components).

        Parameters
        ----------
        X : array_like of shape (n_samples, n_features)
        mask : bool array_like of the shape of X, optional
            True where an entry is known; the others are not looked at.
        """
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=np.float64)
        if mask is not None:
            mask = check_array(mask, "mask", shape=X.shape, dtype=bool)
        penalty = self._penalty()
        return tree_codes(X, self.components_, penalty, mask=mask, tol=self.tol).w.T.copy()

    @property
    def _n_features_out(self):
        return len(self.components_)

    def inverse_transform(self, codes):
        """Signals from their codes, shape (n_samples, n_features)."""
        check_is_fitted(self)
        p = len(self.components_)
        return check_array(codes, "codes", shape=(None, p), min_rows=1) @ self.components_

    def inpaint(self, X, mask):
        """Fill in entries: code the known ones, and reconstruct them all (section 5.4)."""
        return self.inverse_transform(self.transform(X, mask))
