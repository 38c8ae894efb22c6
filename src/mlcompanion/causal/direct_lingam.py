"""DirectLiNGAM: a causal order of p variables in p steps (Shimizu et al. 2011, Sections 3.2-3.4).

The statistic is the kernel measure of equation 7, the pairwise likelihood ratio of Hyvärinen and
Smith (2013), or any function of two samples. Prior knowledge enters by Lemmas 3-5.
"""

import numpy as np
from sklearn.base import BaseEstimator

from mlcompanion._data import validate_data

from .._progress import progress_bar
from .._validation import check_array, check_flag, check_in, check_square
from ..linalg import one_blas_thread
from .independence import KernelFactor, hsic, nonlinear_correlation
from .linear_sem import adjacency_from_order, column_scales, total_effects
from .rounds import FunctionRound, KernelRound, PairwiseRound, full_statistics, lazy_statistics

__all__ = ["DirectLiNGAM", "exogenous_candidates"]


def exogenous_candidates(knowledge, unordered):
    """Which variables may come next, given what is known about paths (step 2a-1).

    Parameters
    ----------
    knowledge : ndarray of {-1, 0, 1}, shape (n_features, n_features)
        Entry (j, i) speaks of a path from i to j: 0 none, 1 there is one, -1 unknown.
    unordered : list of int
        Variables without a place in the order.

    Returns
    -------
    list of int

    Raises
    ------
    ValueError
        If the knowledge leaves no variable to come first: it asserts a cycle.
    """
    knowledge = check_square(knowledge, "knowledge", dtype=int, among=(-1, 0, 1))
    last = len(knowledge) - 1
    unordered = check_array(unordered, "unordered", ndim=1, min_rows=1, dtype=int, low=0, high=last)
    unordered = unordered.tolist()
    others = {j: [i for i in unordered if i != j] for j in unordered}
    exogenous = [j for j in unordered if not knowledge[j, others[j]].any()]  # Lemma 3
    if exogenous:
        return exogenous
    rest = [j for j in unordered if not (knowledge[j, others[j]] == 1).any()]  # Lemma 4
    if not rest:
        raise ValueError(f"prior_knowledge asserts a cycle among the variables {unordered}")
    return rest


