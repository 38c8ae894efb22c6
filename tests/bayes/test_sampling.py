"""Samplers: against closed forms, SciPy, enumeration, and the plain loops of the source."""

import numpy as np
import pytest
from numba import njit
from scipy import stats as scipy_stats

from mlcompanion.bayes.diagnostics import geweke_joint_test
from mlcompanion.bayes.sampling import (
    acceptance_log_ratio,
    gibbs,
    importance_log_weights,
    importance_sampling,
    inverse_transform,
    metropolis,
    metropolis_hastings,
    metropolis_hastings_table,
    monte_carlo,
    predictive_density,
    rejection_sampling,
)
from mlcompanion.probability import Laplace, Normal, Uniform
from mlcompanion.probability.laws import FivePiece


def square(x):
    return x**2


def bell(theta):
    return -0.5 * ((theta[0] - 1.0) ** 2 + (theta[1] / 2.0) ** 2)


COMPILED = njit(bell)


# Averages


def test_monte_carlo_is_the_mean_with_its_error_over_all_pieces():
    def draw(size, rng):
        return 1e6 + rng.normal(size=(size, 2))

    found = monte_carlo(lambda x: x, draw, 250_000, random_state=1)
    rng = np.random.default_rng(1)
    x = np.concatenate([draw(size, rng) for size in (100_000, 100_000, 50_000)])
    np.testing.assert_allclose(found.value, x.mean(axis=0), rtol=1e-13)
    np.testing.assert_allclose(found.error, x.std(axis=0, ddof=1) / 500, rtol=1e-7)
    assert found.n == 250_000


@pytest.mark.parametrize("normalize", [False, True])
@pytest.mark.parametrize("shift", [0.0, 1e6])
def test_importance_by_its_formula(normalize, shift):
    proxy = Normal(shift + 0.5, 4.0)
    target = Normal(shift, 1.0)
    found = importance_sampling(
        lambda x: np.column_stack([x, x**2]), target.logpdf, proxy, 120_000,
        normalize=normalize, random_state=2,
    )  # fmt: skip
    rng = np.random.default_rng(2)
    x = np.concatenate([proxy.rvs(100_000, rng), proxy.rvs(20_000, rng)])
    w = np.exp(target.logpdf(x) - proxy.logpdf(x))
    g = np.column_stack([x, x**2])
    terms = w[:, None] * g
    value = terms.mean(axis=0)
    error = terms.std(axis=0, ddof=1) / np.sqrt(len(x))
    if normalize:
        value = terms.sum(axis=0) / w.sum()
        error = np.sqrt((w[:, None] ** 2 * (g - value) ** 2).sum(axis=0)) / w.sum()
    np.testing.assert_allclose(found.value, value, rtol=1e-12)
    np.testing.assert_allclose(found.error, error, rtol=1e-6)
    assert found.effective_size == pytest.approx(w.sum() ** 2 / (w @ w))


@pytest.mark.parametrize("far", [0.0, 1e6, 1e9])
def test_importance_error_far_from_zero(far):
    """With the target as its own proxy all weights are 1: the error is that of a plain mean."""
    found = importance_sampling(
        lambda x: x + far, Normal().logpdf, Normal(), 250_000, random_state=0
    )
    draws = Normal().rvs(250_000, random_state=np.random.default_rng(0))
    assert found.value - far == pytest.approx(draws.mean(), abs=1e-15 * far + 1e-12)
    assert found.error == pytest.approx(1 / 500, rel=0.01)


def test_importance_error_tells_the_spread_of_estimates():
    runs = [
        importance_sampling(
            square, Normal(0, 1).logpdf, Normal(0, 4), 2000, normalize=way, random_state=seed
        )
        for seed in range(300)
        for way in (False, True)
    ]
    for way in (0, 1):
        values = [run.value for run in runs[way::2]]
        assert np.std(values) == pytest.approx(
            np.mean([run.error for run in runs[way::2]]), rel=0.2
        )
        assert np.mean(values) == pytest.approx(1, abs=0.01)


def test_a_constant_changes_no_normalised_average():
    plain = importance_sampling(
        square, Laplace().logpdf, Normal(0, 9), 5000, normalize=True, random_state=0
    )
    for constant in (69.0, -2000.0, 2000.0):
        moved = importance_sampling(
            square, lambda x, c=constant: Laplace().logpdf(x) + c, Normal(0, 9), 5000,
            normalize=True, random_state=0,
        )  # fmt: skip
        np.testing.assert_allclose(moved, plain, rtol=1e-9)
    with pytest.raises(ValueError, match="log_target"):
        importance_sampling(square, lambda x: 0 * x + 2000, Normal(), 50, random_state=0)


