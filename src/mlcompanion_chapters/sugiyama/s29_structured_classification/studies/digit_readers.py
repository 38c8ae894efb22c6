"""Ten splits of digit strings: who reads them with fewest errors.

Settles context-helps, svm-context-helps, three-noises, no-context-no-gain, two-decodings and
margin-like-likelihood of sugiyama/29_structured_classification.
"""

import numpy as np

from mlcompanion.classification import SoftmaxRegression
from mlcompanion.classification.structured import LinearChainCRF, StructuredSVC
from mlcompanion_chapters.sugiyama.s29_structured_classification.digits import (
    RIDGE,
    Strings,
    both_sides,
    singles,
    wrong_labels,
    wrong_strings,
)

SETTINGS = {
    "clean": {"strength": 1.0, "noise": 0.0},
    "noisy": {"strength": 1.0, "noise": 0.5},
    "noisier": {"strength": 1.0, "noise": 1.0},
    "no context": {"strength": 0.0, "noise": 0.0},
}
PENALTIES = (0.01, 0.1, 1.0, 10.0)
SIZES = {
    "default": {"splits": 10, "sizes": (600, 400)},
    "paper": {"splits": 10, "sizes": (600, 400)},
}
SEARCH = {"tol": 1e-5, "max_iter": 5000}


def cases(splits, sizes):
    """Each setting and each split; the margins on clean strings."""
    kinds = (*SETTINGS, "margin")
    fields = {"train": sizes[0], "test": sizes[1]}
    return [{"kind": kind, "seed": seed, **fields} for kind in kinds for seed in range(splits)]


def run(case):
    """Errors of one split."""
    sizes = (case["train"], case["test"])
    kind = case["kind"]
    train, test = both_sides(case["seed"], sizes, **SETTINGS.get(kind, SETTINGS["clean"]))
    return margins(train, test, case["seed"]) if kind == "margin" else likelihoods(train, test)


def likelihoods(train, test):
    """The conditional random field, decoded in two ways, and logistic regression."""
    field = LinearChainCRF(RIDGE, **SEARCH).fit(*train)
    alone = SoftmaxRegression(RIDGE, fit_intercept=False, **SEARCH)
    alone.fit(np.concatenate(train.xs), np.concatenate(train.ys))
    path = field.predict(test.xs)
    best = field.predict_places(test.xs)
    by_itself = [alone.predict(x) for x in test.xs]
    return {
        "field": wrong_labels(path, test.ys),
        "alone": wrong_labels(by_itself, test.ys),
        "places": wrong_labels(best, test.ys),
        "field_strings": wrong_strings(path, test.ys),
        "places_strings": wrong_strings(best, test.ys),
        "alone_strings": wrong_strings(by_itself, test.ys),
        "converged": int(field.converged_) + int(alone.converged_),
    }


def margins(train, test, seed):
    """The structured machine and the multiclass one, each with its validated C."""
    structured, C, gap = validated(train, seed)
    multiclass, C_alone, gap_alone = validated(train, seed, alone=True)
    found = multiclass.predict(singles(test).xs)
    return {
        "struct": wrong_labels(structured.predict(test.xs), test.ys),
        "multi": wrong_labels(found, singles(test).ys),
        "C_struct": C,
        "C_multi": C_alone,
        "gap": max(gap, gap_alone),
    }


def validated(train, seed, alone=False):
    """The machine with the C that errs least on a quarter, fitted to all; its C and gap."""
    cut = 3 * len(train.xs) // 4
    parts = [Strings(train.xs[:cut], train.ys[:cut]), Strings(train.xs[cut:], train.ys[cut:])]
    whole = train
    if alone:
        parts = [singles(part) for part in parts]
        whole = singles(train)
    errors = []
    for C in PENALTIES:
        tried = machine(C, seed, alone).fit(*parts[0])
        errors.append(wrong_labels(tried.predict(parts[1].xs), parts[1].ys))
    C = PENALTIES[int(np.argmin(errors))]
    model = machine(C, seed, alone).fit(*whole)
    gap = 1 - model.dual_objective_ / model.primal_objective_
    return model, C, float(gap)


def machine(C, seed, alone):
    """A structured machine; alone, that of single digits."""
    return StructuredSVC(C, transitions=not alone, tol=5e-3, max_iter=20_000, random_state=seed)
