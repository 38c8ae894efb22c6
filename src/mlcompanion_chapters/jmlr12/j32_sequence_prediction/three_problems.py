"""Theorems 8, 10 and 12, and the slip in the proof of Theorem 10, exactly where possible."""

import numpy as np
from scipy.special import gammaln

from mlcompanion.sequences.processes import (
    IID,
    KT,
    Mixture,
    OnTrack,
    RMeasure,
    adversary,
    conditional_tv,
    greedy_cover,
    kl_cumulative,
)

COINS = (0.1, 0.3, 0.5, 0.7, 0.9)


def coin(p):
    """The coin that shows 1 with probability p."""
    return IID([1 - p, p])


def closer(t):
    """``gamma_t``: follow t with probability ``1 - 1/(i + 1)`` at step i."""
    return OnTrack(t, 1 - 1 / np.arange(2, len(t) + 2))


def six_predictors(n, random_state=0):
    """Six predictors of bits, five of them by the book; the sixth knows 100 followers."""
    rng = np.random.default_rng(random_state)
    followers = [closer(rng.integers(0, 2, n)) for _ in range(100)]
    return {
        "fair coin": coin(0.5),
        "Laplace": KT(pseudo_count=1.0),
        "KT, order 0": KT(0),
        "KT, order 3": KT(3),
        "orders 0 to 8": RMeasure(8),
        "100 followers": Mixture(followers, np.ones(100)),
    }


def hardest_runs(predictors, n):
    """Hardest sequence of each predictor, and its cumulative loss there in bits."""
    runs = {}
    for name, rho in predictors.items():
        t = adversary(rho, n)
        runs[name] = t, rho.losses(t).cumsum()
    return runs


def binary_entropy_bits(p):
    """``h(p)`` in bits, inside (0, 1)."""
    return -p * np.log2(p) - (1 - p) * np.log2(1 - p)


def closer_divergence(n):
    """``d_i(gamma_t, fair coin)`` for i = 1 .. n, by the chain rule; on track with chance 1/i."""
    i = np.arange(1, n + 1)
    return np.cumsum((1 - binary_entropy_bits(1 / (i + 1))) / i)


def closer_divergence_by_words(n, random_state=0):
    """The same at n, from all ``2^n`` words; no code of the package."""
    t = np.random.default_rng(random_state).integers(0, 2, n)
    words = np.arange(2**n)
    chance = np.ones(2**n)
    on = np.ones(2**n, dtype=bool)
    for i in range(1, n + 1):
        right = (words >> (n - i)) & 1 == t[i - 1]
        followed = np.where(right, 1 - 1 / (i + 1), 1 / (i + 1))
        chance *= np.where(on, followed, 0.5)
        on &= right
    return float((chance * (np.log2(chance) + n)).sum())


def agreement(go_on):
    """Stay probabilities of a source that follows t for a random time and then flips a coin.

    ``go_on[k]`` is the chance to follow at step k if it followed before. Coins may agree with t as
    well, and nobody sees which it was: ``odds`` are those of coins among the pasts that agree.
    """
    odds = 0.0
    stay = np.empty(len(go_on))
    for k, still in enumerate(go_on):
        by_coin = (odds + 1 - still) / 2
        stay[k] = (still + by_coin) / (odds + 1)
        odds = by_coin / still
    return stay


def track_sources(n):
    """Six sources beside a sequence t, each by its probabilities to stay on it."""
    k = np.arange(1, n + 1)
    return {
        "follows with 2/3": np.full(n, 2 / 3),
        "fair coin": np.full(n, 0.5),
        "ever closer": 1 - 1 / (k + 1),
        "follows for a heavy-tailed time": agreement(np.append(1.0, np.sqrt(k[:-1] / k[1:]))),
        "follows for a geometric time": agreement(np.full(n, 0.9)),
        "t itself": np.ones(n),
    }


def track_divergence(stay, rho_stay):
    """``d_n`` of two measures that flip coins off the track: only steps on it count."""
    on_track = np.append(1.0, np.cumprod(stay)[:-1])
    leave = 1 - stay
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = stay * np.log2(stay / rho_stay)
        parts += np.where(leave > 0, leave * np.log2(leave / (1 - rho_stay)), 0.0)
    return float((on_track * parts).sum())


def variation_of_members(n, n_paths, random_state=0):
    """Largest total variation of a coin and three mixtures of the five coins after n symbols."""
    rng = np.random.default_rng(random_state)
    k = np.arange(1, 6)
    worst = 0.0
    for weights in (np.ones(5), 1 / (k * (k + 1.0)), 4.0**-k):
        nu = Mixture([coin(p) for p in COINS], weights)
        for j, source in enumerate(nu.measures):
            for _ in range(n_paths):
                worst = max(worst, conditional_tv(nu, source.sample(n, rng), j)[-1])
    return worst


def draw_from(weights, coins, n, rng):
    """One path of a mixture of coins: first the coin, then its symbols."""
    return coins[rng.choice(len(coins), p=weights)].sample(n, rng)


def variation_in_the_hull(n, n_paths, random_state=0):
    """Largest distance of ``w mu1 + (1 - w) mu2`` from a mixture of the members .2 and .9."""
    rng = np.random.default_rng(random_state)
    coins = [coin(0.3), coin(0.7)]
    worst = 0.0
    nu = Mixture(coins, [(0.2 + 0.9) / 2, (0.8 + 0.1) / 2])
    for w in (0.05, 0.2, 0.5, 0.8, 0.95):
        for _ in range(n_paths):
            x = draw_from([w, 1 - w], coins, n, rng)
            worst = max(worst, conditional_tv(nu, x, [w, 1 - w])[-1])
    return worst


