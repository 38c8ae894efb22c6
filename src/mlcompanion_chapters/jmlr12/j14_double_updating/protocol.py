"""Zhao, Hoi and Jin (2011), section 5: the data, the nine learners and their one pass.

A kernel is computed once a data set; instances are then their own numbers, and the kernel of two
of them is looked up. So every permutation and every learner shares it.
"""

from functools import lru_cache

import numpy as np

from mlcompanion import datasets
from mlcompanion.kernels import rbf_kernel
from mlcompanion.online.kernel_learners import (
    MIRA,
    DoubleUpdatingClassifier,
    KernelALMA,
    KernelPA,
    KernelPerceptron,
    KernelROMMA,
    MulticlassKernelPerceptron,
    update_types,
)
from mlcompanion.online.learners import AROW

SIGMA = 8.0
BINARY = ["Perceptron", "ROMMA", "agg-ROMMA", "ALMA", "PA-I", "PA-II"]
MANY = ["Max", "Uniform", "Prop", "MIRA", "PA-I", "PA-II"]
DOUBLE = ["DUOL iter", "DUOL appr", "DUOL"]
C_GRID = (1, 5, 10, 20, 50, 100)
RHO_GRID = (0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.99)
RIVALS = ["PA-I", "PA-II", "DUOL iter", "DUOL appr", "random", "DUOL"]


def scaled(X):
    """Columns on [-1, 1]; a constant column becomes -1."""
    low = X.min(axis=0)
    width = X.max(axis=0) - low
    return 2 * (X - low) / np.where(width > 0, width, 1) - 1


def letters(sequences):
    """DNA as numbers 1 to 4, a letter that stands for several as their mean."""
    numbers = {"A": 1, "C": 2, "G": 3, "T": 4, "D": 8 / 3, "N": 2.5, "R": 2, "S": 2.5}
    return np.array([[numbers[letter] for letter in word] for word in sequences])


def prepared(name):
    """Features as the source's public files have them, and labels.

    Columns are on [-1, 1], but e-mail frequencies, marks of letters or of a mushroom's traits (0
    and 1), and grey values (0 to 1).
    """
    if name == "splice":  # an end of coding DNA, of either kind, against none
        splice = datasets.load_splice()
        return scaled(letters(splice.sequences)), (splice.target < 2).astype(int)
    if name == "dna":
        splice = datasets.load_splice()
        return splice.data, splice.target
    data = getattr(datasets, f"load_{'mnist_5k' if name == 'mnist' else name}")()
    if name in ("spambase", "mushroom"):
        return data.data, data.target
    if name == "mnist":
        return data.data / 255, data.target
    return scaled(data.data), data.target


@lru_cache(maxsize=1)
def gram_of(name):
    """Gram matrix of a data set and its labels."""
    X, y = prepared(name)
    return rbf_kernel(X, sigma=SIGMA), y


def looked_up(gram):
    """A kernel for instances that are numbers of rows of a Gram matrix."""

    def kernel(A, B):
        return gram[A[:, 0].astype(int)[:, None], B[:, 0].astype(int)]

    return {"kernel": kernel}


def double(kernel, C, name="DUOL", seed=0, rho=0.0):
    """Double updating, one of its variants, or with a partner at random."""
    solver = {"DUOL iter": "iter", "DUOL appr": "approx"}.get(name, "exact")
    selector = "random" if name == "random" else "conflict"
    return DoubleUpdatingClassifier(C, rho, solver, selector, **kernel, random_state=seed)


def learner(name, kernel, C, seed=0):
    """One of the learners of section 5 by its name."""
    simple = {
        "Perceptron": KernelPerceptron,
        "ROMMA": KernelROMMA,
        "agg-ROMMA": lambda **k: KernelROMMA(True, **k),
        "ALMA": KernelALMA,
        "Max": MulticlassKernelPerceptron,
        "Uniform": lambda **k: MulticlassKernelPerceptron("uniform", **k),
        "Prop": lambda **k: MulticlassKernelPerceptron("prop", **k),
        "MIRA": MIRA,
        "PA-I": lambda **k: KernelPA(C, **k),
        "PA-II": lambda **k: KernelPA(C, "squared_hinge", **k),
    }
    if name in simple:
        return simple[name](**kernel)
    return double(kernel, C, name, seed)


def order_of(y, seed, n=None):
    """A random order of the rows, or of n of them."""
    return np.random.default_rng(seed).permutation(len(y))[:n]


def one_pass(model, order, y):
    """A learner after one pass over rows that are told by their numbers."""
    return model.fit(order[:, None].astype(float), y[order])


def nine_learners(name, names, C, seed, n=None):
    """Mistakes in per cent and numbers of support vectors of nine learners on one order.

    Parameters
    ----------
    name : str
        Data set, as for :func:`prepared`.
    names : list of str
        Those of the six single updates; the three double ones follow.
    C : float
    seed : int
        Of the order.
    n : int, optional
        Rows; default all.

    Returns
    -------
    dict
        Lists ``mistakes`` and ``support``.
    """
    gram, y = gram_of(name)
    order = order_of(y, seed, n)
    models = [one_pass(learner(m, looked_up(gram), C), order, y) for m in names + DOUBLE]
    return {
        "mistakes": [100 * m.n_mistakes_ / len(order) for m in models],
        "support": [m.store_.size for m in models],
    }


def arow_mistakes(name, seeds, n=None):
    """Mistakes in per cent of AROW, which has no kernel, in one pass over each of some orders."""
    X, y = prepared(name)
    orders = [order_of(y, seed, n) for seed in seeds]
    return np.array(
        [100 * AROW().fit(X[order], y[order]).n_mistakes_ / len(order) for order in orders]
    )


def sweep_C(name, seed, n=None):
    """Mistakes in per cent for each C of the grid and each of six learners: Figure 3."""
    gram, y = gram_of(name)
    order = order_of(y, seed, n)
    return {
        "sweep": [
            [
                100
                * one_pass(learner(m, looked_up(gram), C, seed), order, y).n_mistakes_
                / len(order)
                for m in RIVALS
            ]
            for C in C_GRID
        ]
    }


def sweep_rho(name, seed, C=5.0):
    """Weak, strong and all double updates on mistakes, and mistakes, for each rho: Figure 4."""
    gram, y = gram_of(name)
    order = order_of(y, seed)
    found = {"weak": [], "strong": [], "doubles": [], "errors": []}
    for rho in RHO_GRID:
        model = one_pass(double(looked_up(gram), C, rho=rho), order, y)
        kinds = update_types(model.run_, C, rho)
        wrong = model.run_.margins <= 0
        found["weak"].append(int((kinds == "weak").sum()))
        found["strong"].append(int((kinds == "strong").sum()))
        found["doubles"].append(int((wrong & np.isfinite(model.run_.conflicts)).sum()))
        found["errors"].append(int(wrong.sum()))
    return found
