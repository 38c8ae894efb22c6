"""The controlled experiments of Cour, Sapp and Taskar (2011), section 7, and those of section 8.

Their faces cannot be had: MNIST digits on 50 principal components stand in for the ten people, and
letters, whose 16 features and their products are brought to 50 components, for larger casts. Errors
are shares of wrong labels. Every trial draws its images, its halves and its bags from its seed.
"""

from functools import lru_cache

import numpy as np

from mlcompanion._validation import check_rng
from mlcompanion.classification import (
    DiscriminativeEM,
    GaussianModel1,
    PartialLabelBoost,
    PartialLabelKNN,
    PartialLabelSVM,
    refusal_curve,
)
from mlcompanion.datasets import (
    load_abalone,
    load_dermatology,
    load_ecoli,
    load_letter,
    load_mnist_5k,
    make_bags,
    make_casts,
)

__all__ = [
    "CONFIDENCES",
    "boosting_trial",
    "chance_error",
    "dimension_trial",
    "draw_images",
    "em_setting_trial",
    "em_trial",
    "epsilon_trial",
    "refusal_trial",
    "series_trial",
    "share_trial",
    "size_trial",
    "table",
    "variant_trial",
]

#: Ways to tell how sure a prediction is.
CONFIDENCES = ("max", "relative", "constrained", "hybrid")
_K = 5


