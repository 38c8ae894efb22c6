"""The protocol of Melacci and Belkin (2011), section 6: data sets, splits and stopping rules.

Twelve splits into labelled, unlabelled, validation and test points; a split becomes a problem with
the Gram matrix and the Laplacian of its training points, as for Tables 3 to 8.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from sklearn.datasets import load_digits

from mlcompanion.datasets import load_mnist_5k, make_g50c, semi_supervised_splits
from mlcompanion.kernels import gram
from mlcompanion.manifold import (
    LapProblem,
    MixedCheck,
    StabilityCheck,
    ValidationCheck,
    check_interval,
    pcg_steps,
)
from mlcompanion.manifold.laplacian import graph_laplacian

__all__ = [
    "LaplacianTask",
    "errors_along",
    "g50c_task",
    "laplacian_tasks",
    "percent_wrong",
    "settled",
    "split_problem",
    "splits_of",
    "stop_together",
    "stopping_rules",
    "supervised",
    "training_seconds",
    "tuned",
]


#: The names of the three stopping rules.
CHECKS = ("stability", "validation", "mixed")


class LaplacianTask(NamedTuple):
    """A data set with the kernel, the graph and the weights of Tables 9 and 10.

    Attributes
    ----------
    X : ndarray, shape (n_samples, n_features)
    y : ndarray of int, shape (n_samples,)
        Classes 0 and 1.
    n_labeled : int
        Labelled points of a split, and as many for validation.
    kernel : dict
        Arguments of :func:`~mlcompanion.kernels.gram`.
    n_neighbors, degree : int
        Neighbours of the graph, power of its normalized Laplacian.
    gamma_A, gamma_I : float
    stands_for : str
        The source's data set, if this is another one; else empty.
    """

    X: np.ndarray
    y: np.ndarray
    n_labeled: int
    kernel: dict
    n_neighbors: int
    degree: int
    gamma_A: float
    gamma_I: float
    stands_for: str = ""


def g50c_task(random_state=0):
    """G50C drawn afresh from its definition: 550 points, 50 attributes, Bayes error 5 %."""
    X, y = make_g50c(550, random_state=random_state)
    return LaplacianTask(X, y, 50, {"kernel": "rbf", "sigma": 17.5}, 50, 5, 0.1, 10.0)


def laplacian_tasks():
    """The three data sets of the chapter, by name: G50C, and two that stand in for the source's.

    Returns
    -------
    dict of LaplacianTask
        ``"digits"``: scikit-learn's 8 x 8 digits, 0-4 against 5-9, for USPST(B);
        ``"3 against 8"``: 1,000 images of MNIST, unit length, for MNIST3VS8.
    """
    digits = load_digits()
    mnist = load_mnist_5k()
    chosen = np.isin(mnist.target, (3, 8))
    images = mnist.data[chosen] / np.linalg.norm(mnist.data[chosen], axis=1, keepdims=True)
    return {
        "G50C": g50c_task(),
        "digits": LaplacianTask(
            digits.data / 16, (digits.target > 4).astype(int), 50,
            {"kernel": "rbf", "sigma": 1.0}, 10, 2, 1e-6, 1.0, "USPST(B)",
        ),
        "3 against 8": LaplacianTask(
            images, (mnist.target[chosen] == 8).astype(int), 80,
            {"kernel": "poly", "degree": 9}, 20, 3, 1e-6, 0.1, "MNIST3VS8",
        ),
    }  # fmt: skip


def splits_of(task, random_state=0):
    """The 12 splits of section 6.2, four folds three times, as index arrays."""
    size = task.n_labeled
    return list(semi_supervised_splits(task.y, size, size, random_state=random_state))


def split_problem(task, split):
    """One split as a problem, its labelled points first.

    Parameters
    ----------
    task : LaplacianTask
    split : (labeled, unlabeled, validation, test), arrays of int

    Returns
    -------
    problem : LapProblem
        Without intercept, as the normalized Laplacian asks.
    validation, test : (ndarray of shape (v, n), ndarray of shape (v,))
        Kernel rows against the training points, and labels -1 or 1.

    Notes
    -----
    Cost: O(n^2 n_features).
    """
    labeled, unlabeled, validation, test = split
    train = np.concatenate([labeled, unlabeled])
    y = 2.0 * task.y - 1
    X = task.X[train]
    problem = LapProblem(
        gram(X, **task.kernel),
        graph_laplacian(X, task.n_neighbors, normalized=True),
        np.where(np.arange(len(train)) < len(labeled), y[train], 0),
        task.gamma_A,
        task.gamma_I,
        task.degree,
        fit_intercept=False,
    )
    rows = [(gram(task.X[part], X, **task.kernel), y[part]) for part in (validation, test)]
    return problem, *rows


def supervised(problem):
    """The problem of the labelled points alone, which stand first: no graph."""
    n = int(problem.labeled.sum())
    K = problem.K[:n, :n]
    L = problem.L[:n, :n]
    return replace(problem, K=K, L=L, y=problem.y[:n], gamma_I=0.0)


def stopping_rules(problem, validation):
    """Fresh rules ``"stability"``, ``"validation"`` and ``"mixed"`` for one run each."""
    theta = check_interval(len(problem.y))
    unlabeled = problem.y == 0
    return {
        "stability": StabilityCheck(unlabeled, theta),
        "validation": ValidationCheck(*validation, theta),
        "mixed": MixedCheck(StabilityCheck(unlabeled, theta), ValidationCheck(*validation, theta)),
    }


def stop_together(machines, percent=0.75):
    """Stop the machines of several classes by one stability check of the class that wins.

    Parameters
    ----------
    machines : list of LapProblem
        One for each class, on the same points.
    percent : float
        The runs end when fewer than this percentage of the unlabelled points changed their class
        between two checks, half a square root of n iterations apart.

    Returns
    -------
    list of PCGState
        The machines' states at the stop.
    """
    theta = check_interval(len(machines[0].y))
    old = None
    unlabeled = machines[0].y == 0
    for states in zip(*(pcg_steps(problem) for problem in machines)):
        if states[0].t == 0 or states[0].t % theta:
            continue
        classes = np.argmax([state.f[unlabeled] for state in states], axis=0)
        if old is not None and 100 * np.mean(classes != old) < percent:
            break
        old = classes
    return list(states)


def percent_wrong(solution, rows):
    """Percent of wrong decisions on ``rows``, the kernel rows and labels of some points.

    A solution of fewer points than the rows have columns belongs to the first of them.
    """
    K, y = rows
    scores = K[:, : len(solution.alpha)] @ solution.alpha + solution.b
    return 100 * float(np.mean((scores > 0) != (y > 0)))


def errors_along(K, truth, path):
    """Share of wrong decisions after each iteration.

    Parameters
    ----------
    K : ndarray, shape (m, n)
        Kernel rows of the points that are judged, against the training points.
    truth : array_like, shape (m,)
        Positive where the point's class is.
    path : list of (b, alpha)

    Returns
    -------
    ndarray, shape (len(path),)

    Notes
    -----
    Cost: O(m n) an iteration.
    """
    scores = np.array([b for b, _ in path]) + K @ np.array([a for _, a in path]).T
    return ((scores > 0) != (np.asarray(truth) > 0)[:, None]).mean(axis=0)


def settled(errors, level):
    """First iteration from which on the errors never again exceed ``level``."""
    above = np.flatnonzero(np.asarray(errors) > level)
    return int(above[-1]) + 1 if len(above) else 0


def tuned(study, name, method):
    """What a method reaches at the weights that validation chooses, from the stored protocol.

    One pair of weights serves all splits, as in Tables 9 and 10: the first of those with the
    fewest wrong decisions on all validation sets together.

    Parameters
    ----------
    study : StoredStudy
        ``lapsvm_protocol``.
    name : str
        Data set, a key of the study's ``SETS``.
    method : str
        ``"SVM"``, ``"RLSC"``, ``"LapRLSC"``, ``"dual"``, ``"Newton"``, ``"stability"``,
        ``"validation"`` or ``"mixed"``.

    Returns
    -------
    error : float
        Mean test error over the splits, in percent.
    k_over_n : float
        Mean number of steps (for several classes, of one class's machine) over training points.

    Raises
    ------
    ValueError
        If the study holds no such rows.
    """
    chosen = {"set": name, "method": method}
    best = study.column("wrong_val", **chosen).sum(axis=0).argmin()
    wrong = study.column("wrong_test", **chosen)[:, best]
    steps = study.column("steps", **chosen)[:, best]
    n_test, n = (study.column(size, **chosen) for size in ("n_test", "n"))
    return 100 * float(np.mean(wrong / n_test)), float(np.mean(steps / n))


class TrainingSeconds(NamedTuple):
    """Mean training times on one data set, as :func:`training_seconds` reads them.

    Attributes
    ----------
    n : int
        Training points.
    dual, newton, early : float
        Seconds of the dual, of Newton's method and of the conjugate gradients.
    check : str
        The check at which the conjugate gradients stop: the most accurate of the three.
    steps : (float, float)
        Fewest and most Newton steps of a split, the mean over its machines.
    """

    n: int
    dual: float
    newton: float
    early: float
    check: str
    steps: tuple[float, float]


def training_seconds(study):
    """Training times of Table 3 from the stored study, for each data set.

    Parameters
    ----------
    study : StoredStudy
        ``lapsvm_cost``.

    Returns
    -------
    dict of TrainingSeconds
        By data set, in order of the number of training points. The source shows in Table 3 the
        check with the least test error; of equals, here the first.
    """
    names = dict.fromkeys(str(name) for name in study.column("set", kind="training"))
    found = {name: _seconds_on(study, name) for name in names}
    return dict(sorted(found.items(), key=lambda item: item[1].n))


def _seconds_on(study, name):
    def mean(column, method):
        return float(study.column(column, set=name, method=method).mean())

    check = min(CHECKS, key=lambda rule: mean("wrong_test", rule))
    seconds = (mean("train_s", method) for method in ("dual", "Newton", check))
    where = {"set": name, "method": "Newton"}
    each = study.column("steps", **where) / study.column("machines", **where)
    steps = float(each.min()), float(each.max())
    return TrainingSeconds(int(study.column("n_train", set=name)[0]), *seconds, check, steps)
