"""Shalev-Shwartz (2007), appendix B: rates, confidence and coverage on finite populations.

Settles of chapter shalev_shwartz/12_appendix_b_online_to_batch: theorem11-fast-rate,
validation-for-high-confidence and theorem13-certificate. Draws with replacement from a finite
population are independent examples whose risks are means over its rows.

*rate*: 2,000 unit vectors in 10 dimensions, labelled with margin 0.2 or with 10 % of the labels
flipped; the squared hinge divided by its largest value on the ball of radius 5; the learner of
Corollary 4. A row is ten runs of one length; the mean risk is over every fourth hypothesis.

*confidence*: excess risks of 50 runs on 2,000 examples, by validation (five blocks) and by stopping
at a random time; three populations, with and without 10 % of the labels flipped.

*certificate*: 25 runs of the hinge learner on breast cancer, hinge divided by its largest value on
the ball of radius 5: how often the mean risk exceeds Theorem 13's certificate at 0.05, and the
largest risk of the average minus mean risk. *exact*: the constant hypothesis, by the binomial law.
"""

import numpy as np

from mlcompanion.convex import Euclidean
from mlcompanion.datasets import make_noisy_separator
from mlcompanion.learning_theory import (
    bounded_loss_constants,
    optimistic_mean_risk_bound,
    risk_certificate,
)
from mlcompanion.losses import SquaredHinge
from mlcompanion.online import LossScale, best_in_hindsight, dual_ascent
from mlcompanion.online.core.paths import hypothesis_path
from mlcompanion.online.core.tuning import bounded_loss_beta2

from ..batch_conversion import (
    certificate_check,
    confidence_excess,
    population,
    population_runs,
)

RADIUS, EVERY, DELTA = 5.0, 4, 0.05
LOSS = SquaredHinge(slope=2 / (1 + RADIUS) ** 2)
LABELS = {"clean": {"margin": 0.2}, "noisy": {"flip": 0.1}}
LENGTHS = np.unique(np.geomspace(10, 100_000, 15).round().astype(int))
CHUNKS = {"rate": 10, "confidence": 50, "certificate": 25}
SIZES = {
    "default": {"rates": 50, "confidences": 1000, "certificates": 500},
    "paper": {"rates": 50, "confidences": 1000, "certificates": 500},
}


def cases(rates, confidences, certificates):
    """Chunks of runs, and the exact probabilities."""

    def chunks(experiment, total, **fields):
        firsts = range(0, total, CHUNKS[experiment])
        return [{"experiment": experiment, "seed": k, **fields} for k in firsts]

    found = [{"experiment": "exact", "seed": 0}]
    for T in (200, 1000, 5000):
        found += chunks("certificate", certificates, T=T)
    for name in LABELS:
        for T in (800, 1600, 3200, 6400, 12_800):
            found += chunks("rate", rates, labels=name, T=T)
    for name in ("made up", "breast cancer", "spambase"):
        for flip in (0.1, 0.0):
            found += chunks("confidence", confidences, population=name, flip=flip)
    return found


def run(case):
    """The row of a case."""
    kinds = {"rate": rate, "confidence": confidence, "certificate": certificate, "exact": exact}
    return kinds[case["experiment"]](case)


def rate(case):
    """Mean risk of the hypotheses of ten runs, the least risk, and the right side of Theorem 11."""
    data = make_noisy_separator(2000, 10, random_state=0, **LABELS[case["labels"]])
    X, y, T, U = data.data, data.target.astype(float), case["T"], RADIUS**2 / 2
    scale = LossScale(1.0, bounded_loss_beta2(LOSS.smoothness, U))
    risks = []
    for seed in range(case["seed"], case["seed"] + CHUNKS["rate"]):
        rows = np.random.default_rng([seed, T]).integers(len(X), size=T)
        _, played = dual_ascent(X[rows], y[rows], Euclidean(RADIUS), LOSS, scale)
        path = hypothesis_path(X[rows], played, Euclidean(RADIUS))[::EVERY]
        risks.append(np.mean([LOSS.value(X @ w.T, y[:, None]).mean() for w in np.split(path, 25)]))
    u = best_in_hindsight(X, y, LOSS, radius=RADIUS)
    best = float(LOSS.value(X @ u, y).mean())
    mu, nu = bounded_loss_constants(LOSS.smoothness, U)
    bound = float(optimistic_mean_risk_bound(best, mu, nu, T))
    return {"risk": float(np.mean(risks)), "best": best, "bound": bound}


def confidence(case):
    """Excess risks of 50 runs."""
    X, y = population(case["population"], case["flip"])
    rng = np.random.default_rng([case["seed"], 1])
    excess = confidence_excess(X, y, CHUNKS["confidence"], rng)
    return {"validation": excess[:, 0].tolist(), "random_stop": excess[:, 1].tolist()}


def certificate(case):
    """Coverage and Jensen's gap of 25 runs."""
    X, y = population("breast cancer")
    T, rng = case["T"], np.random.default_rng([case["seed"], case["T"]])
    runs = population_runs(X, y, T, CHUNKS["certificate"], rng, radius=RADIUS)
    promised = (1 + RADIUS) * risk_certificate(runs.online / (1 + RADIUS), T, DELTA)
    return {
        "missed": int(np.sum(runs.mean_risk > promised)),
        "jensen": float(np.max(runs.average_risk - runs.mean_risk)),
        "online": float(runs.online.mean()),
        "risk": float(runs.average_risk.mean()),
        "promised": float(promised.mean()),
    }


def exact(case):
    """Largest probability over delta for a constant hypothesis, and without the last term."""
    worst, short = certificate_check(np.geomspace(1e-5, 0.9, 30), LENGTHS, (0.5, 0.05, 0.001))
    return {"worst": worst, "worst_short": short}