def test_scipys_laws_are_proxies_too():
    found = importance_sampling(square, Laplace().logpdf, scipy_stats.t(3), 200_000, random_state=0)
    assert found.value == pytest.approx(2, abs=5 * found.error)


def test_a_target_that_is_nowhere():
    with pytest.raises(ValueError, match="log_target"):
        importance_sampling(square, lambda x: np.full(len(x), -np.inf), Normal(), 50)


def test_log_weights():
    found = importance_log_weights(Laplace().logpdf, Normal(0, 9), [0.0, -2.0])
    np.testing.assert_allclose(found, Laplace().logpdf([0, -2]) - Normal(0, 9).logpdf([0, -2]))


# Independent draws


def test_inverse_transform_follows_the_law():
    draws = inverse_transform(lambda u: -np.log(1 - u), 20_000, random_state=1)
    assert scipy_stats.kstest(draws, "expon").pvalue > 0.01
    with pytest.raises(ValueError, match="quantile"):
        inverse_transform(lambda u: np.full(len(u), np.nan), 5)


def test_rejection_keeps_the_law_and_the_rate():
    found = rejection_sampling(
        FivePiece().logpdf, Uniform(0, 5), np.log(2.5), 20_000, random_state=3
    )
    assert found.samples.shape == (20_000,)
    assert scipy_stats.kstest(found.samples, FivePiece().cdf).pvalue > 0.01
    assert found.acceptance == pytest.approx(0.4, abs=0.01)
    assert found.n_proposals >= 20_000


def test_rejection_in_two_dimensions():
    proposal = scipy_stats.multivariate_normal(np.zeros(2), 4 * np.eye(2))

    def log_target(x):
        return scipy_stats.multivariate_normal.logpdf(x, np.zeros(2), np.eye(2)) + 50

    found = rejection_sampling(log_target, proposal, np.log(4) + 50, n_proposals=40_000,
                               random_state=0)  # fmt: skip
    assert found.n_proposals == 40_000
    assert found.acceptance == pytest.approx(0.25, abs=0.01)
    np.testing.assert_allclose(np.cov(found.samples.T), np.eye(2), atol=0.05)


def test_a_draw_disproves_the_bound():
    with pytest.raises(ValueError, match="log_kappa"):
        rejection_sampling(FivePiece().logpdf, Uniform(0, 5), np.log(2.4), 1000, random_state=0)
    even = rejection_sampling(Normal().logpdf, Normal(), 0.0, 500, random_state=0)
    assert even.acceptance == 1  # a bound that is reached everywhere is no lie


def test_rejection_gives_up():
    with pytest.raises(ValueError, match="max_proposals"):
        rejection_sampling(Normal().logpdf, Normal(), 30.0, 5, max_proposals=1000)
    none = rejection_sampling(Normal().logpdf, Normal(), 30.0, n_proposals=1000, random_state=0)
    assert none.samples.shape == (0,)


# Chains


def listing(log_target, start, n, step, rng_moves, log_v):
    """The program of Fig. 19.16 on given random numbers."""
    t = [np.array(start, float)]
    for i in range(n):
        u = t[-1] + step * rng_moves[i]
        t.append(u if log_v[i] <= log_target(u) - log_target(t[-1]) else t[-1])
    return np.array(t[1:])


def test_the_chain_is_the_listings():
    found = metropolis_hastings(bell, [0.5, 0.0], 3000, step=[1.0, 3.0], random_state=4)
    rng = np.random.default_rng(4)
    log_v = -rng.standard_exponential(3000)
    moves = rng.standard_normal((3000, 2))
    chain = listing(bell, [0.5, 0.0], 3000, np.array([1.0, 3.0]), moves, log_v)
    np.testing.assert_array_equal(found.samples, chain)
    np.testing.assert_allclose(found.log_target, [bell(x) for x in chain])
    moved = (np.diff(np.vstack([[0.5, 0.0], chain]), axis=0) != 0).any(axis=1)
    assert found.acceptance == moved.mean()


