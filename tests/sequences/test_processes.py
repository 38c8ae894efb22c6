"""Process measures: laws, filters and counts against brute force, closed forms and other rooms."""

import itertools

import numpy as np
import pytest
from scipy.special import betaln

from mlcompanion.online.experts import static_expert
from mlcompanion.sequences.forward_backward import forward_backward
from mlcompanion.sequences.processes import (
    HMM,
    IID,
    KT,
    Degenerate,
    GridMixture,
    HiddenTrack,
    Markov,
    Measure,
    Mixture,
    OnTrack,
    RMeasure,
    champernowne_bits,
    conditional_tv,
    fibonacci_word,
    markov_grid,
    thue_morse,
)

_rng = np.random.default_rng(3)
MEASURES = {
    "coin": IID([0.3, 0.7]),
    "die": IID([0.2, 0.5, 0.3]),
    "sure": Degenerate(thue_morse(20)),
    "order 1": Markov([[0.9, 0.1], [0.4, 0.6]]),
    "order 2": Markov(_rng.dirichlet([1, 1, 1], size=(3, 3)), "uniform"),
    "order 3": Markov(_rng.dirichlet([1, 1], size=(2, 2, 2))),
    "hidden": HMM([[0.9, 0.1], [0.2, 0.8]], [[0.8, 0.2], [0.3, 0.7]]),
    "track": OnTrack(fibonacci_word(20), 1 - 1 / np.arange(2, 22)),
    "climber": HiddenTrack(thue_morse(20)),
    "KT": KT(),
    "KT 2": KT(2, 3),
    "R": RMeasure(4),
    "R log": RMeasure(2, 3, weights="logarithmic", pseudo_count=1.0),
    "grid": GridMixture([[0.1, 0.9], [0.5, 0.5], [1.0, 0.0]], 2),
    "mixture": Mixture([IID([0.3, 0.7]), Degenerate(thue_morse(20)), KT(1)], [1, 2, 3]),
}


@pytest.mark.parametrize("name", MEASURES)
def test_words_of_a_length_have_total_probability_one(name):
    mu = MEASURES[name]
    words = itertools.product(range(mu.n_symbols), repeat=5)
    assert sum(2.0 ** mu.logprob(word) for word in words) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("name", MEASURES)
def test_stream_batch_and_probability_agree_on_any_word(name):
    mu = MEASURES[name]
    for x in (mu.sample(15, 1), _rng.integers(0, mu.n_symbols, 15), np.zeros(0, dtype=int)):
        laws = mu.conditionals(x)
        np.testing.assert_allclose(laws, Measure.conditionals(mu, x), atol=1e-12)
        assert mu.logprob(x) == pytest.approx(-mu.losses(x).sum(), abs=1e-9)
    past = mu.sample(7, 2)
    ends = [mu.logprob(np.append(past, a)) - mu.logprob(past) for a in range(mu.n_symbols)]
    np.testing.assert_allclose(mu.cond(past), np.exp2(ends), atol=1e-12)


def test_kt_of_order_zero_is_a_beta_integral():
    for ones, zeros in ((0, 5), (3, 4), (40, 2)):
        x = np.r_[np.ones(ones, int), np.zeros(zeros, int)]
        for a in (0.5, 1.0):
            truth = (betaln(ones + a, zeros + a) - betaln(a, a)) / np.log(2)
            assert KT(pseudo_count=a).logprob(x) == pytest.approx(truth, abs=1e-9)
            assert KT(pseudo_count=a).counts_logprob([zeros, ones]) == pytest.approx(truth)


def test_kt_with_memory_is_one_coin_a_context():
    x = _rng.integers(0, 3, 60)
    bits = 2 * np.log2(3)
    for context in itertools.product(range(3), repeat=2):
        after = x[2:][(x[:-2] == context[0]) & (x[1:-1] == context[1])]
        bits -= KT(0, 3).logprob(after)
    assert KT(2, 3).logprob(x) == pytest.approx(-bits, abs=1e-9)


def test_r_is_the_mixture_of_its_orders_and_bayes_rule_of_the_experts():
    x = _rng.integers(0, 2, 80)
    R = RMeasure(5)
    literal = Mixture([KT(k) for k in range(6)], R.prior)
    np.testing.assert_allclose(R.conditionals(x), literal.conditionals(x), atol=1e-12)
    np.testing.assert_allclose(R.posterior(x), literal.posterior(x), atol=1e-12)
    nats = np.log(2) * np.column_stack([KT(k).losses(x) for k in range(6)])
    run = static_expert(nats, eta=1.0)  # equal prior
    equal = Mixture([KT(k) for k in range(6)], np.ones(6))
    np.testing.assert_allclose(equal.losses(x) * np.log(2), run.log_loss, atol=1e-9)
    np.testing.assert_allclose(equal.posterior(x)[:-1], run.weights, atol=1e-9)


