"""Online clustering: the cost of a point does not depend on how long the stream has been.

Three races on 25 Gaussians in 15 dimensions: OCE against clustering everything anew at every
point; our sequential k-means against scikit-learn's mini-batch k-means with batches of one (the
same centres); and against river's online k-means (another update rule, so only the time counts).
Run ``python benchmarks/online_clustering.py``. Times are printed, never asserted.
"""

from time import perf_counter

import numpy as np
from sklearn.cluster import KMeans, MiniBatchKMeans
from threadpoolctl import threadpool_limits

from mlcompanion.clustering import OnlineClusteringWithExperts, SequentialKMeans, kmeans_cost
from mlcompanion.datasets import make_gaussian_stream

RACE = "Online clustering: cost per point independent of the stream's length"
LENGTHS = (1_000, 4_000, 16_000)
PROBE = 200  # points timed at the end of each length


def seconds_per_point(feed, X):
    start = perf_counter()
    for x in X:
        feed(x[None])
    return (perf_counter() - start) / len(X)


def row(size, ours, peer, other, note):
    ratio = other / ours
    return dict(race=RACE, size=size, ours_s=ours, peer=peer, peer_s=other, ratio=ratio, note=note)


def race_refit(X):
    """OCE at three depths of the same stream, against refitting k-means on everything so far."""
    radius = float(np.linalg.norm(X, axis=1).max())
    model = OnlineClusteringWithExperts(25, ("kmeans++", "online"), radius=radius, random_state=0)
    rows, begun, times = [], 0, []
    for length in LENGTHS:
        model.partial_fit(X[begun : length - PROBE])
        begun = length
        times.append(seconds_per_point(model.partial_fit, X[length - PROBE : length]))
        start = perf_counter()
        KMeans(25, n_init=1, random_state=0).fit(X[:length])
        refit = perf_counter() - start
        rows.append(
            row(f"t = {length}", times[-1], "sklearn KMeans, refitted", refit, "other answer")
        )
    logs = np.log(LENGTHS), np.log(times)
    slope = np.polyfit(*logs, 1)[0]
    print(f"OCE: time per point ~ t^{slope:.2f} (0 is independent of the stream's length)")
    rows[-1]["note"] = f"other answer; OCE time ~ t^{slope:.2f}"
    return rows


def race_minibatch(X):
    """Sequential k-means point by point, against mini-batches of one: the same centres."""
    k = 25
    ours = SequentialKMeans(k).partial_fit(X[:k])
    peer = MiniBatchKMeans(k, init=X[:k], n_init=1, reassignment_ratio=0).partial_fit(X[:k])
    rows, begun = [], k
    for length in LENGTHS:
        mine = seconds_per_point(ours.partial_fit, X[begun:length])
        other = seconds_per_point(peer.partial_fit, X[begun:length])
        begun = length
        np.testing.assert_allclose(ours.cluster_centers_, peer.cluster_centers_, atol=1e-6)
        name = "sklearn MiniBatchKMeans, batches of 1"
        rows.append(row(f"t = {length}", mine, name, other, "same centres"))
    return rows


def race_river(X):
    """Sequential k-means against river's k-means, which forgets at a fixed rate."""
    try:
        from river import cluster
    except ImportError as error:
        print(f"river is skipped: {error}")
        return []
    peer, names = cluster.KMeans(n_clusters=25, halflife=0.1, sigma=100, seed=0), range(X.shape[1])
    records = [dict(zip(names, x)) for x in X.tolist()]
    start = perf_counter()
    for record in records:
        peer.learn_one(record)
    other = (perf_counter() - start) / len(X)
    ours, chunks = SequentialKMeans(25), SequentialKMeans(25)
    mine = seconds_per_point(ours.partial_fit, X)
    start = perf_counter()
    for begin in range(0, len(X), 100):
        chunks.partial_fit(X[begin : begin + 100])
    chunked = (perf_counter() - start) / len(X)
    np.testing.assert_array_equal(ours.cluster_centers_, chunks.cluster_centers_)
    centers = np.array([[peer.centers[j][f] for f in names] for j in range(25)])
    costs = kmeans_cost(X, ours.cluster_centers_), kmeans_cost(X, centers)
    note = f"other rule; k-means cost ours/river {costs[0] / costs[1]:.2f}"
    size = f"t = {len(X)}"
    return [
        row(size, mine, "river KMeans", other, note),
        row(size, chunked, "river KMeans, ours in chunks of 100", other, note),
    ]


def main():
    """Run the races; print a table; return its rows."""
    X = make_gaussian_stream(max(LENGTHS), random_state=0).data
    warm = make_gaussian_stream(300, random_state=1).data
    OnlineClusteringWithExperts(25, ("kmeans++", "online"), random_state=0).fit(warm)
    KMeans(25, n_init=1, random_state=0).fit(warm)
    with threadpool_limits(1):  # one core for everyone
        rows = [*race_refit(X), *race_minibatch(X), *race_river(X[:4_000])]
    print(f"{'size':<12}{'ours':>12}{'peer':>12}{'ratio':>9}  against")
    for r in rows:
        times = f"{r['ours_s'] * 1e6:>9.0f} us{r['peer_s'] * 1e6:>9.0f} us{r['ratio']:>8.1f}x"
        print(f"{r['size']:<12}{times}  {r['peer']} ({r['note']})")
    return rows


if __name__ == "__main__":
    main()
