"""Small structured machines solved four ways: what the factored dual may and may not leave out."""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.classification.structured import (
    MarginProgram,
    label_strings,
    marginal_program,
    string_dual,
    string_primal,
)
from mlcompanion.sequences import ChainFeatures
from mlcompanion_chapters.checks.programmes import reference_program

FEATURES = ChainFeatures(3, 2, first_pair=True)
CENTRES = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
C = 1.0
TOL = 1e-10


def random_problem(n, m, seed):
    """Random labels, normal inputs around a centre for each label.

    With inputs that know nothing of the labels the best weights are 0, and nothing is compared.
    """
    rng = np.random.default_rng(seed)
    ys = [rng.integers(3, size=m) for _ in range(n)]
    xs = [CENTRES[y] + rng.normal(size=(m, 2)) for y in ys]
    return xs, ys


def relative(a, b):
    """Distance of two solutions in the size of the first."""
    return float(np.linalg.norm(np.subtract(a, b)) / np.linalg.norm(a))


def string_case(seed, penalty, n=6, m=3):
    """Primal and dual over all strings, for the printed loss; and the dual for the other loss."""
    case = random_problem(n, m, seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # rounding: the values are compared
        primal = string_primal(FEATURES, *case, penalty, loss="string", tol=TOL)
        dual = string_dual(FEATURES, *case, penalty, loss="string", tol=TOL)
        other = string_dual(FEATURES, *case, penalty, tol=TOL)
    return {
        "value_err": abs(primal.value - dual.value) / primal.value,
        "zeta_err": relative(primal.zeta, dual.zeta),
        "opt_diff": abs(other.value - dual.value) / dual.value,
        "length": float(np.linalg.norm(primal.zeta)),
    }


def two_weightings():
    """Two weightings of strings with the same marginals (claim factored-loss)."""
    strings = label_strings(2, 3)
    weights = np.zeros((2, 8))
    for row, chosen in enumerate((("111", "212"), ("112", "211"))):
        for string in chosen:
            place = (strings == [int(s) - 1 for s in string]).all(axis=1)
            weights[row, place] = 0.5
    single = [[w[strings[:, k] == s].sum() for k in range(3) for s in (0, 1)] for w in weights]
    pairs = [
        [w[(strings[:, k] == r) & (strings[:, k + 1] == s)].sum()
         for k in (0, 1) for r in (0, 1) for s in (0, 1)]
        for w in weights
    ]  # fmt: skip
    wrong = strings.sum(axis=1)
    return {
        "marg_diff": float(max(np.ptp(single, axis=0).max(), np.ptp(pairs, axis=0).max())),
        "loss_diff": float(np.diff(weights @ (wrong > 0))[0]),
        "ham_diff": float(np.diff(weights @ wrong)[0]),
    }


def single_marginals(alpha, m):
    """Marginals of single labels from the weights of all strings, shape (m, 3)."""
    strings = label_strings(3, m)
    return np.array([[alpha[strings[:, k] == s].sum() for s in range(3)] for k in range(m)])


def rows_of(m):
    """Places of the equations of one string: the sum, then by the earlier, then by the later."""
    steps = 3 * (m - 1)
    return slice(0, 1), slice(1, 1 + steps), slice(1 + steps, 1 + 2 * steps)


def changed(program, m, equations, sides):
    """The program with other equations, the same for every sample."""
    n = len(program.lengths)
    return program._replace(A=np.kron(np.eye(n), equations), b=np.tile(sides, n))


def one_sided(program, m):
    """Only the printed sums of pairs, over the earlier label; singles sum to C at each place."""
    own = program.A[: 1 + 6 * (m - 1), : program.lengths[0]]
    totals = np.zeros((m, own.shape[1]))
    for k in range(m):
        totals[k, 3 * k : 3 * k + 3] = 1
    _, earlier, _ = rows_of(m)
    return changed(program, m, np.vstack([totals, own[earlier]]),
                   np.append(np.full(m, C), np.zeros(3 * (m - 1))))  # fmt: skip


def held_even(program, m):
    """All single marginals held at C/c, which the printed sum forces."""
    own = program.A[: 1 + 6 * (m - 1), : program.lengths[0]]
    _, earlier, later = rows_of(m)
    held = np.eye(3 * m, own.shape[1])
    # once the singles are held, the last sum of each step follows from the others
    kept = np.arange(3 * (m - 1)) % 3 < 2
    equations = np.vstack([held, own[earlier], own[later][kept]])
    return changed(program, m, equations, np.append(np.full(3 * m, C / 3), np.zeros(5 * (m - 1))))


def value_of(program: MarginProgram, tol=TOL):
    """The optimum of a dual in marginals."""
    n = len(program.losses)
    linear = -program.losses - program.features @ program.origin
    F = program.features @ program.features.T
    found = reference_program(F, linear, -np.eye(n), np.zeros(n), program.A, program.b, tol=tol)
    zeta = program.origin - found.x @ program.features
    return float(program.losses @ found.x - 0.5 * zeta @ zeta), zeta


def factored_case(seed, m, n=5):
    """Full and factored dual, and what the printed constraints make of it."""
    xs, ys = random_problem(n, m, 100 + seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        full = string_dual(FEATURES, xs, ys, C, tol=TOL)
    program = marginal_program(FEATURES, xs, ys, C)
    value, zeta = value_of(program)
    single = np.array([single_marginals(alpha, m) for alpha in full.unknowns])
    deviations = abs(3 * single - C)
    return {
        "value_err": abs(full.value - value) / full.value,
        "zeta_err": relative(full.zeta, zeta),
        "ratio": n * 3**m / len(program.losses),
        "excess": value_of(one_sided(program, m))[0] / full.value - 1,
        "sum_err": float(abs(single.sum(axis=2) - C).max()),
        "printed_dev": float(np.median(deviations)),
        "loss": 1 - value_of(held_even(program, m))[0] / full.value,
    }
