r"""Canonical correlation whose steps have closed forms: both vectors sparse, and groups of a tree.

Chen (2013), equation (2.13) and section 4.4.3.2.
"""

from mlcompanion._validation import check_array, check_instance, check_real
from mlcompanion.prox import TreeGroups, prox_tree

from ..structured.sparse_cca import largest_in_l1_l2_ball
from ._alternation import TwoViewModel, default_radius
from .ball_problem import project_unit_ball
from .correlation_tree import correlation_tree

__all__ = ["SparseCCA", "TreeSparseCCA"]


class SparseCCA(TwoViewModel):
    r"""Both weight vectors sparse: :math:`\max u^\top X^\top Yv` with bounds on both l1 norms.

    Parameters
    ----------
    radius_x, radius_y : float, optional
        Bounds :math:`c_1,c_2` on the l1 norms; default 0.3 times the root of the number of
        columns, at least 1.
    n_init : int
        Random starts besides the leading singular vector; the largest correlation is kept.
    tol : float
        Stop when both vectors together move by less than this.
    max_iter : int
    random_state : int, Generator or None

    Attributes
    ----------
    x_weights_ : ndarray of shape (n_features,)
        For columns about their means, of length one; the largest entry is positive.
    y_weights_ : ndarray of shape (n_columns,)
    x_scale_, y_scale_ : ViewScale
    correlation_ : float
        Of the two scores on the training data.
    n_iter_ : int
    converged_ : bool
        Whether the vectors came to rest; else ``fit`` warns.

    Notes
    -----
    Cost: O(n_samples (n_features + n_columns)) an alternation. Memory: that of the views, and
    n_features times n_columns for the first start.
    Source: Chen (2013), equation (2.13); Witten, Tibshirani and Hastie (2009).
    """

    def __init__(
        self,
        radius_x=None,
        radius_y=None,
        *,
        n_init=10,
        tol=1e-4,
        max_iter=500,
        random_state=None,
    ):
        self.radius_x = radius_x
        self.radius_y = radius_y
        self.n_init = n_init
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state

    def _prepare(self, Y):
        radius = default_radius(Y.shape[1]) if self.radius_y is None else self.radius_y
        self._radius = check_real(radius, "radius_y", low=0, open_low=True)

    def _step(self, pull):
        return largest_in_l1_l2_ball(pull, self._radius)


class TreeSparseCCA(TwoViewModel):
    r"""The second weight vector uses few branches of a tree of its columns.

    Groups that form a tree need no iterations: the solution for v is the penalty's proximal step,
    projected onto the ball.

    Parameters
    ----------
    tree : TreeGroups, optional
        Default the tree of correlations of the second view, :func:`correlation_tree`.
    theta : float
        Weight of the groups, not negative.
    tau : float
        Weight of the ridge, positive.
    cut : float in [0, 1]
        For the default tree: merges nearer to the root than this share are dropped.
    radius_x, n_init, tol, max_iter, random_state
        As for :class:`GroupSparseCCA`.

    Attributes
    ----------
    x_weights_, y_weights_, x_scale_, y_scale_, correlation_, n_iter_, converged_
        As for :class:`SparseCCA`.
    tree_ : TreeGroups

    Notes
    -----
    Cost: O(n_samples (n_features + n_columns) + n_groups) an alternation; the tree
    O(n_samples n_columns²) once.
    Source: Chen (2013), section 4.4.3.2; the exact step is that of Jenatton et al. (2011).
    """

    def __init__(
        self,
        tree=None,
        theta=0.1,
        tau=1.0,
        cut=0.3,
        radius_x=None,
        *,
        n_init=10,
        tol=1e-4,
        max_iter=500,
        random_state=None,
    ):
        self.tree = tree
        self.theta = theta
        self.tau = tau
        self.cut = cut
        self.radius_x = radius_x
        self.n_init = n_init
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state

    def _prepare(self, Y):
        self._tau = check_real(self.tau, "tau", low=0, open_low=True)
        self._gamma = check_real(self.theta, "theta", low=0) / self._tau
        cut = check_real(self.cut, "cut", low=0, high=1)
        tree = correlation_tree(Y, cut) if self.tree is None else self.tree
        self.tree_ = check_instance(tree, "tree", TreeGroups)
        if tree.n_features != Y.shape[1]:
            raise ValueError(f"tree must be over {Y.shape[1]} columns, got {tree.n_features}")

    def _step(self, pull):
        beta = check_array(pull / self._tau, "y")
        # exact: the penalty is homogeneous, so the ball only shortens what the prox leaves
        return project_unit_ball(prox_tree(beta, self.tree_, self._gamma))