def test_compiled_and_plain_targets_give_one_chain():
    for options in ({}, {"burn_in": 10, "thin": 3, "step": 0.5}):
        compiled = metropolis_hastings(COMPILED, [0.0, 0.0], 5000, random_state=5, **options)
        plain = metropolis_hastings(bell, [0.0, 0.0], 5000, random_state=5, **options)
        np.testing.assert_allclose(compiled.samples, plain.samples, rtol=1e-12)


def test_burn_in_and_thinning_choose_among_the_steps():
    whole = metropolis_hastings(bell, [0.0, 0.0], 9300, random_state=6)
    part = metropolis_hastings(bell, [0.0, 0.0], 1000, burn_in=300, thin=9, random_state=6)
    np.testing.assert_array_equal(part.samples, whole.samples[308::9])
    np.testing.assert_array_equal(part.log_target, whole.log_target[308::9])


def test_many_chains_each_have_their_stream():
    starts = np.zeros((3, 2))
    many = metropolis_hastings(COMPILED, starts, 20_000, random_state=7)
    assert many.samples.shape == (3, 20_000, 2)
    assert many.acceptance.shape == (3,)
    assert not np.array_equal(many.samples[0], many.samples[1])
    fewer = metropolis_hastings(COMPILED, starts[:2], 20_000, random_state=7)
    np.testing.assert_array_equal(fewer.samples, many.samples[:2])
    np.testing.assert_allclose(many.samples.mean(axis=(0, 1)), [1, 0], atol=0.15)
    np.testing.assert_allclose(many.samples.std(axis=(0, 1)), [1, 2], rtol=0.07)


def test_a_constant_changes_no_chain():
    plain = metropolis_hastings(bell, [0.0, 0.0], 2000, random_state=8)
    scaled = metropolis_hastings(
        lambda t: bell(t) + 30 * np.log(10), [0.0, 0.0], 2000, random_state=8
    )
    np.testing.assert_array_equal(scaled.samples, plain.samples)


def test_a_skewed_proposal_is_corrected():
    def draw(theta, rng):
        return theta * np.exp(rng.normal(size=1))  # log-normal: larger points propose farther

    def log_density(new, old):
        return float(-np.log(new[0]) - 0.5 * np.log(new[0] / old[0]) ** 2)

    def log_exponential(theta):
        return -theta[0]

    right = metropolis_hastings(
        log_exponential, [1.0], 20_000, proposal=(draw, log_density), thin=3, random_state=9
    )
    wrong = metropolis_hastings(log_exponential, [1.0], 5000, proposal=draw, random_state=9)
    assert right.samples.mean() == pytest.approx(1, abs=0.08)
    assert wrong.samples.mean() < 0.5  # the density of the logarithm is left out


def test_a_proposal_may_write_to_what_it_is_given_and_what_it_gave():
    def moved(theta, rng):
        return theta + rng.normal(size=2)

    def in_place(theta, rng):
        theta += rng.normal(size=2)
        return theta

    place = np.zeros(2)

    def in_one_place(theta, rng):
        place[:] = theta + rng.normal(size=2)
        return place

    chains = [
        metropolis_hastings(bell, [0.0, 0.0], 500, proposal=propose, random_state=4).samples
        for propose in (moved, in_place, in_one_place)
    ]
    np.testing.assert_array_equal(chains[1], chains[0])
    np.testing.assert_array_equal(chains[2], chains[0])


def test_a_symmetric_proposal_runs_compiled_beside_a_compiled_target():
    def propose(theta, rng):
        return theta + rng.uniform(-1.0, 1.0, 2)

    compiled = njit(propose)
    args = (COMPILED, [0.0, 0.0], 3000)
    found = metropolis_hastings(*args, proposal=compiled, random_state=5)
    plain = metropolis_hastings(bell, [0.0, 0.0], 3000, proposal=propose, random_state=5)
    np.testing.assert_allclose(found.samples, plain.samples, rtol=1e-12)
    walker = metropolis._Walker(COMPILED, np.ones(2), (compiled, None))
    assert hasattr(walker.loop, "py_func")


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_proposal_whose_density_is_no_number(value):
    with pytest.raises(ValueError, match="log density of proposal"):
        metropolis_hastings(
            bell, [0.0, 0.0], 50, random_state=0,
            proposal=(lambda theta, rng: theta + rng.normal(size=2), lambda new, old: value),
        )  # fmt: skip


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_target_that_no_density_has(value):
    with pytest.raises(ValueError, match="log_target"):
        metropolis_hastings(lambda t: 0.0 if t[0] < 1 else value, [0.0], 500, random_state=0)


