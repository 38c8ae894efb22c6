"""Shalev-Shwartz (2007), chapter 6: boosters against oracles and stumps, with all seeds and rounds.

Settles of chapter shalev_shwartz/06_boosting: adaboost-bound, training-error-vanishes,
fixed-step-bound, dual-of-exp-loss, gentle-step-same-bound, lemma1-for-boosting,
capped-adaboost-bound, need-to-know-gamma, capped-is-constant and half-the-weight.

*oracle*, *stumps*: a rule against a weak learner with a fixed edge, or with stumps on one of four
real data sets of whose labels a share is flipped; a row holds the excess over the bound, the least
gain of a round, and of the capped rule its coefficients. ``factor`` multiplies the coefficient: the
controls. *varied*: the capped rule where the edge is drawn anew each round, told the lowest edge or
three times that. *doubled*: twice the gentle step. *errors*: training errors against the spiteful
oracle. *dual*: primal and dual solved apart for one matrix. *lemma*: slack of (6.4). *race*: rounds
to a loss of 0.01 by the guess of the edge. *after*: correlation after the step.
"""

from .. import boosting_trials as trials

GAMMAS = (0.02, 0.05, 0.1, 0.2)
ROUNDS = {"adaboost": 1000, "fixed": 1000, "gentle": 500, "capped": 500}  # against oracles
STUMP_ROUNDS = {"adaboost": 200, "fixed": 200, "gentle": 500, "capped": 500}
LEMMA_ROUNDS = 300
AFTER_ROUNDS = 200
FLIPS = (0.0, 0.1, 0.2)
SCALES = (0.5, 1.0, 2.5, 5.0, 10.0, 40.0)
SETS = ("breast cancer", "digits, 3 or 8", "wine, 1 or 2", "spambase")
SIZES = {
    "default": {"seeds": 2, "few": 1, "matrices": 4, "sequences": 3},
    "paper": {"seeds": 10, "few": 5, "matrices": 20, "sequences": 50},
}


def cases(seeds, few, matrices, sequences):
    """One case for each trial and seed; data without flips know no seed."""
    found = []
    for seed in range(seeds):
        found += _oracles(seed)
        found += [
            {"trial": "stumps", "rule": rule, "data": name, "flip": flip, "seed": seed}
            for rule in STUMP_ROUNDS
            for name in SETS
            for flip in FLIPS
            if flip or not seed
        ]
    for seed in range(few):
        found += [
            {"trial": "errors", "gamma": g, "m": m, "seed": seed}
            for g in (0.05, 0.1, 0.2)
            for m in (50, 200, 1000)
        ]
        found.append({"trial": "race", "gamma": 0.05, "m": 1000, "seed": seed})
    found += [
        {"trial": "dual", "kind": "stumps" if k % 5 == 4 else "random", "m": m, "T": T, "seed": k}
        for k in range(matrices)
        for m, T in [((20, 60)[k % 2], (3, 10)[k // 2 % 2])]
    ]
    found += [{"trial": "lemma", "c": c, "seed": seed} for c in SCALES for seed in range(sequences)]
    found += [{"trial": "lemma", "c": c, "data": name} for c in SCALES for name in SETS]
    found += [
        {"trial": "after", "rule": rule, "data": name}
        for rule in ("adaboost", "gentle")
        for name in SETS
    ]
    return [*found, {"trial": "even", "c": 10.0, "seed": 0}]


def _oracles(seed):
    """The cases of one seed in which an oracle is the weak learner."""
    plain = [
        {"trial": "oracle", "rule": r, "gamma": g, "factor": 1.0} for r in ROUNDS for g in GAMMAS
    ]
    wrong = [
        {"trial": "oracle", "rule": rule, "gamma": g, "factor": factor}
        for rule, factor, gammas in (
            ("fixed", 0.5, GAMMAS[:3]),
            ("fixed", 2.0, GAMMAS[:3]),
            ("capped", 0.5, GAMMAS[1:]),
        )
        for g in gammas
    ]
    real = [{"trial": "real", "gamma": g} for g in GAMMAS]
    varied = [{"trial": "varied", "gamma": g, "factor": f} for g in GAMMAS for f in (1.0, 3.0)]
    doubled = [{"trial": "doubled", "gamma": g} for g in GAMMAS[:3]]
    after = [{"trial": "after", "rule": rule} for rule in ("adaboost", "gentle", "fixed")]
    return [case | {"seed": seed} for case in plain + wrong + real + varied + doubled + after]


def run(case):
    """The row of a case."""
    trial = case["trial"]
    seed = case.get("seed", 0)
    data = case.get("data")
    if trial == "oracle":
        rule = case["rule"]
        return trials.rule_on_oracle(rule, case["gamma"], ROUNDS[rule], seed, factor=case["factor"])
    if trial == "real":
        return trials.rule_on_oracle("gentle", case["gamma"], ROUNDS["gentle"], seed, real=True)
    if trial == "varied":
        edges = (case["gamma"], 0.45)
        return trials.rule_on_oracle("capped", edges, ROUNDS["capped"], seed, factor=case["factor"])
    if trial == "stumps":
        rule = case["rule"]
        X, y = trials.two_class_sets()[data]
        return trials.rule_on_stumps(rule, X, y, STUMP_ROUNDS[rule], flip=case["flip"], seed=seed)
    if trial == "doubled":
        return {"doubled": trials.doubled_gain(case["gamma"], seed)}
    if trial == "errors":
        return trials.error_trial(case["gamma"], case["m"], seed)
    if trial == "dual":
        return trials.dual_gaps(case["kind"], case["m"], case["T"], seed)
    if trial == "race":
        return trials.race_of_guesses(case["gamma"], case["m"], seed)
    if trial == "after":
        return trials.next_correlation(case["rule"], AFTER_ROUNDS, seed, data)
    edges = 0.05 if trial == "even" else (-0.2, 0.4)
    return {"slack": trials.relative_slack(case["c"], LEMMA_ROUNDS, seed, data, edges)}
