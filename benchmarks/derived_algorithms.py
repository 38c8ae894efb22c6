"""Follow-the-leader against refitting a support vector machine; Viterbi against hmmlearn.

Winnow, p-norm algorithms and multiple dual updates have no maintained peer; the Perceptron and
passive-aggressive learners race in ``perceptron.py``. Here the far end of the ladder, an optimal
support vector machine after *every* round, is raced against scikit-learn's ``LinearSVC`` (the same
dual, the same objective reached, asserted), and the best string against hmmlearn's decoder (the
same score, asserted). Run ``python benchmarks/derived_algorithms.py``. Times are printed, never
asserted.
"""

import warnings
from time import perf_counter

import numpy as np
from sklearn.datasets import load_digits
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC
from threadpoolctl import threadpool_limits

from mlcompanion.datasets import load_spambase
from mlcompanion.online import MiniUpdateClassifier
from mlcompanion.sequences import viterbi

TOL = 1e-3


def least(call, repeats=3):
    """Result and least time of some calls."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        result = call()
        times.append(perf_counter() - start)
    return result, min(times)


def row(race, size, ours, peer, other, note):
    ratio = other / ours
    return dict(race=race, size=size, ours_s=ours, peer=peer, peer_s=other, ratio=ratio, note=note)


def streams():
    """Name, unit rows, labels -1 and 1, of the first rounds of a random order."""
    digits, spam = load_digits(), load_spambase()
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
    return model


def leaders():
    """Races of follow-the-leader."""
    for name, X, y in streams():
        ours = MiniUpdateClassifier(c=1.0, window=None, tol=TOL, fit_intercept=False)
        ours.fit(X[:20], y[:20])
        ours, mine = least(lambda m=ours, X=X, y=y: m.fit(X, y))
        peer, other = least(lambda X=X, y=y: refit(X, y), 1)
        ends = primal(ours.coef_[0], X, y), primal(peer.coef_[0], X, y)
        np.testing.assert_allclose(ends[0], ends[1], rtol=5e-3)
        size = f"{name}, {len(X)} rounds x {X.shape[1]}"
        note = f"objective after the last round: ours {ends[0]:.2f}, peer {ends[1]:.2f}"
        yield row(
            "an SVM after every round", size, mine, "sklearn LinearSVC, refitted", other, note
        )


def strings():
    """Races of Viterbi's algorithm on long strings of a categorical hidden Markov model."""
    try:
        from hmmlearn.hmm import CategoricalHMM
    except ImportError as error:
        print(f"hmmlearn is not installed, no race of Viterbi: {error}")
        return
    for k, m in ((4, 10_000), (16, 10_000)):
        rng = np.random.default_rng(k)
        peer = CategoricalHMM(n_components=k)
        peer.startprob_ = rng.dirichlet(np.ones(k))
        peer.transmat_ = rng.dirichlet(np.full(k, 0.3), size=k)
        peer.emissionprob_ = rng.dirichlet(np.full(30, 0.3), size=k)
        seen, _ = peer.sample(m, random_state=0)

        def decode(peer=peer, seen=seen):
            log = np.log(np.maximum(peer.emissionprob_, 1e-300)).T[seen[:, 0]]
            moves = np.log(np.maximum(peer.transmat_, 1e-300))
            return viterbi(np.log(peer.startprob_) + log[0], moves, places=log[1:])

        decode()
        path, mine = least(decode)
        (_, other_path), other = least(lambda peer=peer, seen=seen: peer.decode(seen))
        log = np.log(np.maximum(peer.emissionprob_, 1e-300)).T[seen[:, 0]]
        moves = np.log(np.maximum(peer.transmat_, 1e-300))
        values = [
            np.log(peer.startprob_[z[0]]) + log[np.arange(m), z].sum() + moves[z[:-1], z[1:]].sum()
            for z in (path, other_path)
        ]
        np.testing.assert_allclose(values[0], values[1], rtol=1e-12)
        np.testing.assert_array_less(np.mean(path != other_path), 1e-3)  # ties
        size = f"{m} places, {k} symbols"
        yield row(
            "best string (Viterbi)", size, mine, "hmmlearn CategoricalHMM", other, "same score"
        )


def main():
    """Run the races; print a table; return its rows."""
    with threadpool_limits(1):  # one core for everyone
        rows = [*leaders(), *strings()]
    for r in rows:
        times = f"{r['ours_s'] * 1e3:>8.1f} ms {r['peer_s'] * 1e3:>9.1f} ms {r['ratio']:>7.1f}x"
        print(f"{r['race']:<26}{r['size']:<42}{times}  {r['peer']} ({r['note']})")
    return rows


if __name__ == "__main__":
    main()
