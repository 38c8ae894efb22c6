r"""Regularized Chow–Liu grouping: hidden nodes only where they raise the BIC.

.. math:: \mathrm{BIC}(\hat T)=\log p(\mathbf x_V^n;\hat T)-\frac{\kappa(\hat T)}2\log n

Choi, Tan, Anandkumar and Willsky (2011), section 6.6, equation (28).
"""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import check_count, check_in, check_real, check_rng

from ..latent.chow_liu import distance_tree, inner_nodes
from ..latent.distances import determinant_distance
from ..latent.learn import learn_latent_tree
from ..latent.tree import LatentTree
from ..trees.pairs import check_codes
from .fitting import fit_tree_law

__all__ = ["learn_from_codes", "regularized_grouping"]

#: A local fit need not be exact: it only has to rank the neighbourhoods.
_LOCAL_STEPS = 50
_LOCAL_TOL = 1e-4


def learn_from_codes(X, method, n_states, smoothing):
    """Learn the tree of discrete columns from the distances by determinants.

    With K states a distance is K - 1 times what it is for two, so it is measured in that unit while
    the limits of the relaxed algorithms are used.
    """
    unit = n_states - 1
    D = determinant_distance(X, n_states, smoothing=smoothing) / unit
    tree = learn_latent_tree(D, method, n_samples=len(X))
    return LatentTree(tree.n_observed, tree.edges, tree.lengths * unit)


def _local_fit(tree, columns, n_states, smoothing):
    """Law and log-likelihood of a neighbourhood's tree."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        fit = fit_tree_law(
            tree, columns, n_states, smoothing=smoothing, max_iter=_LOCAL_STEPS, tol=_LOCAL_TOL
        )
    return fit.law, fit.log_likelihoods[-1]


class _Regularized:
    """The tree as it grows, and the columns of observed and imputed nodes."""

    def __init__(self, X, n_states, sub, smoothing, rng):
        D = determinant_distance(X, n_states, smoothing=smoothing)
        tree = distance_tree(D)
        self.m = X.shape[1]
        self.n_states = n_states
        self.sub = sub
        self.smoothing = smoothing
        self.rng = rng
        self.columns = list(X.T)
        self.inner = inner_nodes(tree)
        self.around = [{} for _ in range(self.m)]
        for (a, b), length in zip(tree.edges.tolist(), tree.lengths.tolist()):
            self._join(a, b, length)
        self.ready = {}

    def _join(self, a, b, length):
        self.around[a][b] = length
        self.around[b][a] = length

    def gain(self, center):
        """What the BIC gains by the latent tree of this neighbourhood, its members and law."""
        if center not in self.ready:
            self.ready[center] = self._measure(center)
        return self.ready[center][0]

    def _measure(self, center):
        members = [center, *self.around[center]]
        columns = np.column_stack([self.columns[node] for node in members])
        K = self.n_states
        tree = learn_from_codes(columns, self.sub, K, self.smoothing)
        if not tree.n_hidden:
            return -np.inf, members, None
        star = LatentTree(len(members), [(0, leaf) for leaf in range(1, len(members))])
        before = _local_fit(star, columns, K, self.smoothing)[1]
        law, after = _local_fit(tree, columns, K, self.smoothing)
        # each hidden node adds one edge, hence one table, to the star
        price = 0.5 * tree.n_hidden * K * (K - 1) * np.log(len(columns))
        return after - before - price, members, law

    def integrate(self, center):
        """Put the latent tree in the star's place, and draw its hidden states."""
        _, members, law = self.ready.pop(center)
        columns = np.column_stack([self.columns[node] for node in members])
        hidden = law.impute(columns, self.rng)
        names = members + list(range(len(self.around), len(self.around) + law.tree.n_hidden))
        self.columns.extend(hidden.T)
        for near in list(self.around[center]):
            del self.around[near][center]
            self.ready.pop(near, None)  # its neighbourhood has changed: to be measured anew
        self.around[center] = {}
        self.around.extend({} for _ in hidden.T)
        for (a, b), length in zip(law.tree.edges.tolist(), law.tree.lengths.tolist()):
            self._join(names[a], names[b], length)

    def tree(self):
        edges = [(a, b) for a, near in enumerate(self.around) for b in near if a < b]
        return LatentTree(self.m, edges, [self.around[a][b] for a, b in edges])


def regularized_grouping(
    X, sub="nj", *, n_states=None, n_hidden=None, smoothing=1.0, random_state=None
):
    """Learn a latent tree of discrete columns, and add hidden nodes only while the BIC rises.

    Of all inner nodes of the spanning tree the one is taken whose neighbourhood gains most by a
    latent tree; its hidden states are drawn given the observed ones, and the search goes on with
    these as columns.

    Parameters
    ----------
    X : array_like of int, shape (n, m)
        Codes from 0.
    sub : {"nj", "rg"}
        What learns the tree of a neighbourhood.
    n_states : int, optional
        By default up to the largest code.
    n_hidden : int, optional
        Stop when so many hidden nodes stand, whatever the BIC says; by default when no
        neighbourhood raises it.
    smoothing : float
        Further rows, spread evenly over the cells of each table.
    random_state : int, Generator or None

    Returns
    -------
    LatentTree

    Notes
    -----
    A subtree without hidden nodes is not considered.
    Cost: O(|J|) local fits at first, then one for each neighbour of what changed.
    Source: section 6.6, equation (28).

    Examples
    --------
    >>> from mlcompanion.graphical.latent import double_star
    >>> from mlcompanion.graphical.latent_laws import sample_symmetric_tree
    >>> star = double_star(8)
    >>> regularized_grouping(sample_symmetric_tree(star, 400, 2, 0), random_state=0).n_observed
    8
    """
    check_in(sub, "sub", ("rg", "nj"))
    X, counts = check_codes(X, n_states)
    if n_states is not None:
        check_count(n_states, "n_states", low=2)
    most = np.inf if n_hidden is None else check_count(n_hidden, "n_hidden", low=0)
    smoothing = check_real(smoothing, "smoothing", low=0, open_low=True)
    growing = _Regularized(X, max(int(counts.max()), 2), sub, smoothing, check_rng(random_state))
    waiting = list(growing.inner)
    while waiting and len(growing.around) - growing.m < most:
        best = max(waiting, key=growing.gain)
        limit = 0.0 if n_hidden is None else -np.inf
        if not growing.gain(best) > limit:
            break
        waiting.remove(best)
        growing.integrate(best)
    return growing.tree()
