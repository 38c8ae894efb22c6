"""Diagnostics of chains: against closed forms, brute force and wrong samplers."""

import numpy as np
import pytest

from mlcompanion.bayes.diagnostics import (
    autocorrelation,
    chain_effective_size,
    chain_mean_error,
    geweke_joint_test,
    split_rhat,
)


def autoregression(phi, shape, seed):
    """A stationary chain with autocorrelation phi^t."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=shape)
    x[..., 1:] *= np.sqrt(1 - phi**2)
    for t in range(1, shape[-1]):
        x[..., t] += phi * x[..., t - 1]
    return x


def plain_effective_size(chains):
    """Geyer's estimate by loops over lags, as Vehtari et al. (2021) describe it."""
    half = chains.shape[1] // 2
    rows = np.vstack([chains[:, :half], chains[:, -half:]])
    c, n = rows.shape
    means = rows.mean(axis=1)
    within = np.mean([row.var(ddof=1) for row in rows])
    total = within * (n - 1) / n + means.var(ddof=1)

    def rho(t):
        if t == 0:
            return 1.0
        parts = [(row[: n - t] - m) @ (row[t:] - m) / n for row, m in zip(rows, means)]
        return 1 - (within - np.mean(parts)) / total

    pairs = []
    last = 0.0
    count = (n - 1) // 2
    for k in range(count):
        pair = rho(2 * k) + rho(2 * k + 1)
        last = rho(2 * k)
        if pair < 0 or k == count - 1:
            break
        pairs.append(min(pair, pairs[-1]) if pairs else pair)
    tau = 2 * sum(pairs) - 1 + max(last, 0)
    return c * n / max(tau, 1 / np.log10(c * n))


def test_autocorrelation_is_the_sum_over_lags():
    x = np.random.default_rng(0).normal(size=37).cumsum()
    centred = x - x.mean()
    sums = [centred[: 37 - t] @ centred[t:] for t in range(37)]
    np.testing.assert_allclose(autocorrelation(x), np.array(sums) / sums[0], atol=1e-12)
    assert autocorrelation(x)[1:].sum() == pytest.approx(-0.5)
    assert autocorrelation(x, 0).tolist() == [1.0]


def test_autocorrelation_of_several_chains_averages_their_covariances():
    x = np.random.default_rng(1).normal(size=(3, 50)) * [[1.0], [2.0], [5.0]] + [[0], [10], [99]]
    centred = x - x.mean(axis=1, keepdims=True)
    lag_two = (centred[:, :-2] * centred[:, 2:]).sum() / (centred**2).sum()
    assert autocorrelation(x, 2)[2] == pytest.approx(lag_two)


@pytest.mark.parametrize("phi", [-0.5, 0.0, 0.7, 0.95])
@pytest.mark.parametrize("shape", [(1, 101), (4, 60), (2, 9), (3, 8)])
def test_effective_size_is_geyers_estimate(phi, shape):
    x = autoregression(phi, shape, 3)
    assert chain_effective_size(x) == pytest.approx(plain_effective_size(x), rel=1e-9)


@pytest.mark.parametrize("phi", [-0.4, 0.0, 0.5, 0.9])
def test_effective_size_of_an_autoregression(phi):
    x = autoregression(phi, (8, 20_000), 5)
    assert chain_effective_size(x) / x.size == pytest.approx((1 - phi) / (1 + phi), rel=0.1)


def test_mean_error_is_the_spread_of_means():
    x = autoregression(0.8, (400, 500), 7)
    errors = [chain_mean_error(row) for row in x[:40]]
    assert np.median(errors) == pytest.approx(x.mean(axis=1).std(ddof=1), rel=0.15)


def test_rhat_by_its_definition():
    x = np.random.default_rng(2).normal(size=(3, 11)) + np.arange(3.0)[:, None]
    halves = np.vstack([x[:, :5], x[:, 6:]])
    within = np.mean([half.var(ddof=1) for half in halves])
    between = 5 * np.var([half.mean() for half in halves], ddof=1)
    assert split_rhat(x) == pytest.approx(np.sqrt((4 * within / 5 + between / 5) / within))


