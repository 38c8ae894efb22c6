"""Latent conditional likelihood, fitted by five methods: value on test points along each run.

Section 2.4.3: no regularization, features and a constant, 90 % of the samples to learn from; a run
ends where value or parameters change by less than 1e-6.
"""

import warnings
from contextlib import suppress
from time import process_time

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits

from .clocked import METHODS
from .tables import in_span, logistic_problem, table

__all__ = ["SETS", "latent_split", "test_run"]

#: Table 2.5, in its order.
SETS = ("ionosphere", "bupa", "hepatitis", "wine", "srbct")
START = 0.1  # size of the random starts
CHANGE = 1e-6


class _Settled(Exception):
    """Value or parameters have stopped changing."""


def latent_split(name, n_hidden, split):
    """The problem on nine tenths of the samples, and the one on the last tenth.

    Genes are turned into the span of the samples that are learnt from.
    """
    X, codes = table(name)
    order = np.random.default_rng(split).permutation(len(X))
    cut = round(0.9 * len(X))
    learn = order[:cut]
    tested = order[cut:]
    if name == "srbct":
        X = in_span(X, X[learn])
    n_classes = int(codes.max()) + 1
    problems = []
    for rows in (learn, tested):
        problem = logistic_problem(X[rows], codes[rows], 0.0, n_hidden=n_hidden)
        problem.n_states = n_classes * n_hidden  # a small test set may lack a class
        problems.append(problem)
    return problems


class _Path:
    """Watches a run: processor seconds without its own, and test values."""

    def __init__(self, learn, tested):
        self.learn = learn
        self.tested = tested
        self.seconds = []
        self.values = []
        self.last = None
        self.paused = process_time()

    def __call__(self, w):
        now = process_time()
        before = self.seconds[-1] if self.seconds else 0.0
        self.seconds.append(before + now - self.paused)
        value = self.learn.value_and_gradient(w)[0]
        self.values.append(-self.tested.value_and_gradient(w)[0])
        settled = self.last is not None and (
            abs(value - self.last[0]) < CHANGE or abs(w - self.last[1]).max() < CHANGE
        )
        self.last = (value, w.copy())
        self.paused = process_time()
        if settled:
            raise _Settled


def test_run(problems, method, start_seed, most):
    """Run a method from a random start near 0.

    Returns
    -------
    seconds, values : ndarray
        At the start and after each step; the log-likelihood of the test points, their sum.
    fit : float
        Log-likelihood of the samples that were learnt from, at the end.
    settled : bool
        Whether it stopped changing before ``most`` steps.
    """
    learn, tested = problems
    size = learn.n_states * learn.Phi.shape[1]
    start = START * np.random.default_rng(start_seed).normal(size=size)
    path = _Path(learn, tested)
    settled = True
    with warnings.catch_warnings(), threadpool_limits(1), suppress(_Settled):
        warnings.simplefilter("ignore", ConvergenceWarning)
        METHODS[method](learn, start, tol=0.0, max_iter=most, callback=path)
        settled = False
    return np.array(path.seconds), np.array(path.values), -path.last[0], settled
