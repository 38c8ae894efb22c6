import numpy as np
import pytest

from mlcompanion.sequences.processes import KT, Markov, RMeasure
from mlcompanion_chapters.jmlr12.j32_sequence_prediction import hindsight as hind


def test_excess_is_counted_by_hand():
    x = np.array([0, 1, 1, 0, 1, 0, 0, 1, 1, 1])
    ones = x.mean()
    best = -len(x) * (ones * np.log2(ones) + (1 - ones) * np.log2(1 - ones))
    found = hind.excess_over_orders(KT(0), {"x": x}, [10], [0])["x"]
    assert found[0, 0] == pytest.approx((KT(0).losses(x).sum() - best) / 10)


def test_memories_help_on_a_rule():
    x = hind.individual_sequences(2000)["Thue-Morse"]
    found = hind.excess_over_orders(RMeasure(6), {"x": x}, [500, 2000], [0, 1])["x"]
    assert (found[:, 0] < 0).all()
    assert found[1, 0] < found[0, 0]


def test_stationary_law_of_the_climber():
    law = hind.stationary_by_powers()
    assert law[1] == pytest.approx(2 / 9, abs=1e-9)
    assert law[0] == pytest.approx(1 / 3, abs=1e-9)


def test_exponents_of_words_by_counting():
    n = 12
    alpha = 0.7
    words = hind.all_words(n)
    share = words.mean(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        paid = -share * np.log2(share) - (1 - share) * np.log2(1 - share)
    count = (np.nan_to_num(paid) <= alpha).sum()
    assert hind.word_exponents(n, [alpha])[0] == pytest.approx(np.log2(count) / n)
    assert hind.track_exponents(n, [0.58, 0.59]) == [0.0, 1.0]


def test_words_of_a_chain_have_the_chain_s_probability():
    chain = Markov([[0.7, 0.3], [0.2, 0.8]])
    words = hind.all_words(5)
    wanted = [chain.logprob(word) for word in words]
    np.testing.assert_allclose(hind.chain_log2(words, 0.3, 0.8), wanted)
    assert (2 ** np.array(wanted)).sum() == pytest.approx(1)


def test_equation_1_fails_as_printed_and_holds_mended():
    found = hind.equation_1([4, 8], 30)
    assert found["fails"] > 15
    assert found["fails_right"] == 0
    assert found["left"][1] > found["right"]


def test_sparse_zeros_are_sparse():
    for loss, _ in hind.sparse_losses(400, 10):
        assert 0 < loss < 0.6
