"""Follow-the-leader against refitting a support vector machine; Viterbi against hmmlearn.

Winnow, p-norm algorithms and multiple dual updates have no maintained peer; the Perceptron and
passive-aggressive learners race in ``perceptron.py``. Here the far end of the ladder, an optimal
support vector machine after *every* round, is raced against scikit-learn's ``LinearSVC`` (the same
dual, the same objective reached, asserted), and the best string against hmmlearn's decoder (the
same score, asserted).
"""

import warnings

import numpy as np
from sklearn.datasets import load_digits
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from _race import duel, peer
from mlcompanion.datasets import load_spambase
from mlcompanion.online import MiniUpdateClassifier
from mlcompanion.sequences import viterbi

TITLE = "Dual updates and strings"
CHAPTER = "shalev_shwartz/05_derived_algorithms"
TOL = 1e-3


def streams():
    """Name, unit rows, labels -1 and 1, of the first rounds of a random order."""
    digits = load_digits()
    spam = load_spambase()
    for name, X, y, T in (
        ("digits, odd or even", digits.data, digits.target % 2, 400),
        ("spambase", np.log1p(spam.data), spam.target, 400),
    ):
        order = np.random.default_rng(0).permutation(len(X))[:T]
        X = X[order] / np.maximum(np.linalg.norm(X[order], axis=1, keepdims=True), 1e-12)
        yield name, X, np.where(y[order] == 1, 1.0, -1.0)


def primal(w, X, y):
    """``|w|^2 / 2`` plus hinge losses: the objective of both, at c = C = 1."""
    return 0.5 * w @ w + np.maximum(0, 1 - y * (X @ w)).sum()


def refit(X, y):
    """A fresh machine after every round, from the first round that has both labels."""
    first = 1 + int(np.flatnonzero(y != y[0])[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        for stop in range(first, len(y) + 1):
            model = LinearSVC(loss="hinge", C=1.0, fit_intercept=False, tol=TOL, random_state=0)
            model.fit(X[:stop], y[:stop])
    return primal(model.coef_[0], X, y)


def follow(X, y):
    """The leader of each round, warm-started from the round before."""
    model = MiniUpdateClassifier(inverse_rate=1.0, window=None, tol=TOL, fit_intercept=False)
    return primal(model.fit(X, y).coef_[0], X, y)


def leaders():
    """Races of follow-the-leader."""
    for name, X, y in streams():
        yield duel(
            "an SVM after every round", f"{name}, {len(X)} rounds x {X.shape[1]}",
            lambda X=X, y=y: follow(X, y),
            "sklearn LinearSVC, refitted", lambda X=X, y=y: refit(X, y),
            same=lambda a, b: np.testing.assert_allclose(a, b, rtol=5e-3),
            note=lambda a, b: f"objective after the last round: ours {a:.2f}, peer {b:.2f}",
            repeats=3,
        )  # fmt: skip


def hidden_markov(hmm, k, m):
    """A random model of k states, a string of m places, and its logarithms."""
    rng = np.random.default_rng(k)
    model = hmm.CategoricalHMM(n_components=k)
    model.startprob_ = rng.dirichlet(np.ones(k))
    model.transmat_ = rng.dirichlet(np.full(k, 0.3), size=k)
    model.emissionprob_ = rng.dirichlet(np.full(30, 0.3), size=k)
    seen, _ = model.sample(m, random_state=0)
    return model, seen


def logarithms(model, seen):
    places = np.log(np.maximum(model.emissionprob_, 1e-300)).T[seen[:, 0]]
    return np.log(model.startprob_), places, np.log(np.maximum(model.transmat_, 1e-300))


def strings():
    """Races of Viterbi's algorithm on long strings of a categorical hidden Markov model."""
    hmm = peer("hmmlearn.hmm", "hmmlearn")
    if hmm is None:
        return
    for k, m in ((4, 10_000), (16, 10_000)):
        model, seen = hidden_markov(hmm, k, m)

        def decode(model=model, seen=seen):
            start, places, moves = logarithms(model, seen)
            return viterbi(start + places[0], moves, places=places[1:])

        def same(path, other, model=model, seen=seen, m=m):
            start, places, moves = logarithms(model, seen)
            scores = [
                start[z[0]] + places[np.arange(m), z].sum() + moves[z[:-1], z[1:]].sum()
                for z in (path, other)
            ]
            np.testing.assert_allclose(scores[0], scores[1], rtol=1e-12)
            assert np.mean(path != other) < 1e-3  # ties

        yield duel(
            "best string (Viterbi)", f"{m} places, {k} symbols", decode,
            "hmmlearn CategoricalHMM", lambda model=model, seen=seen: model.decode(seen)[1],
            same=same, note="same score",
        )  # fmt: skip


def rows():
    """Leaders, then strings."""
    yield from leaders()
    yield from strings()
