"""The expert updates beside Bayes' rule over all paths of a hidden Markov model.

Choromanska (2014), section 1.3.1, Figures 1.4 and 1.5. The enumeration is written apart from the
library: it lists every path of the best expert.
"""

from functools import cache

import numpy as np

from mlcompanion.online.experts import FixedShare, fixed_share, learn_alpha, static_expert

__all__ = ["enumerated", "hmm_checks", "normalizer", "printed_update", "regime_losses", "regimes"]

#: Rates of Learn-alpha on the generated sequences: 0, and 19 on a log grid.
RATES = np.concatenate([[0.0], np.geomspace(0.001, 0.9, 19)])


@cache
def _paths(n, T):
    """All paths of the best expert, one a row, and how often each of them changes."""
    paths = np.indices((n,) * T).reshape(T, -1).T
    return paths, (paths[:, 1:] != paths[:, :-1]).sum(axis=1)


def enumerated(losses, alpha):
    """Posterior of the next best expert, and the probability of the losses, over all n^T paths."""
    T, n = losses.shape
    paths, moves = _paths(n, T)
    lost = losses[np.arange(T), paths].sum(axis=1)
    chance = (alpha / (n - 1)) ** moves * (1 - alpha) ** (T - 1 - moves) / n
    weights = chance * np.exp(-0.5 * lost)
    last = np.bincount(paths[:, -1], weights, minlength=n)
    total = last.sum()
    stay = last / total
    return (1 - alpha) * stay + alpha / (n - 1) * (1 - stay), total


def _follow(losses, alpha):
    """Weights of the library after the last losses."""
    learner = FixedShare(losses.shape[1], alpha)
    for row in losses:
        learner.update(row)
    return learner.weights_


def _learned(losses, alphas):
    """Weights of Learn-alpha over its rates after the last losses, and their posterior."""
    padded = np.vstack([losses, np.zeros(losses.shape[1])])
    top = learn_alpha(padded, alphas).alpha_weights[-1]
    chances = np.array([enumerated(losses, a)[1] for a in alphas])
    return top, chances / chances.sum()


def hmm_checks(sequences=300, long=500, seed=0):
    """Differences from the enumeration on short sequences, price of Learn-alpha on long ones."""
    rng = np.random.default_rng(seed)
    share, static, learned = 0.0, 0.0, 0.0
    for _ in range(sequences):
        n, T, m = int(rng.integers(2, 5)), int(rng.integers(2, 8)), int(rng.integers(2, 7))
        losses = rng.random((T, n))
        alphas = rng.random(m)
        for a in alphas[:2]:
            share = max(share, np.abs(_follow(losses, a) - enumerated(losses, a)[0]).max())
        plain = np.exp(-0.5 * losses.sum(axis=0))
        static = max(static, np.abs(_follow(losses, 0.0) - plain / plain.sum()).max())
        top, posterior = _learned(losses, alphas)
        learned = max(learned, np.abs(top - posterior).max())
    price = [_price(losses, alphas) for losses, alphas in _long_ones(rng, long)]
    return {
        "sequences": sequences,
        "err_share": float(share),
        "err_static": float(static),
        "err_learn": float(learned),
        "excess": int(sum(p * np.log(m) > np.log(m) + 1e-9 for p, m in price)),
        "near": float(max(p for p, _ in price)),
    }


def _long_ones(rng, T):
    """Random long sequences, and one in which a single rate of six does well."""
    for _ in range(20):
        yield rng.random((T, 4)), rng.random(int(rng.integers(2, 7)))
    steady = np.ones((T, 2))
    steady[:, 0] = 0.0
    yield steady, np.array([0.0, 0.5, 0.6, 0.7, 0.8, 0.9])


def _price(losses, alphas):
    """Excess of Learn-alpha over the best of its Fixed-Shares, in units of log m; and m."""
    made = learn_alpha(losses, alphas)
    best = made.alpha_log_loss.sum(axis=0).min()
    m = len(alphas)
    return float((made.log_loss.sum() - best) / np.log(m)), m


def regime_losses(seed, regimes, n=10, T=1000):
    """Losses of n experts; the best one, anew for each regime, in [0, 0.2], others in [0.3, 1]."""
    rng = np.random.default_rng(seed)
    losses = rng.uniform(0.3, 1.0, size=(T, n))
    best = rng.permutation(n)[:regimes]
    for k, rows in enumerate(np.array_split(np.arange(T), regimes)):
        losses[rows, best[k]] = rng.uniform(0, 0.2, size=len(rows))
    return losses


def regimes(seed):
    """Log losses of the three algorithms with one regime and with four: one draw."""
    found = {}
    for count in (1, 4):
        losses = regime_losses(seed, count)
        found[f"static_{count}"] = float(static_expert(losses).log_loss.sum())
        found[f"share_{count}"] = float(fixed_share(losses, 3 / 999).log_loss.sum())
        found[f"learn_{count}"] = float(learn_alpha(losses, RATES).log_loss.sum())
    return found


def printed_update(p, losses, alpha):
    """The update as it is printed, without a normalizer."""
    n = len(p)
    w = p * np.exp(-0.5 * losses)
    P = np.full((n, n), alpha / (n - 1))
    np.fill_diagonal(P, 1 - alpha)
    return w @ P


def normalizer(repeats=100, n=4, T=6, long=100, seed=0):
    """Mass of the printed weights, and their distance from the enumerated posterior."""
    rng = np.random.default_rng(seed)
    mass, apart, fixed = 0.0, np.inf, 0.0
    for _ in range(repeats):
        losses = rng.random((long, n))
        alpha = rng.uniform(0.01, 0.5)
        p = np.full(n, 1 / n)
        for t in range(long):
            p = printed_update(p, losses[t], alpha)
            if t == T - 1:
                posterior = enumerated(losses[:T], alpha)[0]
                apart = min(apart, np.abs(p - posterior).max())
                fixed = max(fixed, np.abs(p / p.sum() - posterior).max())
        mass = max(mass, p.sum())
    return {"mass": float(mass), "apart": float(apart), "fixed": float(fixed)}
