"""Pegasos on a stream: PegasosOnline against scikit-learn's SGDClassifier and river."""

import numpy as np
from sklearn.linear_model import SGDClassifier

from _race import duel, equal, least, peer, row
from _streams import streams
from mlcompanion.datasets import make_noisy_separator
from mlcompanion.online import PegasosOnline

TITLE = "Pegasos"
CHAPTER = "shalev_shwartz/04_logarithmic_regret"
RACE = "Pegasos on a stream"
SIGMA = 0.1
PAIR = dict(classes=[-1, 1])


def sgd():
    """SGDClassifier with the steps ``1 / (sigma t)``: the same algorithm without projection."""
    return SGDClassifier(
        alpha=SIGMA,
        learning_rate="invscaling",
        eta0=1 / SIGMA,
        power_t=1.0,
        fit_intercept=False,
        shuffle=False,
    )


def whole_streams():
    """``partial_fit`` once over the whole stream."""
    for size, X, y in streams():
        for words, project, note in (
            ("", False, "weights equal to 1e-12"),
            (", in the ball", True, "theirs has no projection"),
        ):
            yield duel(
                RACE, size + words,
                lambda X=X, y=y, p=project: PegasosOnline(SIGMA, project=p)
                .partial_fit(X, y, **PAIR).coef_,
                "SGDClassifier", lambda X=X, y=y: sgd().partial_fit(X, y, **PAIR).coef_,
                same=None if project else equal(rtol=0, atol=1e-12), note=note, repeats=7,
            )  # fmt: skip


def by_example(model, X, y):
    """Weights after one call of ``partial_fit`` an example."""
    model.partial_fit(X[:1], y[:1], **PAIR)
    for t in range(1, len(X)):
        model.partial_fit(X[t : t + 1], y[t : t + 1])
    return model.coef_


def one_at_a_time():
    """One example a call: scikit-learn's estimators, and river with dictionaries."""
    n = 2000
    stream = make_noisy_separator(n, 20, flip=0.1, random_state=0)
    X = stream.data
    y = stream.target
    size = f"{n:,} × 20, one a call"
    yield duel(
        RACE, size, lambda: by_example(PegasosOnline(SIGMA, project=False), X, y),
        "SGDClassifier", lambda: by_example(sgd(), X, y), same=equal(rtol=0, atol=1e-12),
        note="weights equal to 1e-12; both validate every call", repeats=3,
    )  # fmt: skip
    linear_model = peer("river.linear_model", "river")
    optim = peer("river.optim", "river")
    if linear_model is None:
        return
    examples = list(zip((dict(enumerate(x)) for x in X.tolist()), (y > 0).tolist()))

    def river():
        model = linear_model.LogisticRegression(
            optimizer=optim.SGD(optim.schedulers.InverseScaling(1 / SIGMA, power=1.0)),
            loss=optim.losses.Hinge(),
            l2=SIGMA,
            intercept_lr=0.0,
        )
        for x, label in examples:
            model.learn_one(x, label)
        return np.array([model.weights[j] for j in range(20)])

    river_s, weights = least(river)
    single_s, ours = least(lambda: by_example(PegasosOnline(SIGMA, project=False), X, y))
    np.testing.assert_allclose(ours[0], weights, atol=1e-10)
    stream_s, _ = least(lambda: PegasosOnline(SIGMA, project=False).partial_fit(X, y, **PAIR), 5)
    yield row(RACE, f"{n:,} × 20, stream against one a call", stream_s, "river", river_s,
              "weights equal to 1e-10; ours takes the stream in one call")  # fmt: skip
    reason = "each call of ours checks its arrays, river takes a dictionary as it is"
    yield row(RACE, size, single_s, "river", river_s, "weights equal to 1e-10", reason)


def rows():
    """Whole streams, then one example at a time."""
    yield from whole_streams()
    yield from one_at_a_time()
