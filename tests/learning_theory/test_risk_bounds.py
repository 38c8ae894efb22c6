"""The bounds hold where their law is known exactly, and the formulas agree with one another."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from mlcompanion.convex import Euclidean
from mlcompanion.datasets import make_noisy_separator
from mlcompanion.learning_theory import (
    bernstein_risk_bound,
    block_validation_bound,
    bounded_loss_constants,
    certificate_horizon,
    mean_risk_bound,
    online_loss_bound,
    optimistic_mean_risk_bound,
    random_stopping_bound,
    risk_certificate,
    stopping_failure,
    validation_price,
)
from mlcompanion.losses import SquaredHinge
from mlcompanion.online import LossScale, dual_ascent
from mlcompanion.online.bounds.duality import bounded_loss_bound
from mlcompanion.online.core.tuning import bounded_loss_beta2

unit = st.floats(0, 1)
rounds = st.integers(1, 500)
deltas = st.floats(1e-6, 0.999)
many = settings(max_examples=200, deadline=None)
some = settings(max_examples=25, deadline=None)


@many
@given(risk=unit, T=rounds, delta=deltas)
def test_lemma21_holds_exactly_for_losses_of_zero_and_one(risk, T, delta):
    """Among losses in [0, 1] with a given mean, 0-1 losses have the largest variance."""
    limit = T * bernstein_risk_bound(risk, T, delta)
    assert binom.sf(np.floor(limit + 1e-9), T, risk) <= delta * (1 + 1e-9)


@many
@given(risk=unit, T=rounds, delta=deltas, mu=st.floats(0, 5), nu=st.floats(0, 20))
def test_lemma22_is_the_regret_bound_at_lemma21(risk, T, delta, mu, nu):
    """B.7 at the largest B that Lemma 21 allows never exceeds Lemma 22."""
    B = T * bernstein_risk_bound(risk, T, delta)
    assert (B + mu * np.sqrt(B) + nu) / T <= online_loss_bound(risk, mu, nu, T, delta) * (1 + 1e-12)


@many
@given(risk=unit, T=rounds, mu=st.floats(0, 5), nu=st.floats(0, 20))
def test_theorem11_is_at_least_the_mean_that_lemma22_allows(risk, T, mu, nu):
    """Integrate the tail of Lemma 22: the mean over delta uniform in (0, 1)."""
    delta = (np.arange(2000) + 0.5) / 2000
    mean = online_loss_bound(risk, mu, nu, T, delta).mean()
    assert mean <= optimistic_mean_risk_bound(risk, mu, nu, T)


def test_theorem11_constants_by_hand():
    e = np.e
    want = 0.25 + (1 + e) * np.sqrt(0.5 / 100) + (3 + e * (np.sqrt(3) + 3)) / 100
    assert optimistic_mean_risk_bound(0.25, 1, 3, 100) == pytest.approx(want, rel=1e-14)
    fast = optimistic_mean_risk_bound(0, 1, 3, np.array([100, 1000]))
    assert fast[0] == pytest.approx(10 * fast[1], rel=1e-14)


def test_sum_in_the_proof_of_theorem11():
    s = np.arange(1, 200)
    total = np.sum(s * np.exp(1.0 - s))
    assert total == pytest.approx((1 - np.exp(-1)) ** -2)
    assert total <= np.e


@many
@given(
    T=rounds, L=st.floats(0.01, 1), U=st.floats(0.01, 5), beta1=st.floats(1, 5), B=st.floats(0, 500)
)
def test_corollary4_has_the_form_b7(T, L, U, beta1, B):
    mu, nu = bounded_loss_constants(L, U, beta1)
    assert bounded_loss_bound(B, L, U, beta1) <= (mu * np.sqrt(B) + nu) * (1 + 1e-12)


@some
@given(seed=st.integers(0, 10**6), T=st.integers(5, 200), flip=st.floats(0, 0.5))
def test_online_loss_obeys_b7(seed, T, flip):
    """The learner of Corollary 4, against the population's separator and 20 other vectors."""
    radius = 5.0
    stream = make_noisy_separator(T, 4, flip=flip, random_state=seed)
    loss = SquaredHinge(slope=2 / (1 + radius) ** 2)
    L = loss.smoothness
    U = radius**2 / 2
    scale = LossScale(1.0, bounded_loss_beta2(L, U))
    _, run = dual_ascent(stream.data, stream.target, Euclidean(radius), loss, scale)
    rng = np.random.default_rng(seed)
    others = np.vstack([stream.coef * r for r in (0, 1, radius)] + [rng.standard_normal((20, 4))])
    B = loss.value(stream.data @ others.T, stream.target[:, None]).sum(axis=0).min()
    mu, nu = bounded_loss_constants(L, U)
    assert run.losses.sum() <= B + mu * np.sqrt(B) + nu


