"""Online clustering: the cost of a point does not depend on how long the stream has been.

Three races on 25 Gaussians in 15 dimensions: OCE against clustering everything anew at every
point; our sequential k-means against scikit-learn's mini-batch k-means with batches of one (the
same centres); and against river's online k-means (another update rule, so only the time counts).
"""

import numpy as np
from sklearn.cluster import KMeans, MiniBatchKMeans

from _race import least, peer, row
from mlcompanion.clustering import OnlineClusteringWithExperts, SequentialKMeans, kmeans_cost
from mlcompanion.datasets import make_gaussian_stream
from mlcompanion.teaching import log_slope

TITLE = "Online clustering"
CHAPTER = "choromanska/05_online_kmeans"
RACE = "Online clustering: cost per point independent of the stream's length"
LENGTHS = (1_000, 4_000, 16_000)
PROBE = 200  # points timed at the end of each length


def seconds_per_point(feed, X):
    """Feed a stream point by point, once: a learner cannot be fed the same stream again."""
    return least(lambda: [feed(x[None]) for x in X], 1)[0] / len(X)


def race_refit(X):
    """OCE at three depths of the same stream, against refitting k-means on everything so far."""
    radius = float(np.linalg.norm(X, axis=1).max())
    model = OnlineClusteringWithExperts(25, ("kmeans++", "online"), radius=radius, random_state=0)
    begun = 0
    times = []
    for length in LENGTHS:
        model.partial_fit(X[begun : length - PROBE])
        begun = length
        times.append(seconds_per_point(model.partial_fit, X[length - PROBE : length]))
        refit, _ = least(lambda n=length: KMeans(25, n_init=1, random_state=0).fit(X[:n]))
        growth = ""
        if length == LENGTHS[-1]:
            growth = f"; OCE time ~ t^{log_slope(LENGTHS, times):.2f}"
        yield row(RACE, f"t = {length}", times[-1], "sklearn KMeans, refitted", refit,
                  f"other answer{growth}")  # fmt: skip


def race_minibatch(X):
    """Sequential k-means point by point, against mini-batches of one: the same centres."""
    k = 25
    ours = SequentialKMeans(k).partial_fit(X[:k])
    theirs = MiniBatchKMeans(k, init=X[:k], n_init=1, reassignment_ratio=0).partial_fit(X[:k])
    begun = k
    for length in LENGTHS:
        mine = seconds_per_point(ours.partial_fit, X[begun:length])
        other = seconds_per_point(theirs.partial_fit, X[begun:length])
        begun = length
        np.testing.assert_allclose(ours.cluster_centers_, theirs.cluster_centers_, atol=1e-6)
        name = "sklearn MiniBatchKMeans, batches of 1"
        yield row(RACE, f"t = {length}", mine, name, other, "same centres")


def race_river(X):
    """Sequential k-means against river's k-means, which forgets at a fixed rate."""
    cluster = peer("river.cluster", "river")
    if cluster is None:
        return
    river = cluster.KMeans(n_clusters=25, halflife=0.1, sigma=100, seed=0)
    names = range(X.shape[1])
    records = [dict(zip(names, x)) for x in X.tolist()]
    other = least(lambda: [river.learn_one(record) for record in records], 1)[0] / len(X)
    ours = SequentialKMeans(25)
    chunks = SequentialKMeans(25)
    mine = seconds_per_point(ours.partial_fit, X)
    pieces = [X[begin : begin + 100] for begin in range(0, len(X), 100)]
    chunked = least(lambda: [chunks.partial_fit(piece) for piece in pieces], 1)[0] / len(X)
    np.testing.assert_array_equal(ours.cluster_centers_, chunks.cluster_centers_)
    centers = np.array([[river.centers[j][f] for f in names] for j in range(25)])
    costs = kmeans_cost(X, ours.cluster_centers_), kmeans_cost(X, centers)
    note = f"other rule; k-means cost ours/river {costs[0] / costs[1]:.2f}"
    size = f"t = {len(X)}"
    yield row(RACE, size, mine, "river KMeans", other, note)
    yield row(RACE, size, chunked, "river KMeans, ours in chunks of 100", other, note)


def rows():
    """The three races; seconds a point."""
    X = make_gaussian_stream(max(LENGTHS), random_state=0).data
    warm = make_gaussian_stream(300, random_state=1).data
    OnlineClusteringWithExperts(25, ("kmeans++", "online"), random_state=0).fit(warm)
    KMeans(25, n_init=1, random_state=0).fit(warm)
    yield from race_refit(X)
    yield from race_minibatch(X)
    yield from race_river(X[:4_000])
