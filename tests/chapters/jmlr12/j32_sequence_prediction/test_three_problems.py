import numpy as np
import pytest

from mlcompanion.sequences.processes import IID, KT
from mlcompanion_chapters.jmlr12.j32_sequence_prediction import three_problems as three


def test_divergence_of_the_closer_follower_is_that_of_all_words():
    for n in (3, 9):
        by_words = three.closer_divergence_by_words(n)
        assert three.closer_divergence(n)[-1] == pytest.approx(by_words, abs=1e-10)


def test_stay_probabilities_of_a_hidden_time_by_enumeration():
    """Follow for a geometric time, then toss: the chance of each prefix of t, added up."""
    go_on = np.full(6, 0.9)
    prefix = [0.9**n + sum(0.9**k * 0.1 * 0.5 ** (n - k) for k in range(n)) for n in range(1, 7)]
    found = np.cumprod(three.agreement(go_on))
    np.testing.assert_allclose(found, prefix, rtol=1e-12)


def test_divergence_on_a_track_by_words():
    stay = np.array([0.9, 0.6, 0.7])
    rho = np.array([2 / 3, 0.5, 0.8])
    total = 0.0
    for word in range(8):
        chances = []
        for law in (stay, rho):
            chance = 1.0
            on = True
            for i in range(3):
                right = word >> i & 1
                chance *= (law[i] if right else 1 - law[i]) if on else 0.5
                on = on and right
            chances.append(chance)
        total += chances[0] * np.log2(chances[0] / chances[1])
    assert three.track_divergence(stay, rho) == pytest.approx(total)


def test_future_counts_by_enumeration():
    """Distance of a coin from KT over the number of ones in the next m symbols, by KT itself."""
    past = np.array([1, 0, 1, 1])
    m = 6
    coin = IID([0.4, 0.6])
    laws = np.zeros((2, m + 1))
    for word in range(2**m):
        future = [word >> i & 1 for i in range(m)]
        both = np.append(past, future)
        laws[0, sum(future)] += 2 ** coin.logprob(np.array(future))
        laws[1, sum(future)] += 2 ** (KT(0).logprob(both) - KT(0).logprob(past))
    wanted = 0.5 * abs(laws[0] - laws[1]).sum()
    assert three.future_variation(0.6, 3, 4, m) == pytest.approx(wanted, abs=1e-9)


def test_covers_close_in():
    coins = np.linspace(0.01, 0.99, 99)
    small, large = (three.countable_cover(n, coins) for n in (16, 256))
    assert small["violations"] == large["violations"] == 0
    assert large["worst"] < small["worst"]
    assert len(large["chosen"]) > len(small["chosen"])