@some
@given(p=unit, T=st.integers(1, 150), delta=st.floats(0.001, 0.999))
def test_theorem13_survives_a_learner_that_stops_when_ahead(p, T, delta):
    assert stopping_failure(p, T, delta) <= delta
    assert stopping_failure(p, T, delta, stop=False) <= delta


def test_stopping_failure_by_simulation(monkeypatch):
    """A certificate as strict as its first term alone fails often enough to be counted."""
    import mlcompanion.learning_theory.risk_bounds as module

    p = 0.3
    T = 40
    shrink = 0.05
    monkeypatch.setattr(module, "_log_inverse", lambda delta: shrink - np.log(T + 3))
    exact = module.stopping_failure(p, T, 0.5)
    rng = np.random.default_rng(0)
    k = np.cumsum(rng.random((20_000, T)) < p, axis=1)
    broken = p * np.arange(1, T + 1) > k + 3 * shrink + 2 * np.sqrt(k * shrink)
    share = broken.any(axis=1).mean()
    assert 0.1 < exact < 0.9
    assert abs(exact - share) < 4 * np.sqrt(exact * (1 - exact) / 20_000)
    ends = module.stopping_failure(p, T, 0.5, stop=False)
    assert abs(ends - broken[:, -1].mean()) < 0.02
    assert ends < exact


def test_certificate_horizon_is_the_least():
    T = certificate_horizon(0.05, 0.05, 0.1)
    assert risk_certificate(0.05, T, 0.05) <= 0.1 < risk_certificate(0.05, T - 1, 0.05)
    with pytest.raises(ValueError, match="target"):
        certificate_horizon(0.1, 0.05, 0.1)


def test_markov_and_blocks():
    assert random_stopping_bound(0.2, 0.01, 0.05) == pytest.approx(0.4)
    assert mean_risk_bound(0.2, 5.0, 100) == pytest.approx(0.25)
    for s in (1, 4):  # B(k) = 3 sqrt(k): e s 3 sqrt(T / s) / T
        assert block_validation_bound(0.1, lambda k: 3 * np.sqrt(k), 400, s) == pytest.approx(
            0.1 + 3 * np.e * np.sqrt(s / 400)
        )


def test_markov_is_tight_for_two_values():
    """An excess of alpha / delta with probability delta: Lemma 23 cannot be improved."""
    alpha = 0.01
    delta = 0.2
    excess = np.array([0, alpha / delta])
    assert excess @ [1 - delta, delta] == pytest.approx(alpha)
    assert random_stopping_bound(0, alpha, delta) == pytest.approx(excess[1])


def test_validation_price_falls_with_m():
    prices = [validation_price(0.1, 5, m, 0.05) for m in (50, 500, 5000)]
    assert prices[0] > prices[1] > prices[2]
    q = (np.log(5) * np.log(50) + np.log(20)) / 50
    assert prices[0] == pytest.approx(np.sqrt(0.1 * q) + q)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("risk ", lambda: bernstein_risk_bound(1.2, 10, 0.1)),
        ("T ", lambda: bernstein_risk_bound(0.1, 0, 0.1)),
        ("delta ", lambda: bernstein_risk_bound(0.1, 10, 0.0)),
        ("mu ", lambda: online_loss_bound(0.1, -1, 0, 10, 0.1)),
        ("risk ", lambda: optimistic_mean_risk_bound(np.nan, 1, 1, 10)),
        ("M_T ", lambda: risk_certificate(2.0, 10, 0.1)),
        ("delta ", lambda: risk_certificate(0.1, 10, 1.0)),
        ("alpha ", lambda: random_stopping_bound(0.1, -1, 0.1)),
        ("T ", lambda: block_validation_bound(0.1, np.sqrt, 3, 4)),
        ("n_candidates ", lambda: validation_price(0.1, 0, 10, 0.1)),
        ("p ", lambda: stopping_failure(1.5, 10, 0.1)),
        ("L ", lambda: bounded_loss_constants(0, 1)),
    ],
)
def test_bad_input(name, call):
    with pytest.raises(ValueError, match=name):
        call()
