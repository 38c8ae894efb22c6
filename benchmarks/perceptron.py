"""Perceptron and passive-aggressive learners on whole streams and one example at a time.

Run ``python benchmarks/perceptron.py``. Weights, or the rounds with a mistake, are asserted to
be the same; times are printed only.
"""

import warnings
from time import perf_counter

import numpy as np
from sklearn import linear_model

from mlcompanion.datasets import load_mnist_5k, load_mushroom, load_spambase, make_noisy_separator
from mlcompanion.losses import Hinge, SquaredHinge
from mlcompanion.online import DualAscent, PassiveAggressive, Perceptron
from mlcompanion.online.learners.perceptrons import PerceptronRule

REPEATS = 5


def unit_rows(X):
    return X / np.linalg.norm(X, axis=1, keepdims=True).clip(1e-12)


def streams():
    """Name, rows of norm 1, and labels -1 and 1, shuffled once."""
    for n, d in ((100_000, 20), (1_000_000, 20), (100_000, 100)):
        stream = make_noisy_separator(n, d, flip=0.1, random_state=0)
        yield f"{n:,} × {d}", stream.data, stream.target
    spam, mushroom, digits = load_spambase(), load_mushroom(), load_mnist_5k()
    for name, X, y in (
        ("Spambase", unit_rows(np.log1p(spam.data)), spam.target),
        ("Mushroom", mushroom.data, mushroom.target),
        ("MNIST even or odd", unit_rows(digits.data), digits.target % 2),
    ):
        order = np.random.default_rng(0).permutation(len(X))
        yield name, X[order], 2 * y[order] - 1


def pairs():
    """Name, our estimator, and the peers that run the same algorithm."""
    plain = {"fit_intercept": False, "shuffle": False}
    yield (
        "Perceptron",
        lambda: Perceptron(fit_intercept=False),
        {
            "Perceptron": lambda: linear_model.Perceptron(**plain),
            "SGDClassifier": lambda: linear_model.SGDClassifier(
                loss="perceptron", penalty=None, learning_rate="constant", eta0=1.0, **plain
            ),
        },
    )
    for variant, loss in ((1, "hinge"), (2, "squared_hinge")):
        yield (
            f"PA-{'I' * variant}",
            lambda v=variant: PassiveAggressive(C=0.1, variant=v, fit_intercept=False),
            {"PassiveAggressive": lambda v=loss: aggressive_peer(v, plain)},
        )


def aggressive_peer(loss, plain):
    """scikit-learn's passive-aggressive classifier, by whichever name this version has."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        return linear_model.PassiveAggressiveClassifier(C=0.1, loss=loss, **plain)


def one_pass(model, X, y):
    """Seconds of ``partial_fit`` over the whole stream."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        start = perf_counter()
        model.partial_fit(X, y, classes=[-1, 1])
        return perf_counter() - start


def row(race, size, ours, peer, peer_s, n, note):
    print(f"{race}, {size}: ours {n / ours / 1e6:.3f}, {peer} {n / peer_s / 1e6:.3f} million "
          f"examples a second, x{peer_s / ours:.2f} ({note})")  # fmt: skip
    return {
        "race": race,
        "size": size,
        "ours_s": ours,
        "peer": peer,
        "peer_s": peer_s,
        "ratio": peer_s / ours,
        "note": note,
    }


def same_mistakes(ours, peer, X, y):
    """Assert equal weights after the whole stream; then the mistakes were the same."""
    np.testing.assert_allclose(ours.coef_, peer.coef_, atol=1e-10)
    return "weights equal to 1e-10"


def whole_streams():
    """``partial_fit`` once over the whole stream; least of interleaved passes."""
    for size, X, y in streams():
        for race, make_ours, peers in pairs():
            make_ours().partial_fit(X[:10], y[:10], classes=[-1, 1])  # compile
            for name, make_peer in peers.items():
                times = []
                for _ in range(REPEATS):
                    ours, peer = make_ours(), make_peer()
                    times.append((one_pass(ours, X, y), one_pass(peer, X, y)))
                note = same_mistakes(ours, peer, X, y)
                best, peer_best = np.min(times, axis=0)
                yield row(race, size, best, name, peer_best, len(X), note)


class ByDualAscent:
    """A :class:`DualAscent` learner with the methods of the protocol."""

    def __init__(self, learner):
        self.learner = learner

    def update(self, x, y):
        """Play one round; return its score."""
        return self.learner.update(x, y).scores[0]


class ByRule:
    """A :class:`PerceptronRule` that returns its score."""

    def __init__(self, n_features):
        self.rule = PerceptronRule(n_features)

    def update(self, x, y):
        """Play one round; return its score."""
        score = self.rule.predict(x)
        self.rule.update(x, y)
        return score


def one_at_a_time_pairs():
    """Race, our learner of d features, river's, and whether river learns an intercept."""
    from river import linear_model as river

    yield "Perceptron", ByRule, river.Perceptron, True
    for variant, loss in ((1, Hinge(slope=0.1)), (2, SquaredHinge(slope=0.2))):
        yield (
            f"PA-{'I' * variant}",
            lambda d, v=loss: ByDualAscent(DualAscent(d, loss=v, step="coordinate")),
            lambda v=variant: river.PAClassifier(C=0.1, mode=v, learn_intercept=False),
            False,
        )


def ours_by_example(learner, X, y):
    """Seconds, and the rounds with a mistake."""
    scores = np.empty(len(X))
    start = perf_counter()
    for t in range(len(X)):
        scores[t] = learner.update(X[t], y[t])
    return perf_counter() - start, y * scores <= 0


def river_by_example(model, rows, y):
    """Seconds of predicting and learning, and the rounds with a mistake; a score of 0 is one."""
    answers, chances = [bool(label > 0) for label in y], np.empty(len(y))
    start = perf_counter()
    for t, (x, answer) in enumerate(zip(rows, answers)):
        chances[t] = model.predict_proba_one(x)[True]
        model.learn_one(x, answer)
    return perf_counter() - start, y * (chances - 0.5) <= 0


def one_at_a_time():
    """Predict, then learn, example by example; river gets dictionaries made beforehand."""
    try:
        pairs = list(one_at_a_time_pairs())
    except ImportError as error:
        print(f"river left out: {error}")
        return
    for size, X, y in streams():
        X, y = np.ascontiguousarray(X[:5000]), y[:5000].astype(float)
        rows = [dict(enumerate(x.tolist())) for x in X]
        for race, make_ours, make_river, intercept in pairs:
            Z = np.column_stack([X, np.ones(len(X))]) if intercept else X
            ours_by_example(make_ours(Z.shape[1]), Z[:10], y[:10])  # compile
            ours, river = [], []
            for _ in range(3):
                ours.append(ours_by_example(make_ours(Z.shape[1]), Z, y))
                river.append(river_by_example(make_river(), rows, y))
            np.testing.assert_array_equal(ours[0][1], river[0][1])
            yield row(f"{race}, one example at a time", f"{size}, first {len(X):,}",
                      min(s for s, _ in ours), "river", min(s for s, _ in river), len(X),
                      "same mistakes")  # fmt: skip


def main():
    """Run the races; print a table and return its rows."""
    return [*whole_streams(), *one_at_a_time()]


if __name__ == "__main__":
    main()
