"""OCE: online clustering with expert advice, and what it takes to measure it.

Choromanska (2014), sections 5.1 and 5.3, Algorithm 7. Each expert names its centre nearest to the
new point, the mixture of those centres is the answer, and the squared distances re-weight the
experts.
"""

from collections import deque

import numpy as np

from mlcompanion._jit import plain_layout
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_in,
    check_instance,
    check_list,
    check_real,
    check_rng,
)
from mlcompanion.clustering.kmeans import nearest_unchecked
from mlcompanion.clustering.stream_kmeans import StreamClusterer
from mlcompanion.clustering.window_experts import (
    EXPERTS,
    Expert,
    ExpertTrace,
    ask_experts,
    make_experts,
)
from mlcompanion.online import FixedShare, LearnAlpha

__all__ = [
    "OnlineClusteringWithExperts",
    "clustering_loss",
    "mixed_centers",
    "progressive_costs",
]


def clustering_loss(x, centers, radius):
    """``L(x, c) = || (x - c) / (2 R) ||^2``, in [0, 1] when all norms are at most ``R``.

    Parameters
    ----------
    x, centers : array_like, shapes that broadcast; the last axis holds the features
    radius : float
        ``R``.

    Returns
    -------
    ndarray or float

    Notes
    -----
    Source: Choromanska (2014), Definition 6.
    """
    radius = check_real(radius, "radius", low=0, open_low=True)
    x = check_array(x, "x", min_rows=1)
    centers = check_array(centers, "centers", min_rows=1)
    if x.shape[-1] != centers.shape[-1]:
        raise ValueError(f"centers must have {x.shape[-1]} features like x, got {centers.shape}")
    return ((x - centers) ** 2).sum(axis=-1) / (4 * radius**2)


def mixed_centers(weights, nearest):
    """The answer of OCE: ``clust(t) = sum_i p_t(i) c_t^i``.

    Parameters
    ----------
    weights : array_like, shape (T, n)
    nearest : array_like, shape (T, n, n_features)

    Returns
    -------
    ndarray, shape (T, n_features)

    Notes
    -----
    Source: Choromanska (2014), Definition 7.
    """
    nearest = check_array(nearest, "nearest", ndim=3, min_rows=1)
    weights = check_array(weights, "weights", shape=nearest.shape[:2], low=0)
    return np.einsum("ti,tid->td", weights, nearest)


def progressive_costs(X, trace, weights=(), every=10):
    """K-means cost on all points seen so far, along the stream, of experts and of mixtures.

    The full answer of a mixture is the leading expert's set of centres, ``argmax p_t``, with its
    nearest centre replaced by ``clust(t)``.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
        The stream of ``trace``.
    trace : ExpertTrace
    weights : sequence of array_like, shape (T, n)
        One table for each mixture.
    every : int
        Evaluate at every so many steps, and at the last one.

    Returns
    -------
    steps : ndarray of int
        Rows of ``trace`` that were evaluated.
    experts : ndarray, shape (n_experts, n_steps)
    mixtures : ndarray, shape (n_mixtures, n_steps)

    Notes
    -----
    Cost O(T^2 k d / every): mixtures with the same leader share its distances.
    Source: Choromanska (2014), section 5.1.1 (the output) and Table 5.1 (the evaluation).
    """
    T, n = check_instance(trace, "trace", ExpertTrace).distances.shape
    n_features = trace.nearest.shape[2]
    X = plain_layout(
        check_array(X, "X", shape=(None, n_features), min_rows=int(trace.steps[-1]) + 1)
    )
    weights = [
        check_array(w, "weights", shape=(T, n))
        for w in check_list(weights, "weights", min_length=0)
    ]
    rows = np.unique(np.append(np.arange(T)[:: check_count(every, "every", low=1)], T - 1))
    mixed = [mixed_centers(w, trace.nearest) for w in weights]
    expert_costs = np.empty((n, rows.size))
    mixture_costs = np.empty((len(weights), rows.size))
    for column, t in enumerate(rows):
        past = X[: trace.seen[t]]
        expert_costs[:, column] = [nearest_unchecked(past, c)[1].sum() for c in trace.centers[t]]
        without = {}
        for v, table in enumerate(weights):
            leader = int(table[t].argmax())
            if leader not in without:
                others = np.delete(trace.centers[t][leader], trace.column[t, leader], axis=0)
                without[leader] = nearest_unchecked(past, others)[1]
            own = nearest_unchecked(past, mixed[v][t : t + 1])[1]
            mixture_costs[v, column] = np.minimum(without[leader], own).sum()
    return rows, expert_costs, mixture_costs


def _expert(expert, k):
    """An expert as given, or the one of k clusters that a name stands for."""
    if isinstance(expert, Expert):
        return expert
    return make_experts([check_in(expert, "experts", EXPERTS)], k)[0]