def zero_or_one(n, n_paths, random_state=0):
    """Total variation of a half-half mixture of two coins from the first one, path by path."""
    rng = np.random.default_rng(random_state)
    coins = [coin(0.3), coin(0.7)]
    half = Mixture(coins, [1, 1])
    paths = (draw_from([0.5, 0.5], coins, n, rng) for _ in range(n_paths))
    return np.array([conditional_tv(half, x, 0) for x in paths])


def log_choose(m):
    """Logarithms of the binomial coefficients of m at given places."""
    return lambda k: gammaln(m + 1) - gammaln(k + 1) - gammaln(m - k + 1)


def future_variation(p, ones, n, m):
    """Total variation of the number of ones in the next m symbols: a coin, and KT after n symbols.

    One minus the overlap, summed within nine deviations of the coin's mean: outside there is less
    than 1e-17 of the coin's law, and the overlap is no larger.
    """
    width = 9 * np.sqrt(m * p * (1 - p)) + 9
    k = np.arange(max(0, int(m * p - width)), min(m, int(m * p + width)) + 1)
    choose = log_choose(m)(k)
    of_coin = choose + k * np.log(p) + (m - k) * np.log1p(-p)
    a = ones + 0.5
    b = n - ones + 0.5
    of_kt = choose + gammaln(k + a) + gammaln(m - k + b) - gammaln(m + a + b)
    of_kt += gammaln(a + b) - gammaln(a) - gammaln(b)
    return float(1 - np.exp(np.minimum(of_coin, of_kt)).sum())


def every_coin(sizes, n_paths, random_state=0):
    """Smallest future variation over paths, for each (coin, n), and KT's divergence by n."""
    rng = np.random.default_rng(random_state)
    tv = []
    coins = (0.05, 0.3, 0.5)
    for p in coins:
        paths = [coin(p).sample(max(sizes), rng).cumsum() for _ in range(n_paths)]
        for n in sizes:
            tv.append(min(future_variation(p, path[n - 1], n, 10_000 * n) for path in paths))
    bits = np.array([kl_cumulative(coin(p), KT(), list(sizes)).bits for p in coins])
    return tv, bits.max(axis=0) / np.array(sizes)


def five_coins_variation(n, n_paths, random_state=0):
    """Largest total variation of the coin .3 and the mixture of the five after n symbols."""
    rng = np.random.default_rng(random_state)
    nu = Mixture([coin(p) for p in COINS], np.ones(5))
    paths = (coin(0.3).sample(n, rng) for _ in range(n_paths))
    return max(conditional_tv(nu, x, 1)[-1] for x in paths)


def word_tables(n, coins):
    """For c = 0 .. n ones: log2 number of words, log2 of a word's chance under each coin and KT."""
    c = np.arange(n + 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log2(np.column_stack([1 - coins, coins]))
    counts = np.column_stack([n - c, c])
    log_mu = np.zeros((len(coins), n + 1))
    for symbol in range(2):
        used = counts[:, symbol] > 0
        log_mu[:, used] += logs[:, symbol, None] * counts[used, symbol]
    return log_choose(n)(c) / np.log(2), log_mu, KT().counts_logprob(counts)


def mean_gap(log_size, log_mu, log_nu):
    """``d_n`` of every coin: the expected log-ratio, over counts."""
    chance = np.exp2(log_size + log_mu)
    gap = np.where(chance > 0, log_mu, 0.0) - log_nu
    return (chance * gap).sum(axis=1)


def countable_cover(n, coins):
    """Theorem 12's construction at time n for coins.

    Returns
    -------
    dict
        ``worst``, the largest upper bound for d_n/n; ``chosen``; ``violations`` of equation 13.
    """
    log_size, log_mu, log_rho = word_tables(n, coins)
    sets = log_mu >= log_rho - np.log2(n)
    mass = np.exp2(log_size + log_rho)
    chosen, _ = greedy_cover(sets, mass)
    k = np.arange(1, len(chosen) + 1)
    mixture = (np.exp2(log_mu[chosen]) / (k * (k + 1.0))[:, None]).sum(axis=0)
    log_nu = np.log2(0.5 * 2.0**-n + 0.5 * mixture / (n * (n + 1))) if n < 1000 else None
    if log_nu is None:  # words of 2^-4096 need logarithms
        parts = log_mu[chosen] - np.log2(k * (k + 1.0))[:, None] - np.log2(n * (n + 1))
        parts = np.vstack([np.full(n + 1, -float(n)), parts])
        top = parts.max(axis=0)
        log_nu = top + np.log2(np.exp2(parts - top).sum(axis=0)) - 1
    violations = 0
    outside = sets @ mass
    left = np.ones(n + 1, dtype=bool)
    for j, member in enumerate(chosen, start=1):
        new = sets[member] & left
        outside -= sets[:, new] @ mass[new]
        left &= ~new
        violations += int((outside > 1 / j + 1e-12).sum())
    worst = mean_gap(log_size, log_mu, log_nu).max() / n
    return {"worst": float(worst), "chosen": chosen, "violations": violations}


def fixed_mixture_gap(n, coins):
    """Largest ``d_n/n`` of the coins for the equal mixture of the five."""
    log_size, log_mu, _ = word_tables(n, coins)
    counts = np.column_stack([n - np.arange(n + 1), np.arange(n + 1)])
    log_nu = Mixture([coin(p) for p in COINS], np.ones(5)).counts_logprob(counts)
    return float(mean_gap(log_size, log_mu, log_nu).max() / n)