@lru_cache
def table(name):
    """Features and labels 0, 1, ... of a whole data set; a classical table is standardised."""
    load = {
        "mnist": load_mnist_5k,
        "letter": load_letter,
        "dermatology": load_dermatology,
        "ecoli": load_ecoli,
        "abalone": load_abalone,
    }
    bunch = load[name]()
    X = np.asarray(bunch.data, dtype=float)
    y = np.unique(bunch.target, return_inverse=True)[1]
    if name == "abalone":  # the eighth feature
        X = np.column_stack([X, np.select([bunch.sex == "M", bunch.sex == "F"], [1.0, -1.0])])
    if name == "letter":
        X = (X - X.mean(axis=0)) / X.std(axis=0)
        first, second = np.triu_indices(X.shape[1])
        X = np.column_stack([X, X[:, first] * X[:, second]])
    elif name != "mnist":
        spread = X.std(axis=0)
        X = (X - X.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    return X, y


def _components(X, d):
    """Coordinates on the first principal components, scaled by one number."""
    X = X - X.mean(axis=0)
    gram = X.T @ X if X.shape[1] <= len(X) else X @ X.T
    values, vectors = np.linalg.eigh(gram)
    top = vectors[:, ::-1][:, :d]
    if X.shape[1] > len(X):  # then they are eigenvectors of the products of rows, times lengths
        top = top * np.sqrt(np.maximum(values[::-1][:d], 0.0))
        X = np.eye(len(X))
    Z = X @ top
    return Z / Z.std()


def draw_images(name, random_state, d=50):
    """Images of a stand-in: ``"balanced"``, ``"unbalanced"`` or ``"letters"``.

    Parameters
    ----------
    name : str
        50 of each of ten digits; 1,456 digits with classes from 530 down to 53; or 2,000 letters
        with classes from about 158 down to 29.
    random_state : int, Generator, RandomState or None
    d : int
        Principal components.

    Returns
    -------
    X : ndarray, shape (n, d)
    y : ndarray of int, shape (n,)
    """
    rng = check_rng(random_state)
    X, y = table("letter" if name == "letters" else "mnist")
    L = y.max() + 1
    counts = np.full(L, 50)
    if name != "balanced":
        ratio, total = (10.0, 1456) if name == "unbalanced" else (5.4, 2000)
        counts = ratio ** -(np.arange(L) / (L - 1))
        counts = np.round(counts * total / counts.sum()).astype(int)
        counts = np.minimum(counts, np.bincount(y).min())
    rows = np.concatenate(
        [rng.permutation(np.flatnonzero(y == a))[:k] for a, k in enumerate(rng.permutation(counts))]
    )
    return _components(X[rows], d), y[rows]


def _svm(loss):
    return PartialLabelSVM(loss, tol=1e-3, max_iter=150)


def _models(seed):
    return {
        "mean": _svm("mean"),
        "naive": _svm("naive_sum"),
        "knn": PartialLabelKNN(_K, random_state=seed),
        "wknn": PartialLabelKNN(_K, weighted=True, random_state=seed),
        "model1": GaussianModel1(),
    }


def chance_error(bags):
    """The source's convention of chance: 1 - 1 / (mean size of a bag).

    A guess within each bag errs with probability 1 - mean(1 / size), which is less unless all bags
    are of one size. The tables compare with the source's, and so keep its convention.
    """
    return float(1 - 1 / bags.sum(axis=1).mean())


def _halves(X, y, rng):
    order = rng.permutation(len(y))
    train, test = np.array_split(order, 2)
    return X[train], y[train], X[test], y[test]


def _inductive(models, X, bags, X_test, y_test):
    return {
        name: float(np.mean(model.fit(X, bags).predict(X_test) != y_test))
        for name, model in models.items()
    }


def _transductive(models, X, y, bags):
    """Errors among the candidates of the training set; a neighbour is another example."""
    for name in ("knn", "wknn"):
        if name in models:
            models[name].k += 1  # each is its own nearest, and votes for all of its bag alike
    return {
        name: float(np.mean(model.fit(X, bags).predict_candidates(X, bags) != y))
        for name, model in models.items()
    }


def _share_problem(p, seed):
    """Training rows, their bags, new rows and their labels."""
    rng = np.random.default_rng([seed, 6])
    X, y, X_test, y_test = _halves(*draw_images("balanced", rng), rng)
    return X, make_bags(y, 2, p=p, n_classes=10, random_state=rng), X_test, y_test


def share_trial(p, seed):
    """Fig. 6, top left: a share p of bags with two extra labels; learners that drop them, too."""
    X, bags, X_test, y_test = _share_problem(p, seed)
    errors = _inductive(_models(seed), X, bags, X_test, y_test)
    clean = bags.sum(axis=1) == 1
    alone = {
        "supervised": _svm("mean"),
        "sknn": PartialLabelKNN(min(_K, int(clean.sum())), random_state=seed),
    }
    return errors | _inductive(alone, X[clean], bags[clean], X_test, y_test) | {
        "chance": chance_error(bags)
    }  # fmt: skip


def _epsilon_problems(epsilon, seed):
    """All rows, their labels and bags; and, drawn anew, training rows and bags and new rows."""
    rng = np.random.default_rng([seed, 61])
    X, y = draw_images("balanced", rng)
    whole = X, y, make_bags(y, epsilon=epsilon, n_classes=10, random_state=rng)
    X, y, X_test, y_test = _halves(X, y, rng)
    bags = make_bags(y, epsilon=epsilon, n_classes=10, random_state=rng)
    return whole, (X, bags, X_test, y_test)


def _in_both_settings(models, whole, halves):
    """Errors on new rows; with ``t_``, those among the candidates of all rows."""
    within = _transductive(models(), *whole)
    return _inductive(models(), *halves) | {f"t_{name}": error for name, error in within.items()}


def epsilon_trial(epsilon, seed):
    """Fig. 6: one extra label, the companion with probability epsilon; both settings."""
    whole, halves = _epsilon_problems(epsilon, seed)
    chance = {"chance": chance_error(halves[1]), "t_chance": chance_error(whole[2])}
    return _in_both_settings(lambda: _models(seed), whole, halves) | chance


def _dimension_problem(d, seed):
    """Training rows, their bags, new rows and their labels."""
    rng = np.random.default_rng([seed, 62])
    X, y, X_test, y_test = _halves(*draw_images("balanced", rng, d), rng)
    return X, make_bags(y, 4, n_classes=10, random_state=rng), X_test, y_test


def dimension_trial(d, seed):
    """Fig. 6, bottom right: d principal components, four extra labels."""
    X, bags, X_test, y_test = _dimension_problem(d, seed)
    return _inductive(_models(seed), X, bags, X_test, y_test) | {"chance": chance_error(bags)}


def _size_problem(name, q, seed):
    """Training rows, their bags, new rows and their labels: q extra labels for every example."""
    rng = np.random.default_rng([seed, 7])
    images = name in ("balanced", "unbalanced", "letters")
    X, y = draw_images(name, rng) if images else table(name)
    L = int(y.max()) + 1
    X, y, X_test, y_test = _halves(X, y, rng)
    return X, make_bags(y, q, n_classes=L, random_state=rng), X_test, y_test


def size_trial(name, q, seed):
    """Figs. 7 and 8: q extra labels for every example."""
    X, bags, X_test, y_test = _size_problem(name, q, seed)
    return _inductive(_models(seed), X, bags, X_test, y_test) | {"chance": chance_error(bags)}


def em_trial(name, q, seed):
    """Discriminative EM (section 7.1.4) on the very examples and bags of :func:`size_trial`."""
    return _inductive(_em(), *_size_problem(name, q, seed))


def em_setting_trial(setting, x, seed):
    """Discriminative EM in the settings of Fig. 6, on the very examples and bags of the others."""
    if setting == "epsilon":
        return _in_both_settings(_em, *_epsilon_problems(x, seed))
    problem = {"share": _share_problem, "dimension": _dimension_problem}[setting]
    return _inductive(_em(), *problem(x, seed))


def _em():
    return {"em": DiscriminativeEM()}


def variant_trial(seed):
    """Fig. 9, right: mean, sum and contrastive loss, two extra labels, both settings."""
    rng = np.random.default_rng([seed, 9])
    X, y = draw_images("balanced", rng)
    names = ("mean", "sum", "contrastive")
    bags = make_bags(y, 2, n_classes=10, random_state=rng)
    within = _transductive({name: _svm(name) for name in names}, X, y, bags)
    X, y, X_test, y_test = _halves(X, y, rng)
    bags = make_bags(y, 2, n_classes=10, random_state=rng)
    errors = _inductive({name: _svm(name) for name in names}, X, bags, X_test, y_test)
    return errors | {f"t_{name}": error for name, error in within.items()}


def boosting_trial(seed, n_rounds=100, ks=(3, 5, 9, 15)):
    """Fig. 9, left: accuracy of boosting after the last round, and of the best number of votes."""
    rng = np.random.default_rng([seed, 91])
    X, y, X_test, y_test = _halves(*draw_images("balanced", rng), rng)
    bags = make_bags(y, 2, n_classes=10, random_state=rng)
    models = {f"boost_{loss}": PartialLabelBoost(loss, n_rounds=n_rounds) for loss in
              ("mean", "naive")}  # fmt: skip
    models |= {f"knn{k}": PartialLabelKNN(k, random_state=seed) for k in ks}
    return _inductive(models, X, bags, X_test, y_test)


def _series(n_labels, n_scenes, wrong, rng, n_faces=1000):
    """Faces of a series: letters with their casts, the frequent characters ten times the rare."""
    X, y = table("letter")
    often = 10.0 ** -(np.arange(n_labels) / (n_labels - 1))
    counts = np.round(often * n_faces / often.sum()).astype(int)
    cast = rng.permutation(26)[:n_labels]
    rows = [rng.permutation(np.flatnonzero(y == a))[:k] for a, k in zip(cast, counts)]
    order = rng.permutation(counts.sum())
    truth = np.repeat(np.arange(n_labels), counts)[order]
    bags = make_casts(truth, n_scenes, wrong=wrong, n_classes=n_labels, random_state=rng)
    return _components(X[np.concatenate(rows)[order]], 50), truth, bags


def series_trial(n_labels, n_scenes, seed):
    """Table 4: errors among the candidates of the training set."""
    X, y, bags = _series(n_labels, n_scenes, 0.01, np.random.default_rng([seed, 4]))
    return _transductive(_models(seed), X, y, bags) | {"chance": chance_error(bags)}


def refusal_trial(wrong, recalls, seed):
    """Fig. 12: error among the surest, by recall (rows) and confidence."""
    X, y, bags = _series(16, 400, wrong, np.random.default_rng([seed, 12]))
    scores = _svm("mean").fit(X, bags).scores(X)
    curves = {kind: refusal_curve(scores, bags, y, recalls, kind) for kind in CONFIDENCES}
    return [
        {"recall": float(r)} | {kind: float(curve[k]) for kind, curve in curves.items()}
        for k, r in enumerate(recalls)
    ]
