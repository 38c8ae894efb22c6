import numpy as np
import pytest

from mlcompanion.graphical.forests import ChowLiuForest, binary_forest, forest_kl, forest_of_edges
from mlcompanion_chapters.jmlr12.j15_markov_forests import small_chains, stars


def test_stars_and_chains_have_the_law_of_their_forest():
    rng = np.random.default_rng(0)
    for X, edges in (
        (stars.star_rows(100_000, 4, 2, rng), stars.star_edges(2)),
        (stars.shape_rows("pairs", 100_000, 4, 2, rng), stars.shape_edges("pairs", 2)),
    ):
        found = forest_of_edges(X, edges, n_states=2)
        assert forest_kl(binary_forest(4, edges), found) < 1e-4
    X = stars.chain_rows(100_000, 3, rng)
    assert forest_kl(small_chains.law_of("3, 0.2"), forest_of_edges(X, [(0, 1), (1, 2)])) < 1e-4


def test_components_are_trees():
    assert (
        stars.component_of([(0, 1), (2, 3), (1, 3)], 5)
        .tolist()
        .count(stars.component_of([(0, 1), (2, 3), (1, 3)], 5)[0])
        == 4
    )
    part = stars.component_of(stars.star_edges(9), 20)
    assert np.count_nonzero(part[:, None] != part) // 2 == 145


def test_many_data_sets_side_by_side_are_those_of_the_estimator():
    rng = np.random.default_rng(1)
    for name in ("3, unequal", "5, 0.2"):
        P = small_chains.law_of(name)
        d = len(P.marginals)
        n = 60
        counts = rng.multinomial(n, P.joint().ravel(), 40)
        kept = small_chains.batch_forests(counts, n, d, 0.75)[0]
        pairs = np.array([(i, j) for i in range(d) for j in range(i + 1, d)])
        states = np.indices([2] * d).reshape(d, -1).T
        for row, marks in zip(counts, kept):
            model = ChowLiuForest(0.75, n_states=2).fit(np.repeat(states, row, axis=0))
            i, j = pairs[marks].T
            # equal informations may be taken either way
            assert np.count_nonzero(marks) == model.n_edges_
            found = model.mutual_information_[i, j].sum()
            assert found == pytest.approx(model.informations_.sum(), abs=1e-12)


def test_the_share_beyond_a_level_is_that_of_plain_fits():
    P = small_chains.law_of("3, 0.2")
    risks = []
    for seed in range(400):
        X = P.sample(150, seed)
        risks.append(forest_kl(P, ChowLiuForest(0.75, n_states=2).fit(X).distribution_))
    plain = np.mean(np.array(risks) / 3 > 0.01)
    assert small_chains.exceeding_share("3, 0.2", 150, 5000, 0.01) == pytest.approx(plain, abs=0.06)


def test_more_rows_help():
    few = stars.wrong_share(stars.star_runs(100, 12, 5, 40), 100, 0.625)
    many = stars.wrong_share(stars.star_runs(500, 12, 5, 40), 500, 0.625)
    assert few[0] > many[0]
    assert stars.chain_error(40, 8, 20) > stars.chain_error(300, 8, 20)
    assert 0 <= stars.apart_share("star", 200, 6, 2, 20) <= 1
