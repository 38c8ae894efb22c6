"""Online to batch: averaged Perceptron and progressive validation against their peers."""

import numpy as np
from sklearn.linear_model import SGDClassifier
from sklearn.model_selection import cross_val_score

from _race import duel, least, peer, row
from _streams import streams
from mlcompanion.convex import Euclidean
from mlcompanion.datasets import make_noisy_separator
from mlcompanion.online import DualAscentClassifier, FixedScale, OnlineToBatch, Perceptron
from mlcompanion.online.learners.progressive_validation import progressive_validation

TITLE = "Averages and progressive validation"
CHAPTER = "shalev_shwartz/12_appendix_b_online_to_batch"
PAIR = dict(classes=[-1, 1])
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


def averaging():
    """``partial_fit`` over the whole stream."""
    for size, X, y in streams(((100_000, 20), (100_000, 100))):
        for name, (learner, loss) in LEARNERS.items():
            final = OnlineToBatch(learner, "last").fit(X, y).coef_ / len(X)

            def same(ours, theirs, final=final):  # theirs is the mean of w_2, ..., w_{T+1}
                np.testing.assert_allclose(ours.coef_ + final, theirs.coef_, rtol=1e-8, atol=1e-8)

            short = "few rows: half a millisecond more goes to setting up a learner in a converter"
            yield duel(
                "averaging", f"{size}, {name}",
                lambda m=learner, X=X, y=y: OnlineToBatch(m).partial_fit(X, y, **PAIR),
                "SGDClassifier", lambda v=loss, X=X, y=y: averaged_sgd(v).partial_fit(X, y, **PAIR),
                same=same, note="weights equal to 1e-8", repeats=7,
                reason=short if len(X) < 10_000 else "",
            )  # fmt: skip


def progressive():
    """The online loss: river asks one example at a time; cross-validation trains ten times."""
    n = 2000
    stream = make_noisy_separator(n, 20, flip=0.1, random_state=0)
    X = stream.data
    y = stream.target
    model = Perceptron(fit_intercept=False).fit(X, y)  # compile
    one, losses = least(lambda: progressive_validation(Perceptron(fit_intercept=False), X, y))
    assert losses.sum() == model.n_mistakes_
    cross, scores = least(lambda: cross_val_score(OnlineToBatch(model), X, y, cv=10))
    ours_s, _ = least(lambda: OnlineToBatch(model).fit(X, y).online_loss_)
    yield row("risk estimate", f"{n:,} × 20", ours_s, "cross_val_score, 10 folds", cross,
              f"different estimates: mistakes of all {losses.mean():.3f}, "
              f"of the average {1 - scores.mean():.3f}")  # fmt: skip
    river = peer("river")
    if river is None:
        return
    rows = [(dict(enumerate(x)), bool(label > 0)) for x, label in zip(X, y)]

    def theirs():
        learner = peer("river.linear_model").Perceptron()
        learner.intercept_lr.learning_rate = 0.0
        accuracy = peer("river.metrics").Accuracy()
        return peer("river.evaluate").progressive_val_score(rows, learner, accuracy)

    river_s, metric = least(theirs)
    mistakes = round((1 - metric.get()) * n)
    assert 0 <= model.n_mistakes_ - mistakes <= 1  # a score of 0 in round 1 is our mistake
    note = f"mistakes ours {model.n_mistakes_}, river {mistakes}; ours in one call"
    yield row("progressive validation", f"{n:,} × 20", one, "river", river_s, note)


def rows():
    """Averages, then estimates of the risk."""
    yield from averaging()
    yield from progressive()
