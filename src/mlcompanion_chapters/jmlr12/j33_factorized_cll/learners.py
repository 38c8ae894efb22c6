"""The fourteen learners of the source's Table 2, and three more, each as fit-and-judge.

Networks are the library's. Beside them stand scikit-learn's trees in place of C4.5, and its support
vector machines and logistic regression in place of Weka's, on attributes that are marked by zeros
and ones, as Weka enters nominal attributes into kernels; and nearest neighbours by the number of
equal attributes.
"""

import warnings
from time import process_time

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from mlcompanion.graphical.classifiers import HillClimbBNC, TANClassifier

__all__ = ["NETWORKS", "OTHERS", "judge", "marks", "neighbour_votes"]

#: Name -> network for a number of states of each attribute.
NETWORKS = {
    "naive Bayes": lambda states: HillClimbBNC(max_parents=1, n_states=states),
    "TAN-fCLL": lambda states: TANClassifier("fcll", n_states=states),
    "GHC2-fCLL": lambda states: HillClimbBNC("fcll", n_states=states),
    "TAN-aCLL": lambda states: TANClassifier("acll", n_states=states),
    "GHC2-LL": lambda states: HillClimbBNC("ll", n_states=states),
    "TAN-LL": lambda states: TANClassifier("ll", n_states=states),
    # frequencies, but for a hundredth of a row, as a logarithm cannot start from zero
    "TAN-LL-ELR": lambda states: TANClassifier("ll", params="elr", alpha=0.01, n_states=states),
    "TAN-interaction": lambda states: TANClassifier(1.0, n_states=states),
}
OTHERS = ("C4.5", "1-NN", "3-NN", "5-NN", "SVM", "SVM2", "SVMG", "LogR")
COSTS = (0.1, 1.0, 10.0, 100.0)
WIDTHS = (0.001, 0.01, 0.1, 1.0, 10.0)
#: Rows that choose cost and width; of larger training parts a stratified sample.
MOST_TUNED = 1500


def marks(X, n_states):
    """Zeros and ones: a column for each value of each attribute."""
    return np.hstack([X[:, [j]] == np.arange(r) for j, r in enumerate(n_states)]).astype(float)


def neighbour_votes(A, y, A_test, k, n_classes):
    """Votes of the k nearest rows, and of those that are as near as the last of them.

    Distance is the number of attributes that differ; cut attributes make many equal ones, which
    Weka keeps all.
    """
    votes = np.zeros((len(A_test), n_classes))
    told = np.eye(n_classes)[y]
    for first in range(0, len(A_test), 500):
        equal = A_test[first : first + 500] @ A.T
        last = -np.partition(-equal, k - 1, axis=1)[:, [k - 1]]
        votes[first : first + 500] = (equal >= last) @ told
    return votes


def _kernel(kind, equal, d, gamma):
    """A kernel matrix from the numbers of equal attributes: squared distances are 2 (d - equal)."""
    if kind == "SVM":
        return equal
    if kind == "SVM2":
        return equal**2
    return np.exp(-2 * gamma * (d - equal))


def _machine(kind, A, y, A_test, d):
    """Predictions of a support vector machine whose constants five folds choose."""
    rng = np.random.default_rng(0)
    tuned = rng.permutation(len(y))[:MOST_TUNED]
    equal = A[tuned] @ A[tuned].T
    labels = y[tuned]
    best = (-1.0, 1.0, 1.0)
    folds = list(StratifiedKFold(5, shuffle=True, random_state=0).split(equal, labels))
    for gamma in WIDTHS if kind == "SVMG" else (1.0,):
        K = _kernel(kind, equal, d, gamma)
        for cost in COSTS:
            hits = 0
            for train, test in folds:
                model = SVC(C=cost, kernel="precomputed", max_iter=1_000_000)
                model.fit(K[np.ix_(train, train)], labels[train])
                hits += np.sum(model.predict(K[np.ix_(test, train)]) == labels[test])
            best = max(best, (hits / len(labels), -cost, gamma))
    cost, gamma = -best[1], best[2]
    K = _kernel(kind, A @ A.T, d, gamma)
    model = SVC(C=cost, kernel="precomputed", max_iter=1_000_000).fit(K, y)
    return model.predict(_kernel(kind, A_test @ A.T, d, gamma))


def _pruned_tree(A, y):
    """A tree by information gain, two rows a leaf as C4.5's; five folds choose its pruning."""
    tree = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=2, random_state=0)
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    search = GridSearchCV(tree, {"ccp_alpha": [0.0, 0.001, 0.003, 0.01, 0.03]}, cv=folds)
    return search.fit(A, y)


def _predictions(name, division):
    """What a learner says of the test part."""
    X, y, X_test, _, n_states = division
    if name in NETWORKS:
        return NETWORKS[name](n_states).fit(X, y).predict(X_test)
    A = marks(X, n_states)
    A_test = marks(X_test, n_states)
    if name.endswith("NN"):
        votes = neighbour_votes(A, y, A_test, int(name[0]), int(y.max()) + 1)
        return votes.argmax(axis=1)
    if name.startswith("SVM"):
        return _machine(name, A, y, A_test, X.shape[1])
    if name == "LogR":  # Weka's ridge of 1e-8
        return LogisticRegression(C=5e7, max_iter=1000).fit(A, y).predict(A_test)
    return _pruned_tree(A, y).predict(A_test)


def judge(name, divided, repeats=1):
    """Accuracy over the test rows of all divisions, their number, and processor seconds.

    Seconds are those of learning and predicting on all divisions, the median of ``repeats``.
    """
    seconds = []
    for _ in range(repeats):
        start = process_time()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            warnings.filterwarnings("ignore", "The least populated class")
            said = [_predictions(name, division) for division in divided]
        seconds.append(process_time() - start)
    right = np.concatenate([s == division.y_test for s, division in zip(said, divided)])
    return float(right.mean()), len(right), float(np.median(seconds))
