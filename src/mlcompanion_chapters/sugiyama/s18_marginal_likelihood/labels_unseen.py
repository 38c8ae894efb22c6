"""Two known bells with unknown weights: the bound, its gap, and the law of the weight."""

from itertools import product

import numpy as np
from scipy.special import betaln, expit, logsumexp, softmax
from scipy.stats import beta, norm

from mlcompanion.bayes.evidence import (
    VBMixtureWeights,
    best_label_law,
    best_weight_law,
    exact_mixture_posterior,
    expected_log_weights,
    label_bound,
    variational_free_energy,
)

__all__ = [
    "bound_case", "divergence", "every_labelling", "limit_case", "log_bells", "posterior_case",
    "worn_floats",
]  # fmt: skip


def log_bells(x, apart):
    """Log-densities of samples under N(0, 1) and N(apart, 1); shape (n, 2)."""
    return norm.logpdf(x[:, None], loc=[0.0, apart])


def worn_floats(n, apart, rng, share=0.3):
    """Values of n floats, each of the first kind with probability ``share``; sorted."""
    first = rng.random(n) < share
    return np.sort(np.where(first, 0.0, apart) + rng.normal(size=n))


def every_labelling(logs, alpha0):
    """All 2^n labellings, one by one: samples of the first kind, and log joint density with D.

    Returns
    -------
    labels : ndarray of int, shape (2^n, n)
    counts : ndarray of int, shape (2^n,)
    log_joint : ndarray, shape (2^n,)
    """
    n = len(logs)
    labels = np.array(list(product((0, 1), repeat=n)))
    counts = (labels == 0).sum(axis=1)
    log_prior = betaln(alpha0[0] + counts, alpha0[1] + n - counts) - betaln(*alpha0)
    return labels, counts, logs[np.arange(n), labels].sum(axis=1) + log_prior


def divergence(eta, alpha, logs, alpha0):
    """KL(q r || posterior): a sum over all labellings, and quadrature over the weight.

    The trapezoid rule in the log-odds of the weight, where the integrand falls exponentially.
    """
    labels, counts, log_joint = every_labelling(logs, alpha0)
    n = len(logs)
    log_q = np.log(eta)[np.arange(n), labels].sum(axis=1)
    q = np.exp(log_q)
    of_labels = q @ (log_q - log_joint + logsumexp(log_joint))
    odds = np.linspace(-150, 150, 6001)
    log_w = -np.logaddexp(0, -odds)
    log_rest = -np.logaddexp(0, odds)
    log_r = (alpha[0] - 1) * log_w + (alpha[1] - 1) * log_rest - betaln(*alpha)
    mass = np.exp(log_r + log_w + log_rest)
    of_weight = np.empty(n + 1)
    for c in range(n + 1):
        a = alpha0[0] + c
        b = alpha0[1] + n - c
        log_p = (a - 1) * log_w + (b - 1) * log_rest - betaln(a, b)
        of_weight[c] = np.trapezoid(mass * (log_r - log_p), odds)
    return of_labels + q @ of_weight[counts]


def bound_case(seed, n=10, n_rounds=15):
    """One run of VBEM, half a round at a time, beside the exact value and the divergence."""
    rng = np.random.default_rng([seed, 18])
    apart = rng.uniform(1, 4)
    alpha0 = rng.uniform(0.5, 5, size=2)
    logs = log_bells(worn_floats(n, apart, rng, rng.uniform(0.1, 0.9)), apart)
    exact = logsumexp(every_labelling(logs, alpha0)[2])
    alpha = rng.uniform(0.5, 12, size=2)
    eta = rng.dirichlet([1, 1], size=n)
    path = [variational_free_energy(eta, alpha, logs, alpha0)]
    gaps = [divergence(eta, alpha, logs, alpha0)]
    for _ in range(n_rounds):
        eta = best_label_law(logs + expected_log_weights(alpha))
        path.append(variational_free_energy(eta, alpha, logs, alpha0))
        alpha = best_weight_law(eta, alpha0)
        path.append(variational_free_energy(eta, alpha, logs, alpha0))
    gaps.append(divergence(eta, alpha, logs, alpha0))
    path = np.array(path)
    return {
        "above": int(np.sum(-path > exact + 1e-9)),
        "rise": max(np.diff(path).max(), 0.0),
        "ident": max(abs(path[0] + exact - gaps[0]), abs(path[-1] + exact - gaps[1])),
        "gap": gaps[1],
        "steps": len(path) - 1,
    }


def posterior_case(apart, alpha0, seed, n=12):
    """The variational and the exact law of the first weight on one data set."""
    rng = np.random.default_rng([seed, int(10 * apart), 182])
    logs = log_bells(worn_floats(n, apart, rng), apart)
    exact = exact_mixture_posterior(logs, alpha0)
    model = VBMixtureWeights(alpha0).fit(logs)
    a, b = model.alpha_
    w = expit(np.linspace(-30, 30, 1501))
    gap = np.trapezoid(np.abs(exact.marginal_pdf(w) - beta(a, b).pdf(w)), w)
    return {
        "tv": 0.5 * gap,
        "var_ratio": a * b / ((a + b) ** 2 * (a + b + 1)) / exact.variance()[0],
        "gap": exact.log_evidence - model.bound_,
    }


def limit_case(seed, spreads=(1e-2, 1e-4, 1e-6), n=20, m=3, laws=50):
    """Label laws of VBEM as the law of the parameters shrinks, against Bayes' theorem.

    Returns
    -------
    dict
        ``dev_w``, ``dev_m``: largest differences, one a spread, for unknown weights and for unknown
        means of bells with known widths; ``better``: random label laws with a higher bound.
    """
    rng = np.random.default_rng([seed, 183])
    weights = rng.dirichlet(np.full(m, 4.0))
    means = np.array([-2.0, 0.0, 2.0]) + rng.normal(scale=0.3, size=m)
    widths = np.array([0.5, 1.0, 2.0])
    labels = rng.choice(m, size=n, p=weights)
    x = rng.normal(means[labels], widths[labels])[:, None]
    joint = weights * norm.pdf(x, means, widths)
    by_bayes = joint / joint.sum(axis=1, keepdims=True)
    logs = norm.logpdf(x, means, widths)
    dev_w = []
    dev_m = []
    for spread in spreads:
        eta = best_label_law(logs + expected_log_weights(weights / spread))
        dev_w.append(np.abs(eta - by_bayes).max())
        expected = logs - spread / (2 * widths**2)  # mean of log N(x; mu, width^2) over mu
        dev_m.append(np.abs(best_label_law(expected + np.log(weights)) - by_bayes).max())
    log_joint = np.log(joint)
    best = label_bound(by_bayes, log_joint)
    better = 0
    for k in range(laws):
        size = 10.0 ** -(k % 4)  # from far away to very near
        other = softmax(np.log(by_bayes) + size * rng.normal(size=(n, m)), axis=1)
        better += label_bound(other, log_joint) > best
    return {"dev_w": dev_w, "dev_m": dev_m, "better": int(better)}
