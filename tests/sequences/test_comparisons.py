"""Divergences, hardest sequences, distances of chains and covers, against brute force."""

import itertools

import numpy as np
import pytest

from mlcompanion.sequences.processes import (
    HMM,
    IID,
    KT,
    Degenerate,
    HiddenTrack,
    Markov,
    Mixture,
    OnTrack,
    RMeasure,
    adversary,
    best_order_k_loss,
    coin_net,
    d_infinity,
    greedy_countable_mixture,
    greedy_cover,
    kl_cumulative,
    maximum_mean_cycle,
    thue_morse,
)

_rng = np.random.default_rng(5)
CHAIN = Markov([[0.9, 0.1], [0.4, 0.6]])


def by_words(mu, rho, n):
    """The identity after Definition 2: KL divergence of the laws of n symbols."""
    total = 0.0
    for word in itertools.product(range(mu.n_symbols), repeat=n):
        a = mu.logprob(word)
        b = rho.logprob(word)
        total += 2.0**a * (a - b) if a > -np.inf else 0.0
    return total


def test_divergence_by_steps_is_the_divergence_of_words():
    for mu, rho in ((CHAIN, KT(1)), (KT(), CHAIN), (Degenerate([0, 1, 1, 0, 1]), RMeasure(2))):
        d = kl_cumulative(mu, rho, [3, 5], method="words")
        assert d.bits == pytest.approx([by_words(mu, rho, 3), by_words(mu, rho, 5)], abs=1e-9)
        assert (d.se == 0).all()


def test_counts_words_and_paths_agree():
    coin = IID([0.7, 0.3])
    rho = KT()
    exact = kl_cumulative(coin, rho, 10)
    assert exact.bits == pytest.approx(kl_cumulative(coin, rho, 10, method="words").bits)
    paths = kl_cumulative(coin, rho, 10, method="paths", n_paths=400, random_state=0)
    assert abs(paths.bits - exact.bits) < 4 * paths.se
    assert kl_cumulative(CHAIN, KT(1), 40, n_paths=3, random_state=1).se > 0
    with pytest.raises(ValueError, match="counts"):
        kl_cumulative(CHAIN, rho, 4, method="counts")
    with pytest.raises(ValueError, match="words"):
        kl_cumulative(CHAIN, rho, 40, method="words")


def test_what_a_predictor_excludes_costs_infinitely_much():
    assert kl_cumulative(IID([0.5, 0.5]), IID([1.0, 0.0]), 3).bits == np.inf
    assert kl_cumulative(IID([1.0, 0.0]), IID([0.5, 0.5]), 1000).bits == pytest.approx(1000)


@pytest.mark.parametrize(
    "rho", [IID([0.5, 0.5]), KT(), KT(2), RMeasure(3), HMM([[1.0]], [[0.2, 0.8]]), CHAIN]
)
def test_the_adversary_takes_a_bit_a_symbol_at_every_time(rho):
    losses = rho.losses(adversary(rho, 200)).cumsum()
    assert (losses >= np.arange(1, 201) - 1e-9).all()


def test_the_adversary_is_greedy_and_keeps_to_its_symbols():
    x = adversary(KT(0, 3), 30, symbols=[0, 1])
    assert set(x) == {0, 1}
    rho = RMeasure(2)
    past = []
    for symbol in adversary(rho, 30):
        assert symbol == np.argmin(rho.cond(past))
        past.append(symbol)


def test_the_best_chain_of_an_order_is_found_by_trying():
    x = CHAIN.sample(60, 2)
    grid = np.linspace(0.02, 0.98, 49)
    tried = [
        -Markov([[1 - a, a], [1 - b, b]], "uniform").logprob(x) - 1 for a in grid for b in grid
    ]
    assert best_order_k_loss(x, 1) == pytest.approx(min(tried), abs=0.3)
    assert best_order_k_loss(x, 1) <= min(tried)
    inner = [bits for bits, (a, b) in zip(tried, itertools.product(grid, grid))
             if min(a, b) > 0.299 and max(a, b) < 0.701]  # fmt: skip
    assert best_order_k_loss(x, 1, low=0.3) == pytest.approx(min(inner), abs=0.3)
    assert best_order_k_loss(np.tile([0, 1, 2], 20), 1, 3) == 0
    assert best_order_k_loss([0, 1], 5) == 0
    with pytest.raises(ValueError, match="low"):
        best_order_k_loss(x, 0, 3, low=0.1)


def test_karp_against_all_simple_cycles():
    for _ in range(20):
        weights = np.where(_rng.random((5, 5)) < 0.5, _rng.normal(size=(5, 5)), -np.inf)
        cycles = [c for size in range(1, 6) for c in itertools.permutations(range(5), size)]
        means = [np.mean(weights[c, np.roll(c, -1)]) for c in map(list, cycles)]
        assert maximum_mean_cycle(weights) == pytest.approx(max(means))
    assert maximum_mean_cycle([[-np.inf, 1.0], [-np.inf, -np.inf]]) == -np.inf


def test_distance_of_chains_is_the_rate_of_the_worst_word():
    for _ in range(3):
        a, b = (
            Markov(_rng.uniform(0.1, 0.9, size=2)[:, None] * [1, -1] + [0, 1]) for _ in range(2)
        )
        d = d_infinity(a, b)
        rates = [
            max(abs(a.logprob(w) - b.logprob(w)) for w in itertools.product(range(2), repeat=n))
            for n in (5, 10)
        ]
        assert (rates[1] - rates[0]) / 5 == pytest.approx(d, abs=0.35)
        assert rates[1] / 10 <= d + 0.6
    assert d_infinity(Markov([[0.6, 0.4], [0.4, 0.6]]), Markov([[0.9, 0.1], [0.1, 0.9]])) == 2


