"""Online to batch: averaged Perceptron and progressive validation against their peers.

Run ``python benchmarks/online_to_batch.py``. Weights and losses are asserted to agree; times are
printed only.
"""

from time import perf_counter

import numpy as np
from sklearn.linear_model import SGDClassifier
from sklearn.model_selection import cross_val_score

from mlcompanion.convex import Euclidean
from mlcompanion.datasets import load_mnist_5k, load_spambase, make_noisy_separator
from mlcompanion.online import DualAscentClassifier, FixedScale, OnlineToBatch, Perceptron
from mlcompanion.online.learners.progressive_validation import progressive_validation

LEARNERS = {
    "Perceptron": (Perceptron(fit_intercept=False), "perceptron"),
    "hinge": (
        DualAscentClassifier(
            Euclidean(), scale=FixedScale(1.0), step="subgradient", fit_intercept=False
        ),
        "hinge",
    ),
}


def averaged_sgd(loss):
    """SGDClassifier with constant step 1 and averaging, one pass in the order given."""
    return SGDClassifier(
        loss=loss,
        penalty=None,
        learning_rate="constant",
        eta0=1.0,
        average=True,
        fit_intercept=False,
        shuffle=False,
    )


def unit_rows(X):
    return X / np.linalg.norm(X, axis=1, keepdims=True).clip(1e-12)


def streams():
    """Name, rows of norm 1, and labels -1 and 1."""
    for n, d in ((100_000, 20), (100_000, 100)):
        stream = make_noisy_separator(n, d, flip=0.1, random_state=0)
        yield f"{n:,} × {d}", stream.data, stream.target
    spam, digits = load_spambase(), load_mnist_5k()
    order = np.random.default_rng(0).permutation(len(spam.data))
    yield "Spambase, shuffled", unit_rows(np.log1p(spam.data))[order], 2 * spam.target[order] - 1
    order = np.random.default_rng(0).permutation(len(digits.data))
    labels = np.where(digits.target % 2 == 0, 1, -1)
    yield "MNIST even or odd", unit_rows(digits.data.astype(float))[order], labels[order]


def timed(call):
    start = perf_counter()
    result = call()
    return result, perf_counter() - start


def row(race, size, ours, peer, peer_s, note):
    print(f"{race}, {size}: ours {1e3 * ours:.1f} ms, {peer} {1e3 * peer_s:.1f} ms, "
          f"x{peer_s / ours:.2f} ({note})")  # fmt: skip
    return {
        "race": race,
        "size": size,
        "ours_s": ours,
        "peer": peer,
        "peer_s": peer_s,
        "ratio": peer_s / ours,
        "note": note,
    }


def averaging():
    """``partial_fit`` over the whole stream; least of seven interleaved passes."""
    for size, X, y in streams():
        for name, (learner, loss) in LEARNERS.items():
            OnlineToBatch(learner).partial_fit(X[:10], y[:10], classes=[-1, 1])  # compile
            seconds = {"ours": [], "peer": []}
            for _ in range(7):
                ours, peer = OnlineToBatch(learner), averaged_sgd(loss)
                for key, model in (("ours", ours), ("peer", peer)):
                    start = perf_counter()
                    model.partial_fit(X, y, classes=[-1, 1])
                    seconds[key].append(perf_counter() - start)
            last = OnlineToBatch(learner, "last").fit(X, y)
            later = ours.coef_ + last.coef_ / len(X)  # theirs is the mean of w_2, ..., w_{T+1}
            np.testing.assert_allclose(later, peer.coef_, rtol=1e-8, atol=1e-8)
            yield row("averaging", f"{size}, {name}", min(seconds["ours"]), "SGDClassifier",
                      min(seconds["peer"]), "weights equal to 1e-8")  # fmt: skip


def progressive():
    """The online loss: river asks one example at a time; cross-validation trains ten times."""
    n = 2000
    stream = make_noisy_separator(n, 20, flip=0.1, random_state=0)
    X, y = stream.data, stream.target
    model = Perceptron(fit_intercept=False).fit(X, y)  # compile
    losses, one = timed(lambda: progressive_validation(Perceptron(fit_intercept=False), X, y))
    assert losses.sum() == model.n_mistakes_
    scores, cross = timed(lambda: cross_val_score(OnlineToBatch(model), X, y, cv=10))
    _, ours = timed(lambda: OnlineToBatch(model).fit(X, y).online_loss_)
    yield row("risk estimate", f"{n:,} × 20", ours, "cross_val_score, 10 folds", cross,
              f"different estimates: mistakes of all {losses.mean():.3f}, "
              f"of the average {1 - scores.mean():.3f}")  # fmt: skip
    try:
        from river import evaluate, linear_model, metrics
    except ImportError as error:
        print(f"river left out: {error}")
        return
    rows = [(dict(enumerate(x)), bool(label > 0)) for x, label in zip(X, y)]
    peer = linear_model.Perceptron()
    peer.intercept_lr.learning_rate = 0.0
    metric, river_s = timed(lambda: evaluate.progressive_val_score(rows, peer, metrics.Accuracy()))
    mistakes = round((1 - metric.get()) * n)
    assert 0 <= model.n_mistakes_ - mistakes <= 1  # a score of 0 in round 1 is our mistake
    note = f"mistakes ours {model.n_mistakes_}, river {mistakes}; ours in one call"
    yield row("progressive validation", f"{n:,} × 20", one, "river", river_s, note)


def main():
    """Run the races; print a table and return its rows."""
    return [*averaging(), *progressive()]


if __name__ == "__main__":
    main()
