"""Units and origin change no answer: classifiers, bags of labels, strings, lines.

A density has the inverse of its data's unit; penalties and steps are converted. ``far_out`` says
how a table is read, and holds that each function of the rooms is in it.
"""

from types import SimpleNamespace

import numpy as np
from far_out import Case, dyadic, flat, free, reasons, tables
from test_bad_input import NAMES

from mlcompanion.probability import Normal
from mlcompanion.sequences import ChainFeatures

ROOMS = ("classification",)
F = SimpleNamespace(**NAMES["classification"])
RNG = np.random.default_rng(8)
N = 24
CODES = np.arange(N) % 3
X = dyadic(RNG.normal(size=(N, 2)) + CODES[:, None])
SCORES = dyadic(RNG.normal(size=(N, 3)))
SIGNS = np.where(CODES > 0, 1, -1)
DENSITIES = RNG.random((9, 3))
DECISIONS = np.arange(9) % 3
LOSS = np.array([[0.0, 1.0, 2.0], [0.5, 0.0, 1.0], [3.0, 1.0, 0.0]])
SHARES = DENSITIES / DENSITIES.sum(axis=1, keepdims=True)
FEATURES = ChainFeatures(2, 2)
#: Strings of one place: neighbours, whose features have no unit, have no share in them.
PLACES = [dyadic(RNG.normal(size=(1, 2)) + y) for y in (0, 1, 0, 1, 1)]
PLACED = [np.array([y]) for y in (0, 1, 0, 1, 0)]
STRINGS = [dyadic(RNG.normal(size=(m, 2))) for m in (3, 2, 4)]
NAMED = [np.array([0, 1, 1]), np.array([1, 0]), np.array([0, 0, 1, 0])]
LAWS = ((0.0, 1.0), (1.0, 0.25), (2.0, 1.0))


def laws(a, b):
    return [Normal(a + b * mean, b**2 * variance) for mean, variance in LAWS]


def chain(a, b):
    found = F.fit_chain_by_bound([b * x for x in PLACES], PLACED, 0.5 * b**2, max_iter=40, tol=1e-9)
    return flat(found.coef * b)


def strings(solve, C=1.0, **options):
    def call(a, b):
        found = solve(FEATURES, [b * x for x in PLACES], PLACED, C / b**2, **options)
        return flat(found.value * b**2, found.zeta * b)

    return Case(call, tol=1e-5)


def programme(a, b):
    found = F.marginal_program(FEATURES, [b * x for x in STRINGS], NAMED)
    inner = found.features[:, : 2 * 2]
    return flat(inner / b)


def lines(a, b):
    labels, normals, offsets = F.line_assignments(a + b * X[:7])
    sides = np.sign((a + b * X[:7]) @ normals.T + offsets)
    order = np.lexsort(labels.T)
    return flat(labels[order], sides.T[order] - labels[order])


def best(a, b):
    found = F.zero_one_lines(a + b * X[:9], SIGNS[:9])
    return flat(found.errors, found.labels[np.lexsort(found.labels.T)])


def drawn(a, b):
    x, y = F.sample_joint([0.3, 0.3, 0.4], laws(a, b), 20, random_state=0)
    return flat((np.ravel(x) - a) / b, y)


def ascended(a, b):
    W, n_iter = F.stochastic_ascent(
        b * X, np.eye(3)[CODES], step=0.1 / b**2, lam=0.01 * b**2, tol=1e-3 / b, max_iter=60,
        start=np.zeros((2, 3)), random_state=0,
    )  # fmt: skip
    return flat(W * b, n_iter)


def refused(a, b, kind):
    bags = np.eye(3, dtype=bool)[CODES] | np.eye(3, dtype=bool)[(CODES + 1) % 3]
    return F.refusal_curve(a + b * SCORES, bags, CODES, [0.25, 0.5, 1.0], kind)


CASES = {
    "bayes_rule": Case(lambda a, b: F.bayes_rule(SHARES, b * LOSS)),
    "conditional_risk": Case(lambda a, b: F.conditional_risk(SHARES, b * LOSS) / b),
    "confusion_rates": Case(
        lambda a, b: F.confusion_rates(DENSITIES / b, DECISIONS, np.full(9, 0.1) * b)
    ),
    "decision_intervals": free(1e-7, 1e-7)(
        lambda a, b: (
            F.decision_intervals(lambda x: ((x - a) / b > 0.3).astype(int), a - b, a + 2 * b)[0] - a
        )
        / b
    ),
    "interval_rates": free(far=1e-8)(
        lambda a, b: F.interval_rates(
            laws(a, b), a + b * np.array([-9.0, 0.5, 1.5, 9.0]), [0, 1, 2]
        )
    ),
    "total_risk": Case(lambda a, b: F.total_risk(SHARES[:3], [0.3, 0.3, 0.4], b * LOSS) / b),
    "sample_joint": free()(drawn),
    "clip_and_normalize": Case(lambda a, b: F.clip_and_normalize(b * (DENSITIES - 0.2))),
    "fda_leave_one_out": free(1e-9, 1e-8)(
        lambda a, b: F.fda_leave_one_out(a + b * X, CODES)
        - F.fda_leave_one_out(a + b * X, CODES)[:, :1]
    ),
    "fda_leave_one_out, ridge": free(1e-9, 1e-8)(
        lambda a, b: np.diff(F.fda_leave_one_out(a + b * X, CODES, ridge=0.1 * b**2))
    ),
    "fda_leave_one_out, one column": Case(
        lambda a, b: np.diff(F.fda_leave_one_out(X * [1, b], CODES)), tol=1e-9
    ),
    "fda_leave_one_out, unbiased": free(1e-9, 1e-8)(
        lambda a, b: np.diff(F.fda_leave_one_out(a + b * X, CODES, unbiased=True))
    ),
    "fit_chain_by_bound": Case(chain, tol=1e-7),
    "knn_error_rates": free()(
        lambda a, b: F.knn_error_rates(a + b * X, CODES, [1, 3, 5], random_state=0)
    ),
    "line_assignments": free()(lines),
    "zero_one_lines": free()(best),
    "line_assignments, one column": Case(
        lambda a, b: np.unique(F.line_assignments(X[:7] * [1, b])[0], axis=0)
    ),
    "log_sum_exp": Case(lambda a, b: F.log_sum_exp(a + X) - a, "origin"),
    "marginal_dual": strings(lambda *case, **options: F.marginal_dual(*case, **options)),
    "marginal_program": Case(programme),
    "string_dual": strings(lambda *case, **options: F.string_dual(*case, **options)),
    "string_primal": strings(lambda *case, **options: F.string_primal(*case, **options)),
    "refusal_curve": free()(lambda a, b: refused(a, b, "relative")),
    "refusal_curve, within the bag": free()(lambda a, b: refused(a, b, "constrained")),
    "refusal_curve, largest": free()(lambda a, b: refused(a, b, "max")),
    "stochastic_ascent": Case(ascended),
}  # fmt: skip

EXCUSED = reasons(
    {
        "shares between 0 and 1": "em_class_prior reject_curve",
        "labels alone": "label_strings",
        "a margin of 1 is in the loss, and the rule mixes scores with it": """partial_loss
            partial_loss_gradient hybrid_scores""",
    }
)

test_listed, test_far_out = tables(ROOMS, CASES, EXCUSED)