def test_a_start_without_density():
    with pytest.raises(ValueError, match="start"):
        metropolis_hastings(lambda t: -np.inf, [0.0], 10)
    walls = metropolis_hastings(lambda t: 0.0 if 0 < t[0] < 1 else -np.inf, [0.5], 4000,
                                random_state=0)  # fmt: skip
    assert 0 < walls.samples.min() < walls.samples.max() < 1
    assert walls.samples.mean() == pytest.approx(0.5, abs=0.05)


def test_the_start_is_not_changed():
    start = np.array([0.0, 0.0])
    metropolis_hastings(COMPILED, start, 50, random_state=0)
    gibbs([lambda t, r: 1.0, lambda t, r: 2.0], start, 3, random_state=0)
    assert start.tolist() == [0, 0]


@pytest.mark.parametrize("seed", range(20))
def test_the_table_leaves_the_target_as_it_is(seed):
    rng = np.random.default_rng(seed)
    k = rng.integers(2, 8)
    p = rng.dirichlet(np.ones(k))
    proposal = rng.dirichlet(np.full(k, 0.5), size=k)
    proposal[proposal < 0.02] = 0  # moves that cannot be taken back are never accepted
    proposal /= proposal.sum(axis=1, keepdims=True)
    table = metropolis_hastings_table(np.log(p) + rng.uniform(-70, 70), proposal)
    np.testing.assert_allclose(p @ table, p, atol=1e-14)
    np.testing.assert_allclose(table.sum(axis=1), 1)
    flow = p[:, None] * table
    np.testing.assert_allclose(flow, flow.T, atol=1e-15)  # detailed balance


def test_a_walk_on_states_follows_its_table():
    p = np.array([0.1, 0.6, 0.3])
    proposal = np.array([[0.2, 0.8, 0.0], [0.3, 0.3, 0.4], [0.1, 0.5, 0.4]])
    chain = metropolis_hastings(
        lambda t: float(np.log(p[int(t[0])])), [0.0], 20_000,
        proposal=(
            lambda t, rng: np.array([float(rng.choice(3, p=proposal[int(t[0])]))]),
            lambda new, old: float(np.log(max(proposal[int(old[0]), int(new[0])], 1e-300))),
        ),
        random_state=1,
    )  # fmt: skip
    states = chain.samples[:, 0].astype(int)
    seen = np.zeros((3, 3))
    np.add.at(seen, (states[:-1], states[1:]), 1)
    table = metropolis_hastings_table(np.log(p), proposal)
    np.testing.assert_allclose(seen / seen.sum(axis=1, keepdims=True), table, atol=0.03)


def test_acceptance_ratio():
    assert acceptance_log_ratio(-1.0, -2.0, -0.5, -0.25) == 0.75
    assert acceptance_log_ratio(-np.inf, 0.0) == -np.inf


# Gibbs


def pair(theta, j, rng):
    return 0.8 * theta[1 - j] + 0.6 * rng.standard_normal()


def test_gibbs_uses_the_newest_values():
    found = gibbs(pair, [3.0, 4.0], 500, random_state=2)
    rng = np.random.default_rng(2)
    one = 3.0
    two = 4.0
    for row in found:
        one = 0.8 * two + 0.6 * rng.standard_normal()
        two = 0.8 * one + 0.6 * rng.standard_normal()
        assert row.tolist() == [one, two]


def test_gibbs_compiled_in_a_list_and_plain_are_one():
    plain = gibbs(pair, [0.0, 0.0], 400, burn_in=5, thin=2, random_state=3)
    compiled = gibbs(njit(pair), [0.0, 0.0], 400, burn_in=5, thin=2, random_state=3)
    listed = gibbs(
        [lambda t, r: pair(t, 0, r), lambda t, r: pair(t, 1, r)], [0.0, 0.0], 400,
        burn_in=5, thin=2, random_state=3,
    )  # fmt: skip
    np.testing.assert_allclose(compiled, plain, rtol=1e-12)
    np.testing.assert_array_equal(listed, plain)
    np.testing.assert_array_equal(plain, gibbs(pair, [0.0, 0.0], 805, random_state=3)[6::2])