def test_distance_of_coins_zeros_and_orders():
    coin = Markov([0.25, 0.75])
    other = Markov([0.5, 0.5])
    assert d_infinity(coin, other) == pytest.approx(1)  # log2(0.5 / 0.25)
    assert d_infinity(coin, Markov([[0.25, 0.75]] * 2)) == 0
    assert d_infinity(coin, Markov([0.0, 1.0])) == np.inf
    lazy = Markov([[0.5, 0.5], [0.0, 1.0]], "uniform")
    assert d_infinity(lazy, Markov([[0.25, 0.75], [0.0, 1.0]], "uniform")) == pytest.approx(1)
    a, b, c = (Markov(_rng.dirichlet([2, 2], size=(2, 2))) for _ in range(3))
    assert d_infinity(a, c) <= d_infinity(a, b) + d_infinity(b, c) + 1e-12
    with pytest.raises(ValueError, match="symbols"):
        d_infinity(coin, Markov([0.2, 0.3, 0.5]))


def test_a_net_of_coins_is_near_to_all_and_small():
    for radius in (0.5, 0.1):
        net = coin_net(0.05, radius)[:, 1]
        for p in np.linspace(0.05, 0.95, 501):
            gaps = np.maximum(np.abs(np.log2(net / p)), np.abs(np.log2((1 - net) / (1 - p))))
            assert gaps.min() <= radius + 1e-9
        assert len(net) == 1 + np.ceil(2 * np.log2(10) / (2 * radius))
        np.testing.assert_allclose([net[0], net[-1]], [0.05, 0.95])
    assert coin_net(0.5, 0.1).tolist() == [[0.5, 0.5]]
    with pytest.raises(ValueError, match="radius"):
        coin_net(0.05, 1e-20)


def test_the_cover_is_greedy_and_its_gains_fall_below_one_over_k():
    sets = _rng.random((40, 300)) < 0.1
    mass = _rng.dirichlet(np.ones(300))
    cover = greedy_cover(sets, mass)
    left = np.ones(300, dtype=bool)
    for chosen, gain in zip(*cover):
        new = (sets & left) @ mass
        assert new[chosen] == pytest.approx(new.max(), abs=1e-12)
        assert gain == pytest.approx(new.max(), abs=1e-12)
        left &= ~sets[chosen]
    assert not (sets & left & (mass > 0)).any()
    assert (cover.gains <= 1 / np.arange(1, len(cover.gains) + 1)).all()


def test_the_constructed_mixture_dominates_rho_on_every_covered_word():
    chains = [Markov(_rng.uniform(0, 1, size=2)[:, None] * [1, -1] + [0, 1]) for _ in range(40)]
    rho = RMeasure(2)
    n = 8
    nu, cover = greedy_countable_mixture(chains, rho, n)
    assert len(nu.measures) == len(cover.chosen) <= 40
    k = np.arange(1, len(cover.chosen) + 1)
    w = 1 / (k * (k + 1.0))
    np.testing.assert_allclose(nu.weights, w / w.sum())
    for word in itertools.product(range(2), repeat=n):
        for weight, mu in zip(w, nu.measures):
            if mu.logprob(word) >= rho.logprob(word) - np.log2(n):
                assert nu.logprob(word) >= np.log2(weight / n) + rho.logprob(word) - 1e-9


def test_parents_stand_for_their_children():
    coins = [IID([0.5, 0.5]), IID([0.1, 0.9])]
    near = [IID([0.52, 0.48]), IID([0.12, 0.88])]
    nu, cover = greedy_countable_mixture(near, KT(), 6, delta=1.0, parents=coins)
    assert [nu.measures[k] is coins[j] for k, j in enumerate(cover.chosen)]
    strict = greedy_countable_mixture(near, KT(), 6, delta=0.0, parents=coins).cover
    assert strict.gains.sum() < cover.gains.sum()
    with pytest.raises(ValueError, match="parents"):
        greedy_countable_mixture(near, KT(), 6, parents=[*coins, KT()])
    with pytest.raises(ValueError, match="words"):
        greedy_countable_mixture(near, KT(), 20)


def test_followers_cost_what_theorem_10_and_16_say():
    t = adversary(KT(), 500)
    steps = np.arange(1, 501)
    assert OnTrack(t, 1 - 1 / (steps + 1)).logprob(t) == pytest.approx(-np.log2(501))
    assert OnTrack(t, 2 / 3).logprob(t) == pytest.approx(-500 * np.log2(1.5))
    paid = -HiddenTrack(t).logprob(t)
    assert 499 * np.log2(1.5) <= paid <= 499 * np.log2(1.5) + np.log2(4.5)


def test_many_weights_of_one_mixture_give_the_same_limit():
    members = [IID([1 - p, p]) for p in (0.2, 0.6)]
    x = members[0].sample(800, 1)
    for weights in ([1, 1], [1e-6, 1.0]):
        assert Mixture(members, weights).posterior(x)[-1, 0] > 0.99


def test_a_fixed_word_is_learned_by_the_mixture_over_orders():
    x = thue_morse(4000)
    excess = RMeasure(6).losses(x).sum() - best_order_k_loss(x, 3)
    assert excess < 8 * (0.5 * np.log2(500) + 1) + np.log2(20 / 0.875) + 3 + 1
