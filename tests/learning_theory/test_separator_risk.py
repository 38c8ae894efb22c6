"""Exact risks against samples and an adaptive integral."""

import numpy as np
import pytest
from scipy.integrate import dblquad
from scipy.special import beta

from mlcompanion.datasets import make_noisy_separator
from mlcompanion.learning_theory import SeparatorRisk
from mlcompanion.losses import Hinge, Logistic, SquaredHinge


@pytest.mark.parametrize("loss", [Hinge(), SquaredHinge(), Logistic()])
@pytest.mark.parametrize("margin", [0.0, 0.1])
def test_exact_risk_against_a_large_sample(loss, margin):
    exact = SeparatorRisk(6, loss, radius=5.0, margin=margin)
    sample = make_noisy_separator(100_000, 6, flip=0.1, margin=margin, random_state=1)
    rng = np.random.default_rng(0)
    W = rng.standard_normal((5, 6)) + 2 * sample.coef
    W *= np.minimum(1, 5 / np.linalg.norm(W, axis=1))[:, None]
    scores = sample.data @ W.T
    y = sample.target[:, None]
    flip = np.mean(sample.clean != sample.target)  # the share realised
    losses = loss.value(scores, y)
    wrong = y * scores <= 0
    error = losses.std(axis=0) / np.sqrt(len(scores))
    assert np.all(np.abs(exact.risk(W, sample.coef, flip) - losses.mean(axis=0)) < 4 * error + 1e-3)
    spread = np.sqrt(wrong.mean(axis=0) / len(scores))
    assert np.all(np.abs(exact.error(W, sample.coef, flip) - wrong.mean(axis=0)) < 4 * spread)


def test_exact_risk_against_an_adaptive_integral():
    n = 7
    w = np.array([1.5, 2.0, 0, 0, 0, 0, 0])
    exact = SeparatorRisk(n)

    def integrand(b, z):
        density = (1 - z * z) ** ((n - 3) / 2) * (1 - b * b) ** ((n - 4) / 2)
        return density * max(0.0, 1 - 1.5 * z - 2.0 * np.sqrt(1 - z * z) * b)

    total = dblquad(integrand, 0, 1, -1, 1, epsabs=1e-7)[0]
    constant = 0.5 * beta(0.5, (n - 1) / 2) * beta(0.5, (n - 2) / 2)
    assert exact.risk(w, np.eye(n)[0]) == pytest.approx(total / constant, abs=5e-4)


def test_exact_risk_knows_its_limits():
    exact = SeparatorRisk(4, radius=2.0)
    u = np.eye(4)[0]
    assert exact.risk(np.zeros(4), u) == pytest.approx(1, abs=1e-9)
    assert exact.error(np.zeros(4), u) == 1.0
    assert exact.error(u, u, 0.1) == pytest.approx(0.1, abs=1e-9)
    least, length = exact.best(0.1)
    rng = np.random.default_rng(0)
    W = rng.standard_normal((2000, 4))
    W *= (2 * rng.random(2000) / np.linalg.norm(W, axis=1))[:, None]
    assert least <= exact.risk(W, u, 0.1).min() + 1e-4
    assert exact.risk(length * u, u, 0.1) == pytest.approx(least, abs=1e-4)
    for name, call in (
        ("n_features", lambda: SeparatorRisk(2)),
        ("radius", lambda: exact.risk(3 * u, u)),
        ("W ", lambda: exact.risk(np.ones(3), u)),
        ("W ", lambda: exact.risk(np.full(4, np.nan), u)),
        ("flip", lambda: exact.best(0.7)),
    ):
        with pytest.raises(ValueError, match=name):
            call()
