"""Units and origin change no answer: machines of kernels, and what combines kernels.

A kernel has the square of its inputs' unit; bounds and penalties are converted. ``far_out`` says
how a table is read, and holds that each function of the room is in it.
"""

from types import SimpleNamespace

import numpy as np
from far_out import Case, dyadic, flat, free, reasons, tables
from test_bad_input import NAMES

ROOMS = ("kernel_methods",)
F = SimpleNamespace(**NAMES["kernel_methods"])
RNG = np.random.default_rng(3)
N = 16
Y = np.where(np.arange(N) % 2, 1.0, -1.0)
Z = dyadic(RNG.normal(size=(3, N, 2)) + 0.4 * Y[:, None])
KS = Z @ Z.transpose(0, 2, 1)
CLASSES = np.arange(N) % 3
CLICKS = RNG.integers(0, 4, size=(6, 9)).astype(float)
A = Z[0] @ Z[1].T + Z[1] @ Z[0].T
L = np.diag(np.full(N, 2.0)) - np.eye(N, k=1) - np.eye(N, k=-1)
PAIRS = F.pairwise_constraints(CLASSES, 10, random_state=0)
FIRST = [[0, 1], [2, 5]]
G = np.array([1.0, -0.5, 2.0] + [0.3] * (N - 3))
V = np.array([[0.5, -1.0, 0.2], [0.1, 0.4, -0.3], [0.0, 0.0, 0.1]])
BASE = np.abs(KS[2])


def near(a):
    """A Gram matrix holds the square of the origin: half of the digits are left at 1e3."""
    return a / 1e3


def stack(a, b, parts=slice(None)):
    """Linear kernels of inputs that were moved."""
    moved = near(a) + b * Z[parts]
    return moved @ moved.transpose(0, 2, 1)


def aligned(rule, words="units"):
    return Case(lambda a, b: F.alignment_weights(stack(a, b), Y, rule), words, 1e-9, 1e-6)


def search_of(found, b):
    """A search over weights, whose objective has the unit of one over a kernel."""
    return flat(found.weights, found.objective * b**2)


def planes(a, b):
    found = F.cutting_planes(b**2 * KS, Y, C=0.5 / b**2, tol=1e-5)
    return flat(found.objective * b**2, found.bounds[-1] * b**2)


def ascent(a, b):
    weights, alignments = F.alignment_ascent(stack(a, b), Y, n_steps=20)
    return flat(weights, alignments)


def boosted(a, b):
    weights, losses = F.boosted_kernel(b**2 * KS, Y, n_rounds=4)
    return flat(weights * b**2, losses)


def moved_gates(gate):
    def call(a, b):
        W = V / b
        W[:, -1] = V[:, -1] - a / b * V[:, :-1].sum(axis=1)
        return F.gates(W, a + b * Z[0], gate)

    return call


def machine(kind):
    """Optimum between the dual and the bound: the climb is as close as it is asked to come."""

    def call(a, b):
        K = b**2 * (KS.sum(axis=0) + np.eye(N))
        found = F.solve_msvm(K, CLASSES, F.settings(kind, 3), 0.1 * b**2, tol=0.9999)
        return flat(found.dual, found.bound)

    return Case(call, tol=2e-4)


def eigenpairs(a, b):
    values, vectors = F.positive_eigenpairs(b * A, 2)
    return flat(values / b, abs(vectors))


def npkl(a, b):
    problem = F.pair_problem(b * L, PAIRS, loss="square_hinge", C=0.5 * b)
    return problem.kernel(np.full(len(problem.patterns), 0.5 * b)).dense()


def retargeted(rule):
    def call(a, b):
        found = F.retargeted_least_squares(b * Z[0], Y, b**2, rule, tol=1e-6 / b)
        return flat(found.theta * b, found.history, found.n_iter)

    return Case(call)


def logistic(a, b):
    weights, losses = F.boosted_kernel(b**2 * KS, Y, n_rounds=4, loss="logistic")
    return flat(weights * b**2, losses)


