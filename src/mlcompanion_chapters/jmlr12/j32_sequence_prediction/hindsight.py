"""Theorems 14 to 17, equation 1 and the first symbol of Theorem 14 (ii): measured."""

from math import comb

import numpy as np

from mlcompanion.datasets import load_reuters
from mlcompanion.sequences.processes import (
    IID,
    KT,
    GridMixture,
    HiddenTrack,
    Markov,
    Mixture,
    RMeasure,
    adversary,
    best_order_k_loss,
    champernowne_bits,
    coin_net,
    fibonacci_word,
    kl_cumulative,
    thue_morse,
)

LOW = 0.05  # members of Theorem 14's class keep all probabilities in [LOW, 1 - LOW]


def chain_samples(n, random_state=0):
    """A sample of an order-2 and of an order-3 chain, both with random rows."""
    rng = np.random.default_rng(random_state)
    made = {}
    for k in (2, 3):
        P = rng.uniform(0.1, 0.9, size=(2,) * k)
        made[f"chain of order {k}"] = Markov(np.stack([1 - P, P], axis=-1)).sample(n, rng)
    return made


def individual_sequences(n, random_state=0):
    """Sequences that no chance produced, and two samples of chains."""
    return {
        "Fibonacci": fibonacci_word(n),
        "Thue-Morse": thue_morse(n),
        "Champernowne": champernowne_bits(n),
        "period 5": np.resize([0, 1, 1, 0, 1], n),
        **chain_samples(n, random_state),
    }


def headline_vowels():
    """Letters of the titles of Reuters stories, in order: 1 for a vowel, 0 for another letter."""
    text = "".join(load_reuters().titles).lower()
    letters = [c for c in text if c.isascii() and c.isalpha()]
    return np.isin(letters, list("aeiou")).astype(int)


def excess_over_orders(rho, sequences, sizes, orders):
    """Excess loss per symbol over the best chain of each order: name to (sizes, orders)."""
    found = {}
    for name, x in sequences.items():
        paid = rho.losses(x).cumsum()
        best = [[best_order_k_loss(x[:n], k) for k in orders] for n in sizes]
        n = np.array(sizes)
        found[name] = (paid[n - 1][:, None] - np.array(best)) / n[:, None]
    return found


def net_mixture(radii):
    """The mixture over nets of several radii, with weights ``1/(k (k + 1))``."""
    return Mixture([GridMixture(coin_net(LOW, radius), 1) for radius in radii])


def halfway_coin(radius):
    """The coin between two neighbours of a net that is farthest from both."""
    net = coin_net(LOW, radius)[:, 1]
    middle = len(net) // 2
    p = (net[middle - 1] + net[middle]) / 2
    return IID([1 - p, p])


def net_data(n, random_state=0):
    """Periodic words, famous sequences, and samples of a coin and of an order-2 chain."""
    rng = np.random.default_rng(random_state)
    named = individual_sequences(n, random_state)
    del named["chain of order 3"]
    more = {"01": np.resize([0, 1], n), "001": np.resize([0, 0, 1], n), "all 1": np.ones(n, int)}
    return {**named, **more, "coin 0.3": IID([0.7, 0.3]).sample(n, rng)}


def excess_over_members(rho, x):
    """Excess loss per symbol over the best order-1 chain with probabilities in [LOW, 1 - LOW]."""
    best = 1 + best_order_k_loss(x, 1, low=LOW)  # members toss a fair coin for the first symbol
    return (-rho.logprob(x) - best) / len(x)


def largest_excess(rho, data, hardest, sizes):
    """Largest excess over data and the hardest sequence, for each n."""
    runs = [*data.values(), hardest]
    return [max(excess_over_members(rho, x[:n]) for x in runs) for n in sizes]


def five_predictors(n, random_state=0):
    """Five predictors of three letters; the last knows 20 hidden followers."""
    rng = np.random.default_rng(random_state)
    return {
        "uniform": IID(np.full(3, 1 / 3)),
        "KT, order 0": KT(0, 3),
        "KT, order 2": KT(2, 3),
        "orders 0 to 8": RMeasure(8, 3),
        "20 climbers": Mixture(
            [HiddenTrack(rng.integers(0, 2, n)) for _ in range(20)], np.ones(20)
        ),
    }


def climbers_against(predictors, sizes):
    """For each predictor its hardest sequence t of 0 and 1: loss of ``mu_t`` and the gaps."""
    own = []
    gap = []
    n = np.array(sizes)
    for rho in predictors.values():
        t = adversary(rho, n.max(), symbols=[0, 1])
        theirs = rho.losses(t).cumsum()
        ours = HiddenTrack(t).losses(t).cumsum()
        own.append(float(ours[-1]))
        gap.append(float(((theirs - ours)[n - 1] / n).min()))
    return own, gap


def learning_climbers(sizes, n_paths, random_state=0):
    """``d_n(mu_t, orders 0 to 8)/n`` by n, mean over paths, each with a random t of its own."""
    rng = np.random.default_rng(random_state)
    R = RMeasure(8, 3)
    n = np.array(sizes)
    total = np.zeros(len(sizes))
    for _ in range(n_paths):
        mu = HiddenTrack(rng.integers(0, 2, 60 + n.max()))
        x = mu.sample(n.max(), rng)
        laws = mu.conditionals(x)
        guesses = R.conditionals(x)
        ratio = np.log2(np.where(laws > 0, laws / guesses, 1.0))
        total += (laws * ratio).sum(axis=1).cumsum()[n - 1]
    return total / n_paths / n