class OnlineClusteringWithExperts(StreamClusterer):
    """OCE: cluster a stream by mixing batch clusterers on a sliding window.

    Parameters
    ----------
    n_clusters : int
        ``k`` of experts given by name.
    experts : sequence of str or Expert
        Keys of ``EXPERTS``, or experts of your own.
    variant : {"static", "fixed_share", "learn_alpha"}
    alpha : float in [0, 1]
        Switching rate of ``"fixed_share"``.
    alphas : array_like, shape (m,)
        Switching rates of ``"learn_alpha"``, for example from ``online.alpha_grid``.
    window : int
        ``W``.
    predictive : bool
        Whether the experts' window ends before the new point.
    radius : float, optional
        ``R``. The guarantee needs ``|| x - c || <= 2 R``. Default: the largest norm in the rows
        of the first call.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    cluster_centers_ : ndarray, shape (k, n_features)
        The leading expert's centres with the one nearest to the last point replaced by ``clust_``.
    clust_ : ndarray, shape (n_features,)
        The mixed centre for the last point.
    weights_ : ndarray, shape (n_experts,)
        The distribution over experts that the next point will use.
    alpha_weights_ : ndarray, shape (m,)
        With ``"learn_alpha"``: the distribution over the switching rates.
    loss_, log_loss_ : float
        Sums over the stream so far.
    expert_loss_ : ndarray, shape (n_experts,)
    n_violations_ : int
        Steps at which an expert's centre was farther than ``2 R``: there Theorem 6 is silent.
    radius_ : float
    labels_ : ndarray of int
        Labels of the last ``fit``.

    Notes
    -----
    Cost and memory a point depend on ``W``, ``k``, the experts and the number of alphas, not on
    the length of the stream. Source: Choromanska (2014), Algorithm 7.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.random.default_rng(0).normal(size=(300, 2))
    >>> oce = OnlineClusteringWithExperts(4, window=50, random_state=0).fit(X)
    >>> oce.cluster_centers_.shape
    (4, 2)
    """

    def __init__(
        self,
        n_clusters=8,
        experts=("lloyd", "kmeans++", "online"),
        *,
        variant="static",
        alpha=0.01,
        alphas=(0.001, 0.01, 0.1),
        window=200,
        predictive=True,
        radius=None,
        random_state=None,
    ):
        self.n_clusters = n_clusters
        self.experts = experts
        self.variant = variant
        self.alpha = alpha
        self.alphas = alphas
        self.window = window
        self.predictive = predictive
        self.radius = radius
        self.random_state = random_state

    def _start(self, X):
        k = check_count(self.n_clusters, "n_clusters", low=1)
        self._experts = [_expert(e, k) for e in check_list(self.experts, "experts")]
        check_flag(self.predictive, "predictive")
        n = len(self._experts)
        check_in(self.variant, "variant", ("static", "fixed_share", "learn_alpha"))
        alpha = check_real(self.alpha, "alpha", low=0, high=1)
        alphas = check_array(self.alphas, "alphas", ndim=1, min_rows=1, low=0, high=1)
        rates = {"static": 0.0, "fixed_share": alpha}
        learn = self.variant == "learn_alpha"
        if learn:
            self._mixture = LearnAlpha(n, alphas)
        else:
            self._mixture = FixedShare(n, rates[self.variant])
        largest = float(np.sqrt((X**2).sum(axis=1).max())) or 1.0
        if self.radius is None:
            self.radius_ = largest
        else:
            self.radius_ = check_real(self.radius, "radius", low=0, open_low=True)
        longest = max(e.window or 1 for e in self._experts)
        self._past = deque(maxlen=max(check_count(self.window, "window", low=1), longest))
        self._rng = check_rng(self.random_state)
        self.loss_ = 0.0
        self.log_loss_ = 0.0
        self.n_violations_ = 0
        self.expert_loss_ = np.zeros(n)
        self.weights_ = self._mixture.weights_

    def _feed(self, X):
        for x in X:
            if not self.predictive:
                self._past.append(x)  # experts see x before they answer
            if self._past:
                self._step(x)
            else:
                self.clust_ = x.copy()
                self.cluster_centers_ = x[None].copy()
            if self.predictive:
                self._past.append(x)

    def _step(self, x):
        centers, column, nearest, distances = ask_experts(
            self._experts, np.array(self._past), x, int(self.window), self._rng
        )
        self.clust_ = self.weights_ @ nearest  # Definition 7
        leader = int(self.weights_.argmax())
        self.cluster_centers_ = centers[leader].copy()
        self.cluster_centers_[column[leader]] = self.clust_

        losses = distances / (4 * self.radius_**2)  # Definition 6
        self.loss_ += float(clustering_loss(x, self.clust_, self.radius_))
        self.expert_loss_ += losses
        self.n_violations_ += int(losses.max() > 1 + 1e-12)  # the bounds need losses in [0, 1]
        self.log_loss_ += self._mixture.update(losses)
        self.weights_ = self._mixture.weights_
        if self.variant == "learn_alpha":
            self.alpha_weights_ = self._mixture.alpha_weights_
