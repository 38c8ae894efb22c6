"""Pegasos on a stream: PegasosOnline against scikit-learn's SGDClassifier and river.

Run ``python benchmarks/pegasos.py``. Weights are asserted to agree; times are printed only.
"""

from time import perf_counter

import numpy as np
from sklearn.linear_model import SGDClassifier

from mlcompanion.datasets import load_mnist_5k, load_spambase, make_noisy_separator
from mlcompanion.online import PegasosOnline

SIGMA = 0.1


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


def unit_rows(X):
    return X / np.linalg.norm(X, axis=1, keepdims=True).clip(1e-12)


def streams():
    """Name, rows of norm 1, and labels -1 and 1."""
    for n, d in ((100_000, 20), (1_000_000, 20), (100_000, 100)):
        stream = make_noisy_separator(n, d, flip=0.1, random_state=0)
        yield f"{n:,} × {d}", stream.data, stream.target
    spam, digits = load_spambase(), load_mnist_5k()
    order = np.random.default_rng(0).permutation(len(spam.data))
    yield "Spambase, shuffled", unit_rows(np.log1p(spam.data))[order], 2 * spam.target[order] - 1
    order = np.random.default_rng(0).permutation(len(digits.data))
    labels = np.where(digits.target % 2 == 0, 1, -1)
    yield "MNIST even or odd", unit_rows(digits.data.astype(float))[order], labels[order]


def one_pass(model, X, y):
    """Seconds of ``partial_fit`` over the whole stream."""
    start = perf_counter()
    model.partial_fit(X, y, classes=[-1, 1])
    return perf_counter() - start


def row(size, ours, peer, peer_s, n, note):
    print(f"{size}: ours {n / ours / 1e6:.3f}, {peer} {n / peer_s / 1e6:.3f} million examples a "
          f"second, x{peer_s / ours:.2f} ({note})")  # fmt: skip
    return {
        "race": "Pegasos on a stream",
        "size": size,
        "ours_s": ours,
        "peer": peer,
        "peer_s": peer_s,
        "ratio": peer_s / ours,
        "note": note,
    }


def whole_streams():
    """``partial_fit`` once over the whole stream; least of seven interleaved passes."""
    for size, X, y in streams():
        PegasosOnline(SIGMA).partial_fit(X[:10], y[:10], classes=[-1, 1])  # compile
        times = {"plain": [], "ball": [], "peer": []}
        for _ in range(7):
            plain, ball, peer = PegasosOnline(SIGMA, project=False), PegasosOnline(SIGMA), sgd()
            times["plain"].append(one_pass(plain, X, y))
            times["ball"].append(one_pass(ball, X, y))
            times["peer"].append(one_pass(peer, X, y))
        np.testing.assert_allclose(plain.coef_, peer.coef_, atol=1e-12)
        least = {name: min(values) for name, values in times.items()}
        note = "weights equal to 1e-12"
        yield row(size, least["plain"], "SGDClassifier", least["peer"], len(X), note)
        yield row(f"{size}, in the ball", least["ball"], "SGDClassifier", least["peer"], len(X),
                  "theirs has no projection")  # fmt: skip


def one_at_a_time():
    """One example a call: scikit-learn's estimators, and river with dictionaries."""
    n = 2000
    stream = make_noisy_separator(n, 20, flip=0.1, random_state=0)
    X, y = stream.data, stream.target
    ours, peer, seconds = PegasosOnline(SIGMA, project=False), sgd(), []
    for model in (ours, peer):
        model.partial_fit(X[:1], y[:1], classes=[-1, 1])
        start = perf_counter()
        for t in range(1, n):
            model.partial_fit(X[t : t + 1], y[t : t + 1])
        seconds.append(perf_counter() - start)
    np.testing.assert_allclose(ours.coef_, peer.coef_, atol=1e-12)
    yield row(f"{n:,} × 20, one a call", *seconds[:1], "SGDClassifier", seconds[1], n,
              "weights equal to 1e-12; both validate every call")  # fmt: skip
    try:
        from river import linear_model, optim
    except ImportError as error:
        print(f"river left out: {error}")
        return
    model = linear_model.LogisticRegression(
        optimizer=optim.SGD(optim.schedulers.InverseScaling(1 / SIGMA, power=1.0)),
        loss=optim.losses.Hinge(),
        l2=SIGMA,
        intercept_lr=0.0,
    )
    rows = [dict(enumerate(x)) for x in X]
    start = perf_counter()
    for x, label in zip(rows, y > 0):
        model.learn_one(x, bool(label))
    seconds_river = perf_counter() - start
    weights = np.array([model.weights[j] for j in range(20)])
    np.testing.assert_allclose(ours.coef_[0], weights, atol=1e-10)
    best = min(one_pass(PegasosOnline(SIGMA, project=False), X, y) for _ in range(5))
    yield row(f"{n:,} × 20, stream against one a call", best, "river", seconds_river, n,
              "weights equal to 1e-10; ours takes the stream in one call")  # fmt: skip
    yield row(f"{n:,} × 20, one a call", seconds[0], "river", seconds_river, n,
              "weights equal to 1e-10; ours validates every call")  # fmt: skip


def main():
    """Run the races; print a table and return its rows."""
    return [*whole_streams(), *one_at_a_time()]


if __name__ == "__main__":
    main()