def stationary_by_powers(size=60, climb=2 / 3):
    """Stationary law of the climbing chain, cut at some states: the limit of its powers."""
    moves = np.zeros((size, size))
    moves[:, 0] = 1 - climb
    moves[np.arange(size - 1), np.arange(1, size)] = climb
    moves[-1, -1] = climb
    return np.linalg.matrix_power(moves, 4096)[0]


def word_exponents(n, alphas):
    """``log2(number of words that the best coin pays at most alpha n bits for) / n``."""
    shares = np.arange(1, n) / n
    entropy = np.zeros(n + 1)
    entropy[1:-1] = -shares * np.log2(shares) - (1 - shares) * np.log2(1 - shares)
    sizes = [comb(n, c) for c in range(n + 1)]
    counts = (sum(s for s, h in zip(sizes, entropy) if h <= alpha) for alpha in alphas)
    return [(float(np.log2(float(c >> max(0, c.bit_length() - 60))))
             + max(0, c.bit_length() - 60)) / n
            for c in counts]  # fmt: skip


def track_exponents(n, alphas):
    """The same for the measures that follow one sequence with probability 2/3.

    The best of them for a word follows just that word, and pays ``log2(3/2)`` a symbol: so it is
    all words or none.
    """
    paid = n * np.log2(1.5)
    return [1.0 if paid <= alpha * n else 0.0 for alpha in alphas]


def sparse_zeros(n, n_random, random_state=0):
    """Places (from 1) of the zeros in sequences with fewer than root i zeros among the first i.

    As early as allowed, as late as allowed within n symbols, and at random.
    """
    rng = np.random.default_rng(random_state)
    most = int(np.ceil(np.sqrt(n))) - 1
    k = np.arange(1, most + 1)
    yield k**2 + 1
    yield n - most + k
    for share in rng.uniform(0.1, 1.0, n_random):
        kept = np.flatnonzero(rng.random(most) < share) + 1  # places of later zeros stay allowed
        waits = rng.geometric(0.2, len(kept))
        places = np.maximum.accumulate(kept**2 + waits - np.arange(len(kept))) + np.arange(
            len(kept)
        )
        yield np.unique(places[places <= n])


def sparse_losses(n, n_random, random_state=0):
    """Loss per symbol of the predictor ``P(0) = 1/(i + 1)`` on each, and their first symbols."""
    ones = -np.log2(1 - 1 / np.arange(2.0, n + 2))
    found = []
    for zeros in sparse_zeros(n, n_random, random_state):
        counts = np.arange(1, len(zeros) + 1)
        assert (counts**2 < zeros).all(), "fewer than root i zeros"
        bits = ones.sum() - ones[zeros - 1].sum() + np.log2(zeros + 1.0).sum()
        found.append((bits / n, 1 not in zeros[:1]))
    return found


def all_words(n):
    """All words of n bits, shape (2^n, n)."""
    return np.arange(2**n)[:, None] >> np.arange(n - 1, -1, -1) & 1


def chain_log2(words, a, b):
    """Log-chances of words under a stationary chain: a and b are P(1 after 0), P(1 after 1)."""
    one = a / (1 - b + a)
    first = np.where(words[:, 0] == 1, one, 1 - one)
    up = np.where(words[:, :-1] == 1, b, a)
    steps = np.where(words[:, 1:] == 1, up, 1 - up)
    return np.log2(first) + np.log2(steps).sum(axis=1)


def ratio_rates(pair, n):
    """Largest log-ratio per symbol over all words of n bits, for two chains ``(a, b)``."""
    words = all_words(n)
    return float(np.abs(chain_log2(words, *pair[0]) - chain_log2(words, *pair[1])).max() / n)


def ratio_bounds(pair):
    """Printed right side of equation 1, largest conditional log-ratio, that of the first symbol."""
    (a, b), (c, d) = pair
    rows = np.abs(np.log2([a / c, (1 - a) / (1 - c), b / d, (1 - b) / (1 - d)]))
    return ratio_rates(pair, 2), float(rows.max()), ratio_rates(pair, 1)


def equation_1(sizes, n_pairs, random_state=0):
    """Equation 1 on the two symmetric chains and on random pairs: what the ledger asks for."""
    symmetric = ((0.4, 0.6), (0.1, 0.9))
    right, cond, start = ratio_bounds(symmetric)
    rng = np.random.default_rng(random_state)
    fails = 0
    fails_right = 0
    n = max(sizes)
    for pair in rng.uniform(0.05, 0.95, size=(n_pairs, 2, 2)):
        rate = ratio_rates(pair, n)
        printed, largest, first = ratio_bounds(pair)
        fails += rate > printed + 1e-12
        fails_right += rate > (first + (n - 1) * largest) / n + 1e-12
    left = [ratio_rates(symmetric, size) for size in sizes]
    return {"left": left, "right": right, "cond": cond, "start": start,
            "fails": int(fails), "fails_right": int(fails_right)}  # fmt: skip


def divergence_curve(mu, rho, sizes, n_paths, random_state=0):
    """``d_n(mu, rho)/n`` with its standard error, by sample paths."""
    found = kl_cumulative(mu, rho, list(sizes), "paths", n_paths, random_state)
    return found.bits / np.array(sizes), found.se / np.array(sizes)