def test_rhat_sees_drift_and_disagreement():
    rng = np.random.default_rng(4)
    noise = rng.normal(size=(4, 2000))
    assert split_rhat(noise) < 1.005
    assert split_rhat(noise + np.linspace(0, 3, 2000)) > 1.2
    assert split_rhat(noise + np.arange(4)[:, None]) > 1.2
    assert split_rhat([[1.0] * 8, [2.0] * 8]) == np.inf


@pytest.mark.parametrize(
    ("a", "b"), [(1e6, 1.0), (-3e8, 1e-2), (0.0, 1e200), (0.0, 1e-200), (7.0, -2)]
)
@pytest.mark.parametrize("measure", [chain_effective_size, split_rhat, autocorrelation])
def test_origin_and_unit_change_nothing(measure, a, b):
    x = autoregression(0.6, (2, 400), 9)
    np.testing.assert_allclose(measure(a + b * x), measure(x), rtol=1e-4, atol=1e-5)


def test_whole_numbers_and_a_chain_that_stands_beside_one_that_moves():
    x = np.random.default_rng(6).integers(0, 3, size=(2, 300))
    assert 300 < chain_effective_size(x) < 900
    x[0] = 1
    assert np.isfinite(chain_effective_size(x))


@pytest.mark.parametrize("measure", [chain_effective_size, split_rhat, autocorrelation])
def test_a_chain_that_never_moves_is_refused(measure):
    with pytest.raises(ValueError, match="draws"):
        measure(np.full((2, 20), 0.1))


# Two normal numbers with a common normal mean: every step of the sampler has a closed form.


def prior(rng):
    return rng.normal(2.0, 1.0)


def data(mean, rng):
    return rng.normal(mean, 1.0, size=2)


def exact(mean, x, rng):
    return rng.normal((2 + x.sum()) / 3, 3**-0.5)


def by_metropolis(keep_ratio):
    def update(mean, x, rng):
        proposal = mean + rng.exponential() - 0.5  # not symmetric

        def log_joint(m):
            return -((m - 2) ** 2) / 2 - ((x - m) ** 2).sum() / 2

        log_ratio = log_joint(proposal) - log_joint(mean)
        forth = -(proposal - mean + 0.5)
        back = -(mean - proposal + 0.5) if mean - proposal >= -0.5 else -np.inf
        if keep_ratio:
            log_ratio += back - forth
        return proposal if np.log(rng.random()) < log_ratio else mean

    return update


def moments(mean, x):
    a = mean - 2
    b = x - 2
    return [mean, a**2, a * b[0], b[0] * b[1]]


def tried(update, **sizes):
    return geweke_joint_test(prior, data, update, moments, random_state=3, **sizes)


@pytest.mark.parametrize("update", [exact, by_metropolis(True)])
def test_right_samplers_pass(update):
    found = tried(update)
    assert found.pvalue > 0.01
    np.testing.assert_allclose(found.direct, [2, 1, 1, 1], rtol=0.1)


def test_wrong_samplers_do_not():
    def width(mean, x, rng):
        return exact(mean, x, rng) + rng.normal(0, 0.3)

    def shift(mean, x, rng):
        return exact(mean, x, rng) + 0.1

    for update in (width, shift, by_metropolis(False)):
        assert tried(update).pvalue < 1e-3


def test_pvalues_are_uniform_under_a_right_sampler():
    found = [
        geweke_joint_test(
            prior, data, exact, lambda m, x: m, n_chains=20, n_steps=3, random_state=seed
        ).pvalue
        for seed in range(200)
    ]
    assert 0.35 < np.mean(found) < 0.65
    assert np.mean(np.array(found) < 0.1) < 0.18


def test_a_statistic_that_never_varies():
    found = geweke_joint_test(
        prior, data, exact, lambda m, x: [0.3, m], n_chains=20, n_steps=5, random_state=0
    )
    assert found.t[0] == 0
    assert found.pvalues[0] == 1


def test_statistics_must_be_finite():
    with pytest.raises(ValueError, match="statistics"):
        geweke_joint_test(prior, data, exact, lambda m, x: np.nan, n_chains=2, n_steps=1)
