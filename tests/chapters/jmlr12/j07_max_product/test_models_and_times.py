import numpy as np
import pytest

from mlcompanion_chapters.jmlr12.j07_max_product import images, matching, potentials, texts, timing


@pytest.mark.parametrize("case", ["chain_case", "grid_case", "clique_case", "shared_case"])
def test_random_potentials(case):
    products, per_inner, equal = potentials.over_sizes(getattr(potentials, case), (6, 8), 2)
    assert all(equal)
    assert len(equal) == 4
    assert products[0] < products[1]
    assert per_inner > 2


def test_rings_and_groups():
    assert potentials.group_differences((2, 3), 2) == (0, 16)
    assert 2.2 < np.log2(potentials.ring_products(16, 2) / potentials.ring_products(8, 2)) < 2.7


def test_matching_finds_the_points_again():
    rng = np.random.default_rng(0)
    target = rng.random((30, 2))
    near, far = matching.potentials_of(target[:10], target)
    score = sum(near[t, t, (t + 1) % 10] + far[t, t, (t + 2) % 10] for t in range(10))
    assert score == pytest.approx(0)
    assert matching.points_case(16, 0)["equal"]


def test_outline_of_a_square():
    image = np.zeros((28, 28))
    image[8:20, 8:20] = 255
    points = matching.outline(image, 40)
    centre = np.abs(points - points.mean(axis=0)).max(axis=1)
    assert np.ptp(centre) < 0.03
    assert centre.mean() == pytest.approx(6 / 28, abs=0.02)
    single = matching.boundary(np.eye(3) * [0, 1, 0] > 0)
    assert single.tolist() == [[2, 2]]


@pytest.mark.parametrize("kind", images.KINDS)
def test_grids(kind):
    unary, pairwise = images.GRIDS[kind](16, np.random.default_rng(0))
    assert unary.shape == (12, 12, 16)
    assert pairwise.shape == (16, 16)
    run = images.reads_of_grid(kind, 16, 0)
    assert run["equal"]
    assert 30 < run["reads"] < 288


def test_the_true_flow_has_the_best_scores():
    unary, _ = images.flow_grid(64, np.random.default_rng(1))
    mean = unary.mean(axis=(0, 1))
    assert mean.max() > -8
    assert np.sort(mean)[-2] < mean.max()


def test_texts():
    corpus = texts.Corpus("en")
    assert np.exp(corpus.near).sum() == pytest.approx(1)
    true, seen = corpus.strings(corpus.rest, 400, 0)
    assert (true != seen).mean() == pytest.approx(0.01, abs=0.004)
    assert np.exp(corpus.noise_scores(seen[0])).sum(axis=1) == pytest.approx(np.ones(25))
    assert corpus.decode(corpus.encode("the role")) == "the role"
    row = texts.text_case("en", "chain", 20)
    assert row["n"] == 85
    assert 0 < row["ratio"] < 2


def test_times():
    row = timing.chain_times(16, 1, nodes=10)
    assert row["equal"]
    assert min(row["sorted"], row["naive"], row["ratio"]) > 0
    assert timing.path_times(24, 1)["wrong"] == 0
    assert timing.linf_counts(20, 0)["wrong"] == 0
    A = np.random.default_rng(0).random((9, 5))
    assert timing.plain_distances(A) == pytest.approx(timing.linf_distances(A).values)
    assert timing.crossing([16, 32, 48], [3, 1, 1], [2, 2, 2]) == 32
    assert timing.crossing([16, 32, 48], [3, 3, 3], [2, 2, 2]) == 64
    assert timing.clique_times(12, 1).keys() == {"sorted", "naive"}
    assert min(timing.crossing_times(16, 1).values()) > 0