def test_blocked_gibbs_mixes_where_single_coordinates_do_not():
    rho = 0.99
    cov = np.array([[1, rho, 0], [rho, 1, 0], [0, 0, 1.0]])
    root = np.linalg.cholesky(cov[:2, :2])
    found = gibbs(
        [lambda t, r: root @ r.standard_normal(2), lambda t, r: r.standard_normal()],
        np.zeros(3), 4000, blocks=[[0, 1], [2]], random_state=4,
    )  # fmt: skip
    np.testing.assert_allclose(np.cov(found.T), cov, atol=0.08)
    assert abs(np.corrcoef(found[:-1, 0], found[1:, 0])[0, 1]) < 0.06
    for bad in ([[0, 1]], [[0, 1], [1, 2]], [[0.5], [1, 2]]):
        with pytest.raises(ValueError, match="blocks"):
            gibbs([pair] * len(bad), np.zeros(3), 5, blocks=bad)


def test_gibbs_refuses_draws_that_are_not_finite():
    with pytest.raises(ValueError, match="conditionals"):
        gibbs([lambda t, r: np.nan], [0.0], 5)
    with pytest.raises(ValueError, match="conditionals"):
        gibbs([lambda t, r: 0.0], [0.0, 1.0], 5)


def test_gibbs_of_many_chains():
    found = gibbs(pair, np.zeros((3, 2)), 2000, random_state=5)
    assert found.shape == (3, 2000, 2)
    assert np.corrcoef(found.reshape(-1, 2).T)[0, 1] == pytest.approx(0.8, abs=0.05)


# Both chains under Geweke's test: a normal law of unknown mean and precision


def _prior(rng):
    return np.array([rng.normal(), rng.gamma(3.0)])


def _data(state, rng):
    return rng.normal(state[0], state[1] ** -0.5, size=3)


def _statistics(state, x):
    return [state[0], state[0] ** 2, state[1], state[0] * x.mean(), np.log(state[1]), np.tanh(x[0])]


def _gibbs_step(shift):
    def update(state, x, rng):
        def mean(t, r):
            precision = 1 + len(x) * t[1]
            return r.normal(t[1] * x.sum() / precision, precision**-0.5)

        def precision(t, r):
            return r.gamma(3 + (len(x) + shift) / 2) / (1 + ((x - t[0]) ** 2).sum() / 2)

        return gibbs([mean, precision], state, 1, random_state=rng)[0]

    return update


def _metropolis_step(power):
    def update(state, x, rng):
        def log_posterior(t):
            if t[1] <= 0:
                return -np.inf
            fit = 1.5 * np.log(t[1]) - t[1] * ((x - t[0]) ** 2).sum() / 2
            return -(t[0] ** 2) / 2 + power * np.log(t[1]) - t[1] + fit

        return metropolis_hastings(log_posterior, state, 2, random_state=rng).samples[-1]

    return update


@pytest.mark.parametrize("step", [_gibbs_step, _metropolis_step])
def test_gewekes_test_of_both_chains(step):
    sizes = {"n_chains": 100, "n_steps": 25, "n_direct": 3000, "random_state": 1}
    right, wrong = (0, 1) if step is _gibbs_step else (2, 1)
    assert geweke_joint_test(_prior, _data, step(right), _statistics, **sizes).pvalue > 0.01
    assert geweke_joint_test(_prior, _data, step(wrong), _statistics, **sizes).pvalue < 1e-3


# The predictive density


def _log_normal(x, theta):
    return -0.5 * (x[:, None] - theta) ** 2 - 0.5 * np.log(2 * np.pi)


def test_predictive_is_the_average_density():
    rng = np.random.default_rng(0)
    theta = rng.normal(size=3001)
    x = np.linspace(-3, 3, 101)
    found = predictive_density(_log_normal, theta, x)
    np.testing.assert_allclose(found, np.exp(_log_normal(x, theta)).mean(axis=1), rtol=1e-12)
    np.testing.assert_allclose(found, Normal(0, 2).pdf(x), atol=0.01)
    log_w = rng.normal(size=3001)
    w = np.exp(log_w) / np.exp(log_w).sum()
    weighted = predictive_density(_log_normal, theta, x, log_weights=log_w + 1e4)
    np.testing.assert_allclose(weighted, np.exp(_log_normal(x, theta)) @ w, rtol=1e-9)


def test_predictive_far_out():
    theta = np.linspace(-1, 1, 50)
    far = predictive_density(_log_normal, theta, [30.0])[0]
    assert far == pytest.approx(np.exp(_log_normal(np.array([30.0]), theta)).mean(), rel=1e-9)
    assert predictive_density(lambda x, t: np.full((1, len(t)), -np.inf), theta, [0.0])[0] == 0