def test_the_trie_grows_with_the_data_only():
    x = _rng.integers(0, 2, 400)
    deep = RMeasure(60)
    assert deep.logprob(x) >= RMeasure(0).logprob(x) + np.log2(deep.prior[0]) - 1e-9
    np.testing.assert_allclose(deep.conditionals(x[:50]), Measure.conditionals(deep, x[:50]))


def test_hidden_chain_against_forward_backward_and_paths():
    mu = MEASURES["hidden"]
    x = MEASURES["hidden"].sample(40, 5)
    scaled = -np.log(mu.emissions[:, x].T)
    occupancy = np.empty((40, 2))
    moves = np.empty((2, 2))
    nats = forward_backward(scaled, mu.transitions, mu.start, occupancy, moves)
    assert -mu.logprob(x) * np.log(2) == pytest.approx(nats, abs=1e-9)
    total = 0.0
    for path in itertools.product(range(2), repeat=4):
        chance = mu.start[path[0]] * mu.emissions[path[0], x[0]]
        for i in range(3):
            chance *= mu.transitions[path[i], path[i + 1]] * mu.emissions[path[i + 1], x[i + 1]]
        total += chance
    assert 2.0 ** mu.logprob(x[:4]) == pytest.approx(total)
    np.testing.assert_allclose(mu.states(x)[-2] @ mu.emissions, mu.conditionals(x)[-1])


def test_the_climber_is_a_hidden_chain_with_a_cut():
    t = thue_morse(12)
    n = 12
    moves = np.zeros((n + 2, n + 2))
    moves[:, 0] = 1 / 3
    moves[np.arange(n + 1), np.arange(1, n + 2)] = 2 / 3
    moves[n + 1, n + 1] = 2 / 3
    symbols = np.concatenate([[2], t, [0]])
    literal = HMM(moves, np.eye(3)[symbols])
    mu = HiddenTrack(t)
    np.testing.assert_allclose(mu.start, literal.start, atol=1e-12)
    for x in (t, mu.sample(12, 3), mu.sample(12, 4)):
        assert mu.logprob(x) == pytest.approx(literal.logprob(x), abs=1e-9)
    assert mu.logprob([2, 1 - t[0]]) == -np.inf


def test_stationary_chains_look_the_same_at_any_time():
    for mu in (MEASURES["order 1"], MEASURES["order 3"]):
        for word in itertools.product(range(2), repeat=3):
            later = sum(2.0 ** mu.logprob((a, *word)) for a in range(2))
            assert later == pytest.approx(2.0 ** mu.logprob(word), abs=1e-12)


def test_the_grid_is_the_mixture_of_all_its_chains():
    grid = markov_grid(1, 3)
    coins = [[1 - i / 3, i / 3] for i in range(4)]
    chains = [Markov([a, b], "uniform") for a in coins for b in coins]
    literal = Mixture(chains, np.ones(16))
    for x in (_rng.integers(0, 2, 30), np.zeros(9, int), np.tile([0, 1], 8)):
        assert grid.logprob(x) == pytest.approx(literal.logprob(x), abs=1e-9)
        np.testing.assert_allclose(grid.conditionals(x), literal.conditionals(x), atol=1e-9)
    assert grid.log_size == 4
    assert len(markov_grid(0, 4, 3).laws) == 15


def test_a_mixture_pays_at_most_the_weight_more_than_a_member_on_any_word():
    mu = MEASURES["mixture"]
    for word in itertools.product(range(2), repeat=7):
        for part, weight in zip(mu.measures, mu.weights):
            assert mu.logprob(word) >= part.logprob(word) + np.log2(weight) - 1e-9


def test_no_member_is_lost_for_good():
    # after 3,000 ones the other coin has weight 2^-9000; 9,000 zeros bring it back
    x = np.r_[np.ones(3000, int), np.zeros(9000, int)]
    mu = Mixture([IID([0.1, 0.9]), IID([0.8, 0.2])], [1, 1])
    assert mu.posterior(x)[3000, 1] == 0.0
    assert mu.posterior(x)[-1, 1] == pytest.approx(1)
    assert mu.logprob(x) == pytest.approx(mu.measures[1].logprob(x) - 1, abs=1e-6)