CASES = {
    "alignment_ascent": Case(ascent, tol=1e-9),
    "alignment_weights": aligned("ratio"),
    "alignment_weights, conic": aligned("conic"),
    "alignment_weights, centred": aligned("centered_linear", "units origin"),
    "alignment_weights, centred and conic": aligned("centered_conic", "units origin"),
    "boosted_kernel": Case(boosted, tol=1e-6),  # its line search stops at a share of its interval
    "boosted_kernel, logistic": Case(logistic, tol=1e-6),
    "click_query_kernel": free(1e-9)(
        lambda a, b: F.click_query_kernel(abs(a) + b * CLICKS)
    ),
    "click_query_kernel, shares": Case(
        lambda a, b: F.click_query_kernel(b * CLICKS, "jensen-shannon")
    ),
    "click_query_kernel, pages": Case(
        lambda a, b: F.click_query_kernel(b * CLICKS, "jaccard")
    ),
    "closed_form_kernel": Case(lambda a, b: F.closed_form_kernel(b * A).dense()),
    "closed_form_kernel, trace": Case(
        lambda a, b: F.closed_form_kernel(b * A, 1.0, 2.0).dense()
    ),
    "closed_form_kernel, penalty": Case(
        lambda a, b: F.closed_form_kernel(b * A, 2.0, penalty=0.3 * b).dense()
    ),
    "cosine_kernel": Case(lambda a, b: F.cosine_kernel(b * CLICKS, CLICKS[:2])),
    "cutting_planes": Case(planes, tol=2e-5),  # as close as it is asked to come
    "difference_kernel": Case(
        lambda a, b: F.difference_kernel(b * KS[0], b * KS[1], tau=0.1 / b) / b
    ),
    "difference_kernel, signed": Case(
        lambda a, b: F.difference_kernel(b * KS[0], b * KS[1], Y, form="signed") / b
    ),
    "error_weights": Case(lambda a, b: F.error_weights(b * np.array([1.0, 3.0, 0.5]))),
    "feature_scales": Case(
        lambda a, b: F.feature_scales(a + b * Z[0], Y, max_iter=5).weights, "origin"
    ),
    "feature_space_measure": free(1e-9, 1e-6)(
        lambda a, b: F.feature_space_measure(stack(a, b)[0], Y)
    ),
    "gated_kernel": Case(
        lambda a, b: F.gated_kernel(b**2 * KS, F.gates(V, Z[0])) / b**2
    ),
    "gates": free(1e-11, 1e-8)(moved_gates("softmax")),
    "gates, sigmoid": free(1e-11, 1e-8)(moved_gates("sigmoid")),
    "group_lasso_weights": Case(
        lambda a, b: F.group_lasso_weights(b * np.array([0.5, 2.0, 1.0]), 2.0)
    ),
    "kandola_weights": Case(
        lambda a, b: F.kandola_weights(b * KS, Y, 3.0 * b**2) * b, tol=1e-9
    ),
    "lp_dual": Case(
        lambda a, b: F.lp_dual(b**2 * KS, Y, np.ones(N) / b**2, 2.0) * b**2
    ),
    "pair_problem": Case(npkl),
    "pairwise_kernel": Case(lambda a, b: F.pairwise_kernel(b * KS[0], FIRST) / b**2),
    "positive_eigenpairs": Case(eigenpairs),
    "preference_gram": Case(
        lambda a, b: (
            F.preference_gram(b * KS[0], KS[1], BASE, [[0, 1, 2], [3, 2, 1]]) / b
        )
    ),
    "prior_weights": Case(
        lambda a, b: search_of(
            F.prior_weights(
                b**2 * KS, Y, np.array([1.0, 2.0, 0.5]) / b**2, C=0.5 / b**2, tol=1e-10
            ),
            b,
        ),
        tol=1e-4,  # the objective is flat where it ends
    ),
    "retargeted_least_squares": retargeted("squared_hinge"),
    "retargeted_least_squares, ramp": retargeted("squared_ramp"),
    "s_kernel": Case(
        lambda a, b: (
            F.s_kernel(b * G, b * KS[0], b * KS[1], (1.0, 0.5 / b**2, 0.1 / b**4))
            / b**2
        )
    ),
    "select_active": Case(
        lambda a, b: F.select_active(b * KS[0], PAIRS, 0.5).toarray()
    ),
    "slacks_msvm2": Case(lambda a, b: F.slacks_msvm2(b * Z[0]) / b),
    "solve_msvm": machine("WW"),
    "solve_msvm, LLW": machine("LLW"),
    "solve_msvm, CS": machine("CS"),
    "solve_msvm, MSVM2": machine("MSVM2"),
    "sum_s_kernel": Case(
        lambda a, b: F.sum_s_kernel(b * G, [b * KS[0]], [KS[1]], [0.5]) / b**3
    ),
    "view_kernels": Case(lambda a, b: F.view_kernels([b * Z[0], b * Z[1]])),
    "view_kernels, gaussian": Case(
        lambda a, b: F.view_kernels([a + Z[0], a + Z[1]], kernel="gaussian"), "origin"
    ),
    "weighted_kernel": Case(lambda a, b: F.weighted_kernel(b * KS, [1.0, 2.0, 0.0]) / b),
}  # fmt: skip

EXCUSED = reasons(
    {
        "shares between 0 and 1": "accuracy_weights correlation_weights rand_accuracy",
        "of labels, indices and counts": """pairs_matrix pairs_of_labels pairwise_constraints
            preference_pairs rank_bound settings""",
        "its target is the labels' outer product, of ones": "label_divergence",
        "margins are measured against 1": "machine_losses",
    }
)

test_listed, test_far_out = tables(ROOMS, CASES, EXCUSED)
