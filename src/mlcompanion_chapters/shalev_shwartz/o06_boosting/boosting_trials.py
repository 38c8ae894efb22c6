"""Single trials of the boosting study: one weak learner, rule and seed, and what a run of it shows.

Shalev-Shwartz (2007), chapter 6. Each function returns the numbers of one row.
"""

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits, load_wine

from mlcompanion._validation import check_in, check_rng
from mlcompanion.convex import RelativeEntropy
from mlcompanion.datasets import load_spambase
from mlcompanion.ensemble import gentle_step
from mlcompanion.ensemble.stumps import StumpSearch

from .boosting_checks import (
    SignOracle,
    correlation_after,
    duality_check,
    excess,
    lemma_slack,
    oracle_run,
    rounds_until,
    stump_run,
    training_errors,
)

__all__ = [
    "N_SAMPLES",
    "coefficients",
    "doubled_gain",
    "dual_gaps",
    "error_trial",
    "least_gain",
    "next_correlation",
    "race_of_guesses",
    "relative_slack",
    "rule_on_oracle",
    "rule_on_stumps",
    "two_class_sets",
]

TRUSTING = ("fixed", "capped")
#: Examples that an oracle answers on, unless a trial says otherwise.
N_SAMPLES = 500


def two_class_sets():
    """Four real data sets with two classes: dict of name to (X, y), labels -1 and 1."""
    cancer = load_breast_cancer()
    digits = load_digits()
    wine = load_wine()
    spam = load_spambase()
    pair = np.isin(digits.target, (3, 8))
    two = wine.target < 2
    return {
        "breast cancer": (cancer.data, 2 * cancer.target - 1),
        "digits, 3 or 8": (digits.data[pair], np.where(digits.target[pair] == 3, 1, -1)),
        "wine, 1 or 2": (wine.data[two], 2 * wine.target[two] - 1),
        "spambase": (spam.data[::4], np.where(spam.target[::4] == 1, 1, -1)),
    }


def least_gain(run, least=0.01):
    """Least gain of a round over ``2 γ_t²``, among the rounds with an edge worth the name."""
    kept = run.edges >= least
    return float((-np.diff(run.conjugates) / (2 * run.edges**2))[kept].min())


def coefficients(run):
    """How far a run's coefficients lie from the cap at most, and the share of them below it."""
    cap = 1 / run.inverse_rate
    return {
        "deviation": float(np.abs(run.alphas - cap).max()),
        "below": float(np.mean(run.alphas < cap - 1e-12)),
    }


def rule_on_oracle(rule, gamma, n_rounds, seed, *, factor=1.0, n_samples=N_SAMPLES, **options):
    """A rule against the oracle of boosting, with ``factor`` times the right coefficient.

    Parameters
    ----------
    rule : str
    gamma : float or (float, float)
        The oracle's edge, or the interval of its edges; a rule that trusts a promise is told
        ``factor`` times the lower end, and one half at most.
    n_rounds, seed : int
    factor : float
    n_samples : int
    **options
        ``order`` and ``real`` of the oracle.

    Returns
    -------
    dict
        ``excess`` over the bound; ``last``, the same at the last round; ``tight``, the gain over
        ``2 sum γ_t²``; ``gain``, the least of a round; of the capped rule its coefficients.
    """
    lowest = float(np.min(gamma))
    promise = {"edge": min(0.5, factor * lowest)} if rule in TRUSTING else {}
    run = oracle_run(gamma, n_samples, n_rounds, seed, rule=rule, **promise, **options)
    edge = lowest if promise else None
    return {
        "excess": excess(run, edge),
        "last": float(run.conjugates[-1] + 2 * len(run.edges) * lowest**2),
        "tight": float(-run.conjugates[-1] / (2 * (run.edges**2).sum())),
        "gain": least_gain(run),
        "rounds_run": len(run.edges),
    } | (coefficients(run) if rule == "capped" else {})


def rule_on_stumps(rule, X, y, n_rounds, *, flip, seed):
    """A rule with stumps on data of whose labels a share is flipped.

    A rule that trusts a promise is told 0.9 of AdaBoost's smallest edge; the trial is ``valid`` if
    every edge of its own run keeps that.

    Returns
    -------
    dict
        ``valid``, ``excess``, ``gain``, and of the capped rule its coefficients.
    """
    flips = {"flip": flip, "random_state": seed}
    promise = {}
    if rule in TRUSTING:
        promise["edge"] = float(0.9 * stump_run(X, y, n_rounds, **flips).edges.min())
    run = stump_run(X, y, n_rounds, rule=rule, **flips, **promise)
    return {
        "valid": bool(run.edges.min() >= promise.get("edge", 0.0)),
        "excess": excess(run, promise.get("edge")),
        "gain": least_gain(run),
        "rounds_run": len(run.edges),
    } | (coefficients(run) if rule == "capped" else {})