class DirectLiNGAM(BaseEstimator):
    r"""Linear non-Gaussian acyclic model, learned by peeling off exogenous variables.

    Repeats p - 1 times: regress all variables pairwise, find the one most independent of its
    residuals, put it next in the order, and replace the others by their residuals. Then regress
    each original variable on its predecessors.

    Parameters
    ----------
    measure : {"kernel", "pwling", "hsic", "nonlinear"} or callable
        ``"kernel"`` is the paper's kernel mutual information; ``"pwling"`` the pairwise likelihood
        ratio, linear in ``n_samples`` and free of ``kappa`` and ``sigma``; a callable
        ``measure(x, r) -> float``, at least 0, is summed over the residuals.
    prior_knowledge : array_like of {-1, 0, 1}, shape (n_features, n_features), optional
        Entry (j, i): 1 if there is a path from i to j, 0 if there is none, -1 if unknown (same
        layout as ``adjacency_matrix_``). The diagonal is ignored.
    kappa, sigma : float, optional
        Regulariser and kernel width (in standard deviations); default by sample size.
    center : bool
        Centre the Gram matrices. ``False`` is the printed formula.
    restandardize : bool
        Standardise variables and residuals anew in every regression; ``False`` standardises the
        data once, as the PyPI package ``lingam`` does. Kernel measure only.
    lazy : bool
        Skip terms that cannot change the winner: same order, fewer evaluations, but the losers in
        ``statistics_`` are then lower bounds.
    progress : bool
        Show a progress bar.

    Attributes
    ----------
    causal_order_ : ndarray of int, shape (n_features,)
        Causes before effects.
    adjacency_matrix_ : ndarray, shape (n_features, n_features)
        Direct effects; row = effect, column = cause.
    total_effects_ : ndarray, shape (n_features, n_features)
        ``inv(I - B)``.
    statistics_ : list of dict
        For each step, candidate -> statistic (the smallest wins); NaN where prior knowledge left
        one candidate, which wins untested.
    n_evaluations_ : int
        Number of pairwise terms that were evaluated.
    n_features_in_ : int

    Notes
    -----
    Cost with ``"kernel"``: O(n p³ M² + p³ M³) for rank M; with ``"pwling"``: O(n p³). Memory with
    ``"kernel"``: O(n p M), with ``"pwling"``: O(n p).
    Source: Sections 3.2-3.4.

    Examples
    --------
    >>> from mlcompanion.datasets import make_lingam
    >>> X, B, order = make_lingam(500, 3, noise="c", random_state=0)
    >>> bool((DirectLiNGAM().fit(X).causal_order_ == order).all())
    True
    """

    def __init__(
        self,
        measure="kernel",
        *,
        prior_knowledge=None,
        kappa=None,
        sigma=None,
        center=True,
        restandardize=True,
        lazy=False,
        progress=False,
    ):
        self.measure = measure
        self.prior_knowledge = prior_knowledge
        self.kappa = kappa
        self.sigma = sigma
        self.center = center
        self.restandardize = restandardize
        self.lazy = lazy
        self.progress = progress

    def fit(self, X, y=None):
        """Learn order and connection strengths from ``X``, shape (n_samples, n_features).

        Raises
        ------
        ValueError
            If a column is constant, columns are linearly dependent, a parameter is out of range,
            or the prior knowledge is contradictory.
        """
        X = validate_data(self, X, dtype=float, ensure_min_samples=2)
        knowledge = self._check_knowledge(X.shape[1])
        for flag in ("center", "restandardize", "lazy"):
            check_flag(getattr(self, flag), flag)
        rows = ((X - X.mean(axis=0)) / column_scales(X)).T.copy()
        with one_blas_thread():
            self.causal_order_ = self._peel(rows, knowledge)
        self.adjacency_matrix_ = adjacency_from_order(X, self.causal_order_)  # 4
        self.total_effects_ = total_effects(self.adjacency_matrix_)
        return self

    def _peel(self, rows, knowledge):
        """Order the variables, given as standardised rows that are overwritten by residuals."""
        p, n = rows.shape
        no_effect = knowledge == 0
        new_round = self._round_maker(n)
        order = []
        unordered = list(range(p))
        self.statistics_ = []
        self.n_evaluations_ = 0
        for _ in progress_bar(range(p - 1), self.progress, description="DirectLiNGAM"):
            candidates = exogenous_candidates(knowledge, unordered)  # 2a-1
            pairs = new_round(rows, unordered, no_effect)
            statistics = self._statistics(candidates, unordered, pairs)
            m = min(statistics, key=statistics.get)  # 2a
            order.append(m)  # 2b
            unordered.remove(m)
            for i in unordered:  # 2c
                if not no_effect[i, m]:
                    rows[i] -= (rows[i] @ rows[m]) / (rows[m] @ rows[m]) * rows[m]
            self.statistics_.append(statistics)
        return np.array(order + unordered)  # 3

    def _statistics(self, candidates, unordered, pairs):
        if len(candidates) == 1:
            return {candidates[0]: np.nan}

        def term(j, i):
            self.n_evaluations_ += 1
            return pairs.term(j, i)

        if not self.lazy:
            return full_statistics(candidates, unordered, term)

        def strength(i, j):
            return abs(pairs.gram[pairs.at[i], pairs.at[j]])

        return lazy_statistics(candidates, unordered, term, strength)

    def _round_maker(self, n_samples):
        """A function that sets up one round with the chosen measure."""
        if callable(self.measure):
            return lambda *state: FunctionRound(*state, self.measure)
        named = {"hsic": hsic, "nonlinear": nonlinear_correlation}
        check_in(self.measure, "measure", {"kernel", "pwling", *named})
        if self.measure == "pwling":
            return PairwiseRound
        if self.measure == "kernel":
            factor = KernelFactor(n_samples, self.kappa, self.sigma, self.center)
            return lambda *state: KernelRound(*state, self.restandardize, factor)
        return lambda *state: FunctionRound(*state, named[self.measure])

    def _check_knowledge(self, p):
        if self.prior_knowledge is None:
            return np.full((p, p), -1)
        knowledge = check_array(
            self.prior_knowledge, "prior_knowledge", shape=(p, p), dtype=int, among=(-1, 0, 1)
        )
        knowledge = knowledge.copy()
        np.fill_diagonal(knowledge, -1)
        if ((knowledge == 1) & (knowledge.T == 1)).any():
            raise ValueError("prior_knowledge asserts a path in both directions between a pair")
        return knowledge
