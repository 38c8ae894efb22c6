"""The walks of sections 7 and 8, and how far a reward is from fitting a basis.

The source's picture of the chain is lost, and with it what happens at the ends; four readings
stand here. The main one stays: the walk then is the lazy one of the path that the basis is of.
"""

import numpy as np
from scipy.optimize import linprog

from mlcompanion.rl import MRP
from mlcompanion.rl.td import faithful_process, laplacian_basis

__all__ = [
    "ENDS",
    "GAMMA",
    "PRINTED_BASIS",
    "PRINTED_REWARD",
    "TRUTH",
    "faithful_walk",
    "long_walk",
    "printed_walk",
    "rounded_misfit",
    "sup_misfit",
    "walk",
]

GAMMA = 0.95
#: Coefficients from which the main experiment's reward is made.
TRUTH = np.array([-2.0, 1.0, 1.5])
#: Section 7, to four decimals.
PRINTED_REWARD = np.array([0.6594, -0.3870, -0.9742, -0.9142, 0.9714])
PRINTED_BASIS = np.array(
    [
        [1, -0.6015, 0.5117],
        [1, -0.3717, -0.1954],
        [1, 0, -0.6325],
        [1, 0.3717, -0.1954],
        [1, 0.6015, 0.5117],
    ]
)
#: Where a step beyond the left end leads, of n states; beyond the right end, mirrored.
ENDS = {
    "stay": lambda n: 0,
    "turn back": lambda n: 1,
    "wrap around": lambda n: n - 1,
    "jump to the middle": lambda n: n // 2,
}


def walk(n=5, ends="stay"):
    """Moves of a walk on n states: left or right with equal chance."""
    P = np.zeros((n, n))
    inner = np.arange(n - 1)
    P[inner, inner + 1] = P[inner + 1, inner] = 0.5
    beyond = ENDS[ends](n)
    P[0, beyond] += 0.5
    P[n - 1, n - 1 - beyond] += 0.5
    return P


def faithful_walk(truth=TRUTH, gamma=GAMMA):
    """The walk of section 7 with a reward that fits (footnote 6), and its basis."""
    Phi = laplacian_basis(5, 3)
    return faithful_process(walk(), Phi, gamma, truth), Phi


def printed_walk():
    """The walk of section 7 with the printed reward of the state left, and its basis."""
    return MRP(walk(), PRINTED_REWARD), laplacian_basis(5, 3)


def long_walk():
    """The walk of section 8: 20 states, +1 on arriving at the first, -1 at the last."""
    r = np.zeros((20, 20))
    r[:, 0], r[:, -1] = 1.0, -1.0
    return MRP(walk(20), r)


def sup_misfit(values, Phi):
    """Least possible largest error of a linear fit, by linear programming."""
    n, m = Phi.shape
    ones = np.ones((n, 1))
    rows = np.block([[Phi, -ones], [-Phi, -ones]])
    found = linprog(np.eye(m + 1)[m], rows, np.r_[values, -values], bounds=(None, None))
    return found.fun


def rounded_misfit(ends):
    """The misfit that four decimals leave of a reward that did fit."""
    P, Phi = walk(ends=ends), laplacian_basis(5, 3)
    reward = np.round(faithful_process(P, Phi, GAMMA, TRUTH).expected_reward, 4)
    return sup_misfit(MRP(P, reward).value(GAMMA), PRINTED_BASIS)
