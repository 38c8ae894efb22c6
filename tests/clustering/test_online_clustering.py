"""OCE: Theorem 6 on random points, the lemmas of section 5.2.2, the estimator against the trace."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcompanion.clustering import (
    EXPERTS,
    Expert,
    OnlineClusteringWithExperts,
    clustering_loss,
    frozen_expert,
    kmeans_1d_exact,
    kmeans_cost,
    kmeans_sharp,
    make_experts,
    mixed_centers,
    progressive_costs,
    run_experts,
)
from mlcompanion.datasets import make_gaussian_stream, make_line_stream, make_regime_stream
from mlcompanion.online.bounds.experts import window_bound
from mlcompanion.online.experts.runs import fixed_share, learn_alpha, static_expert

few = settings(max_examples=25, deadline=None)


@few
@given(seed=st.integers(0, 10_000), d=st.integers(1, 10), n=st.integers(1, 6))
def test_theorem_6_realizability(seed, d, n):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(200, d))
    c = rng.normal(size=(200, n, d))
    x *= (rng.random((200, 1)) ** 0.1) / np.linalg.norm(x, axis=-1, keepdims=True)
    c *= (rng.random((200, n, 1)) ** 0.1) / np.linalg.norm(c, axis=-1, keepdims=True)
    p = rng.dirichlet(np.full(n, 0.5), size=200)
    left = clustering_loss(x, mixed_centers(p, c), 1.0)
    right = -2 * np.log((p * np.exp(-clustering_loss(x[:, None], c, 1.0) / 2)).sum(axis=1))
    assert np.all(left <= right + 1e-12)


@few
@given(seed=st.integers(0, 999), split=st.integers(1, 39), k=st.integers(1, 5))
def test_lemma_9_optima_of_parts_add_up_to_less(seed, split, k):
    x = np.random.default_rng(seed).normal(size=40)
    whole = kmeans_1d_exact(x, k)[1]
    assert kmeans_1d_exact(x[:split], k)[1] + kmeans_1d_exact(x[split:], k)[1] <= whole + 1e-9


@pytest.mark.parametrize("window", [5, 20, 60])
def test_lemmas_10_and_11_with_an_exact_expert(window):
    x = make_line_stream(150, random_state=window).data
    windows = [x[max(0, t - window + 1) : t + 1] for t in range(150)]
    spent = sum(kmeans_1d_exact(w, 3)[1] for w in windows)
    opt = kmeans_1d_exact(x, 3)[1]
    assert spent <= window * opt * (1 + 1e-9)
    trace = run_experts(x, make_experts(["exact 1-D"], 3), window, predictive=False)
    radius = np.abs(x).max()
    assert trace.losses(radius).sum() <= window_bound(opt, 1.0, window, radius)


def test_lemma_8_a_good_clusterer_cannot_answer_with_the_point():
    # positions A = 0, X = a, B = a + c
    n1 = 5
    n2 = 6
    a = 1.0
    c = 2.0
    points = np.array([0.0] * n1 + [a + c] * n2 + [a])[:, None]
    opt = kmeans_1d_exact(points, 2)[1]
    assert opt == pytest.approx(n1 * a**2 / (n1 + 1))
    rivals = np.linspace(-1, 4, 501)
    with_x = min(kmeans_cost(points, [[a], [z]]) for z in rivals)
    assert with_x / opt == pytest.approx(n1 + 1)


@pytest.mark.parametrize("predictive", [True, False])
@pytest.mark.parametrize("variant", ["static", "fixed_share", "learn_alpha"])
def test_estimator_is_trace_plus_mixture(variant, predictive):
    X = make_regime_stream(order=(0, 1), length=40, random_state=0).data
    experts = ("kmeans++", "online", "kmeans#1.5")
    radius = 2.0
    model = OnlineClusteringWithExperts(
        3,
        experts,
        variant=variant,
        alpha=0.05,
        alphas=(0.01, 0.2),
        window=30,
        predictive=predictive,
        radius=radius,
        random_state=5,
    ).fit(X)
    trace = run_experts(X, make_experts(experts, 3), 30, predictive, random_state=5)
    losses = trace.losses(radius)
    runs = {"static": static_expert, "fixed_share": lambda L: fixed_share(L, 0.05)}
    run = runs.get(variant, lambda L: learn_alpha(L, (0.01, 0.2)))(losses)
    clust = mixed_centers(run.weights, trace.nearest)
    np.testing.assert_allclose(model.clust_, clust[-1])
    np.testing.assert_allclose(model.expert_loss_, losses.sum(axis=0))
    assert model.log_loss_ == pytest.approx(run.log_loss.sum())
    assert model.loss_ == pytest.approx(clustering_loss(X[trace.steps], clust, radius).sum())
    cost = progressive_costs(X, trace, [run.weights])[2][0, -1]
    assert cost == pytest.approx(kmeans_cost(X[: trace.seen[-1]], model.cluster_centers_))


def test_progressive_costs_by_hand():
    X = make_gaussian_stream(60, 3, 2, random_state=1).data
    trace = run_experts(X, make_experts(["lloyd", "kmeans++ seeds"], 3), 20, start=20)
    weights = np.random.default_rng(0).dirichlet(np.ones(2), size=40)
    rows, experts, mixtures = progressive_costs(X, trace, [weights], every=7)
    assert rows.tolist() == [0, 7, 14, 21, 28, 35, 39]
    for column, t in enumerate(rows):
        past = X[: trace.seen[t]]
        for i in range(2):
            assert experts[i, column] == pytest.approx(kmeans_cost(past, trace.centers[t][i]))
        leader = weights[t].argmax()
        answer = trace.centers[t][leader].copy()
        answer[trace.column[t, leader]] = weights[t] @ trace.nearest[t]
        assert mixtures[0, column] == pytest.approx(kmeans_cost(past, answer))


def test_experts_see_the_window_and_nothing_else():
    spy = []
    expert = Expert("spy", lambda X, rng: spy.append(X[:, 0].tolist()) or X[-1:])
    X = np.arange(6.0)[:, None]
    run_experts(X, [expert], window=3)
    assert spy == [[0], [0, 1], [0, 1, 2], [1, 2, 3], [2, 3, 4]]
    spy.clear()
    run_experts(X, [expert], window=3, predictive=False, start=4)
    assert spy == [[2, 3, 4], [3, 4, 5]]


def test_a_trace_of_some_experts():
    X = make_gaussian_stream(40, 3, 2, random_state=1).data
    trace = run_experts(X, make_experts(["lloyd", "online", "kmeans++"], 3), 20, start=30)
    part = trace.only([2, 0])
    assert part.names == ("kmeans++", "lloyd")
    np.testing.assert_array_equal(part.losses(1.0), trace.losses(1.0)[:, [2, 0]])
    np.testing.assert_array_equal(part.centers[4][0], trace.centers[4][2])
    _, costs, _ = progressive_costs(X, part)
    np.testing.assert_allclose(costs, progressive_costs(X, trace)[1][[2, 0]])


def test_frozen_experts_and_a_violated_radius():
    X = np.array([[0.0], [1.0], [-1.0], [5.0]])
    experts = (frozen_expert("left", [[-1.0]]), frozen_expert("right", [[1.0]]))
    model = OnlineClusteringWithExperts(experts=experts, predictive=False, radius=2.0).fit(X)
    assert model.n_violations_ == 1  # only 5 - (-1) exceeds 2 R
    assert model.weights_[1] > 0.5
    np.testing.assert_allclose(model.weights_.sum(), 1)


@pytest.mark.parametrize("name", list(EXPERTS))
def test_every_named_expert_answers_with_centres(name):
    window = np.random.default_rng(0).normal(size=(30, 1))
    centers = make_experts([name], 4)[0].cluster(window, np.random.default_rng(0))
    assert centers.ndim == 2
    assert np.isfinite(centers).all()
    assert kmeans_cost(window, centers) < kmeans_cost(window, [[10.0]])


@pytest.mark.parametrize("name", [name for name in EXPERTS if name.startswith("kmeans#")])
def test_the_number_in_a_name_is_the_multiplier(name):
    window = np.random.default_rng(0).normal(size=(200, 2))
    centers = make_experts([name], 10)[0].cluster(window, np.random.default_rng(1))
    want = kmeans_sharp(window, 10, float(name.removeprefix("kmeans#")), np.random.default_rng(1))
    np.testing.assert_array_equal(centers, want)


def test_streams():
    stream = make_regime_stream(random_state=0)
    assert stream.data.shape == (1000, 2)
    assert stream.train.shape == (4, 100, 2)
    np.testing.assert_allclose(stream.data.std(axis=0), 1)
    at_home = [kmeans_cost(stream.data[stream.target == r], stream.centers[r]) for r in range(4)]
    away = [
        kmeans_cost(stream.data[stream.target == r], stream.centers[(r + 1) % 4]) for r in range(4)
    ]
    assert max(at_home) < min(away)
    gaussians = make_gaussian_stream(random_state=0)
    assert kmeans_cost(gaussians.data, gaussians.centers) / 1000 == pytest.approx(15, rel=0.05)
    for make in (make_regime_stream, make_gaussian_stream, make_line_stream):
        np.testing.assert_array_equal(make(random_state=3).data, make(random_state=3).data)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: run_experts([[0.0], [1.0]], []), "experts"),
        (lambda: run_experts([[0.0]], make_experts(["lloyd"], 2)), "X"),
        (lambda: run_experts([[0.0], [1.0]], make_experts(["lloyd"], 2), 0), "window"),
        (lambda: run_experts([[0.0], [1.0]], make_experts(["lloyd"], 2), start=0), "start"),
        (lambda: make_experts(["best"], 2), "names"),
        (lambda: make_experts(["lloyd"], 0), "n_clusters"),
        (lambda: clustering_loss([0.0], [1.0], 0.0), "radius"),
        (lambda: frozen_expert("f", [1.0]), "centers"),
        (lambda: OnlineClusteringWithExperts(variant="best").fit([[0.0]]), "variant"),
        (lambda: OnlineClusteringWithExperts(experts=()).fit([[0.0]]), "experts"),
        (lambda: OnlineClusteringWithExperts(radius=-1.0).fit([[0.0]]), "radius"),
        (lambda: OnlineClusteringWithExperts(window=0).fit([[0.0]]), "window"),
        (lambda: OnlineClusteringWithExperts(variant="fixed_share", alpha=2).fit([[0.0]]), "alpha"),
        (lambda: make_regime_stream(order=(0, 2)), "order"),
        (lambda: make_gaussian_stream(side=0.0), "side"),
        (lambda: make_line_stream(0), "n_samples"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()


def test_an_expert_whose_centres_do_not_fit_the_points_is_refused():
    """The compiled search for the nearest centre reads as many features as a point has."""
    X = np.random.default_rng(0).normal(size=(60, 5))
    exact = OnlineClusteringWithExperts(2, experts=("exact 1-D",), random_state=0, radius=10.0)
    with pytest.raises(ValueError, match="x must hold numbers"):
        exact.fit(X)
    for answer in (np.zeros((2, 3)), np.zeros(5), np.full((2, 5), np.nan), np.zeros((0, 5))):
        odd = Expert("odd", lambda past, rng, answer=answer: answer)
        with pytest.raises(ValueError, match="centers of expert 'odd'"):
            OnlineClusteringWithExperts(2, experts=(odd,), radius=10.0).fit(X)
        with pytest.raises(ValueError, match="centers of expert 'odd'"):
            run_experts(X, [odd])
    with pytest.raises(ValueError, match="x must hold numbers"):
        kmeans_1d_exact(X, 2)