def doubled_gain(gamma, seed, n_rounds=60, n_samples=N_SAMPLES):
    """Largest gain over ``2 γ_t²`` of a round that takes twice the gentle step."""
    psi = RelativeEntropy()
    oracle = SignOracle(gamma, seed)
    theta = np.zeros(n_samples)
    found = []
    for _ in range(n_rounds):
        w = psi.link(theta)
        v = oracle(w)
        new = theta - 2 * gentle_step(theta, v, w, 10.0, psi) * v
        found.append((psi.conjugate(theta) - psi.conjugate(new)) / ((w @ v) ** 2 / 2))
        theta = new
    return float(max(found))


def error_trial(gamma, n_samples, seed):
    """AdaBoost against the spiteful oracle, to twice the rounds that the bound grants.

    Returns
    -------
    dict
        ``over``, largest training error less ``exp(-2 γ² T)``; ``late``, whether an error is left
        after the granted rounds; ``early``, the error after 5 % of them.
    """
    granted = int(np.log(n_samples) / (2 * gamma**2))
    run = oracle_run(gamma, n_samples, 2 * granted, seed, order="spiteful", keep_weights=True)
    wrong = training_errors(run)
    rounds = np.arange(1, len(wrong) + 1)
    bound = np.exp(-2 * rounds * np.minimum.accumulate(run.edges) ** 2)
    return {
        "over": float(np.max(wrong - bound)),
        "late": bool(wrong[granted:].any()),
        "early": float(wrong[max(0, int(0.05 * granted) - 1)]),
    }


def dual_gaps(kind, n_samples, n_rounds, seed, scales=(0.05, 0.5, 5.0)):
    """Both problems solved for one matrix of hypotheses and several scales.

    Parameters
    ----------
    kind : {"random", "stumps"}
        Signs drawn at random, or stumps that AdaBoost chooses on a part of the breast cancer data.
    n_samples, n_rounds, seed : int
    scales : sequence of float

    Returns
    -------
    dict
        ``gap``, a list over the scales, and ``weak``.
    """
    rng = check_rng(seed)
    if check_in(kind, "kind", ("random", "stumps")) == "random":
        V = rng.choice([-1.0, 1.0], (n_samples, n_rounds))
    else:
        X, y = two_class_sets()["breast cancer"]
        rows = rng.choice(len(y), n_samples, replace=False)
        search = StumpSearch(X[rows])
        w = np.full(n_samples, 1 / n_samples)
        columns = []
        for _ in range(n_rounds):
            columns.append(y[rows] * search.best(w * y[rows])[0](search.X))
            w = w * np.exp(-columns[-1] / 2)
            w = w / w.sum()
        V = np.transpose(columns)
    found = duality_check([V], scales, rng)
    return {"gap": found.gaps.tolist(), "weak": found.weak}


def relative_slack(inverse_rate, n_rounds, seed, data=None, edges=(-0.2, 0.4), n_samples=N_SAMPLES):
    """Slack of (6.4) against the oracle with random edges, or with stumps on a data set."""
    if data is None:
        return lemma_slack(SignOracle(edges, seed), n_samples, n_rounds, inverse_rate)
    X, y = two_class_sets()[data]
    search = StumpSearch(X)
    return lemma_slack(
        lambda w: y * search.best(w * y)[0](search.X), len(y), n_rounds, inverse_rate
    )


def race_of_guesses(gamma, n_samples, seed, guesses=(0.25, 0.5, 1.0, 2.0), level=0.01):
    """Rounds to a small loss of AdaBoost, and of the constant step for several guesses of the edge.

    Returns
    -------
    dict
        ``ada``, and ``rounds``, a list over the guesses, cut off at ten times ``ada``.
    """
    granted = int(1.5 * np.log(1 / level) / (2 * gamma**2))
    ada = rounds_until(oracle_run(gamma, n_samples, granted, seed), level)
    cut = int(10 * ada)
    rounds = [
        rounds_until(
            oracle_run(gamma, n_samples, cut, seed, rule="fixed", edge=guess * gamma), level
        )
        for guess in guesses
    ]
    return {"ada": ada, "rounds": [min(float(cut), found) for found in rounds]}


def next_correlation(rule, n_rounds, seed, data=None, n_samples=N_SAMPLES):
    """Correlation of a hypothesis with the weights after its step.

    Returns
    -------
    dict
        ``largest`` in absolute value; ``least``; ``least_above``, among the rounds with an edge of
        0.06 at least, where the oracle is the weak learner.
    """
    options = {"rule": rule, "keep_weights": True}
    if data is None:
        promise = {"edge": 0.05} if rule in TRUSTING else {}
        run = oracle_run((0.05, 0.4), n_samples, n_rounds, seed, **options, **promise)
    else:
        run = stump_run(*two_class_sets()[data], n_rounds, **options)
    left = correlation_after(run)
    found = {"largest": float(np.abs(left).max()), "least": float(left.min())}
    if data is None:
        found["least_above"] = float(left[run.edges >= 0.06].min())
    return found