def test_total_variation_is_what_the_posterior_leaves():
    coins = Mixture([IID([1 - p, p]) for p in (0.2, 0.5, 0.9)], [1, 1, 2])
    x = coins.measures[1].sample(300, 0)
    v = conditional_tv(coins, x, 1)
    np.testing.assert_allclose(v, 1 - coins.posterior(x)[:, 1], atol=1e-12)
    # futures of 400 symbols tell the coins apart: the distance of their counts is nearly it
    m = 400
    at = 12
    from scipy.stats import binom

    laws = np.array([binom.pmf(np.arange(m + 1), m, p) for p in (0.2, 0.5, 0.9)])
    mixed = coins.posterior(x)[at] @ laws
    assert v[at] == pytest.approx(np.abs(mixed - laws[1]).sum() / 2, abs=1e-3)
    other = conditional_tv(coins, x, [0.2, 0.3, 0.5])
    assert other[0] == pytest.approx(0.05)


def test_counts_are_words_of_exchangeable_measures():
    coins = Mixture([IID([1 - p, p]) for p in (0.0, 0.5, 0.9)])
    grid = GridMixture([[0.1, 0.9], [1.0, 0.0]], 0)
    for mu in (coins, coins.measures[0], KT(pseudo_count=1.0), grid):
        for zeros, ones in ((3, 0), (0, 4), (2, 5)):
            word = np.r_[np.ones(ones, int), np.zeros(zeros, int)]
            assert mu.counts_logprob([zeros, ones]) == pytest.approx(mu.logprob(word), abs=1e-9)
    with pytest.raises(ValueError, match="order 0"):
        KT(1).counts_logprob([1, 2])
    with pytest.raises(ValueError, match="order 0"):
        markov_grid(1, 2).counts_logprob([1, 2])
    with pytest.raises(ValueError, match="exchangeable"):
        MEASURES["mixture"].counts_logprob([1, 2])


def test_words_by_their_definitions():
    assert "".join(map(str, thue_morse(8))) == "01101001"
    assert [int(bin(t).count("1") % 2) for t in range(64)] == thue_morse(64).tolist()
    fib = "".join(map(str, fibonacci_word(89)))
    assert fib.startswith("0100101001001")
    assert "11" not in fib
    assert "000" not in fib
    assert "".join(map(str, champernowne_bits(17))) == "11011100101110111"


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Markov([[1.0, 0.0], [0.0, 1.0]]), "several stationary"),
        (lambda: Markov([[0.5, 0.6], [0.5, 0.5]]), "sum to 1"),
        (lambda: IID([1.0]), "at least 2"),
        (lambda: OnTrack([0, 1], [0.5]), "stay"),
        (lambda: Degenerate([0, 1]).logprob([0, 1, 0]), "at most the 2"),
        (lambda: IID([0.5, 0.5]).logprob([0, 2]), "values in"),
        (lambda: Mixture([IID([0.5, 0.5]), IID([0.2, 0.3, 0.5])]), "2 symbols"),
        (lambda: HMM([[0.5, 0.5]], [[1.0, 0.0]]), "square"),
        (lambda: Markov([[0.5, 0.5]]), "equal length"),
    ],
)
def test_what_is_no_measure_is_refused(make, words):
    with pytest.raises(ValueError, match=words):
        make()


@pytest.mark.parametrize("name", ["sure", "track"])
def test_a_sequence_that_ends_says_so(name):
    stream = MEASURES[name].stream()
    next(stream)

    def go_on():
        for _ in range(25):
            stream.send(0)

    with pytest.raises(ValueError, match="t must be as long"):
        go_on()


def test_what_is_handed_out_is_not_the_measures_own():
    p = np.array([0.5, 0.5])
    mu = IID(p)
    p[0] = 9
    mu.cond([])[0] = 9
    mu.conditionals([0, 1])[:] = 9
    assert mu.p.tolist() == [0.5, 0.5]


def test_samples_follow_the_law():
    x = MEASURES["order 1"].sample(20_000, 0)
    assert x.mean() == pytest.approx(0.2, abs=0.02)
    assert (x[1:][x[:-1] == 1] == 1).mean() == pytest.approx(0.6, abs=0.03)
    np.testing.assert_array_equal(MEASURES["R"].sample(30, 4), MEASURES["R"].sample(30, 4))
