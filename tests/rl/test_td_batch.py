"""Values from stored trajectories, against sums written out and against theory."""

import re
from itertools import product

import numpy as np
import pytest
from reward_chains import GAMMA, TRUTH, faithful, random_chain

from mlcompanion.rl import MRP, sample_trajectories
from mlcompanion.rl.td import (
    GLSTD,
    LSTD,
    asymptotic_law,
    faithful_process,
    laplacian_basis,
    optimal_weights,
    residual_weights,
    squared_errors,
)


def written_out(states, rewards, Phi, lam=0.0):
    A, b, w = 0.0, 0.0, np.zeros(Phi.shape[1])
    for t, reward in enumerate(rewards):
        w = GAMMA * lam * w + Phi[states[t]]
        A = A + np.outer(w, Phi[states[t]] - GAMMA * Phi[states[t + 1]])
        b = b + w * reward
    return np.linalg.solve(A, b)


@pytest.mark.parametrize("lam", [0.0, 0.4, 1.0])
def test_lstd_is_its_sums(lam):
    mrp, Phi = random_chain(0)
    runs = sample_trajectories(mrp, 200, 3, random_state=0)
    together = LSTD(GAMMA, lam).fit(*runs, Phi)
    for states, rewards, coef in zip(*runs, together.coef_):
        np.testing.assert_allclose(coef, written_out(states, rewards, Phi, lam), rtol=1e-8)
        alone = LSTD(GAMMA, lam).fit(states, rewards, Phi)
        np.testing.assert_array_equal(alone.coef_, coef)
    assert together.value(Phi).shape == (3, 6)


@pytest.mark.parametrize("T", [899, 900])
def test_many_states_for_few_moves_and_few_for_many(T):
    rng = np.random.default_rng(4)
    mrp = MRP(rng.dirichlet(np.ones(30), size=30), rng.normal(size=30))
    Phi, weights = rng.normal(size=(2, 30, 3))
    runs = sample_trajectories(mrp, T, 2, random_state=1)
    for run, (states, rewards) in enumerate(zip(*runs)):
        coef = LSTD(GAMMA).fit(*runs, Phi).coef_[run]
        np.testing.assert_allclose(coef, written_out(states, rewards, Phi), rtol=1e-8)
        slopes = Phi[states[:-1]] - GAMMA * Phi[states[1:]]
        w = weights[states[:-1]]
        coef = LSTD(GAMMA).fit(*runs, Phi, weights=weights).coef_[run]
        np.testing.assert_allclose(w.T @ slopes @ coef, w.T @ rewards, rtol=1e-7, atol=1e-7)


def test_singular_values_are_for_what_is_nearly_singular(monkeypatch):
    mrp, Phi = random_chain(0)
    runs = sample_trajectories(mrp, 200, 3, random_state=0)
    asked = []
    rank = np.linalg.matrix_rank
    monkeypatch.setattr(np.linalg, "matrix_rank", lambda A, **how: asked.append(A) or rank(A))
    LSTD(GAMMA).fit(*runs, Phi)
    GLSTD(GAMMA).fit(*runs, Phi)
    assert not asked  # they cost more than all else of a short walk
    with pytest.raises(ValueError, match="rank is 1 in run 0"):
        LSTD(GAMMA).fit(*runs, Phi[:, [0, 0]])
    assert asked


@pytest.mark.parametrize("units", [1.0, 2.0**-100, 2.0**100])
def test_a_singular_matrix_names_the_columns_of_the_basis(units):
    mrp, Phi = random_chain(0)
    runs = sample_trajectories(mrp, 200, 3, random_state=0)
    short = units * Phi[:, [0]]
    twice = np.hstack([Phi, short])
    m = Phi.shape[1]
    # the farthest column is taken first, and of equal ones the first
    with pytest.raises(ValueError, match=rf"column\(s\) {m} of Phi"):
        LSTD(GAMMA).fit(*runs, twice)
    with pytest.raises(ValueError, match=rf"column\(s\) {m} of Phi"):
        GLSTD(GAMMA).fit(*runs, twice)
    unseen = np.insert(Phi, 1, 0.0, axis=1)
    with pytest.raises(ValueError, match=r"in run 0, where column\(s\) 1 of Phi"):
        LSTD(GAMMA).fit(*runs, unseen)
    nothing = np.zeros((len(Phi), 2))
    with pytest.raises(ValueError, match=r"column\(s\) 0, 1 of Phi"):
        LSTD(GAMMA).fit(*runs, nothing)


def test_a_sum_of_columns_is_named_among_its_terms():
    """Of three columns in one plane one is too many; the rest determine the coefficients."""
    mrp, Phi = random_chain(0)
    runs = sample_trajectories(mrp, 200, 3, random_state=0)
    basis = np.column_stack([Phi[:, 0], Phi[:, 1], Phi[:, 0] + Phi[:, 1]])
    with pytest.raises(ValueError, match="cannot be told") as refusal:
        LSTD(GAMMA).fit(*runs, basis)
    named = int(re.search(r"column\(s\) (\d) of", str(refusal.value))[1])
    LSTD(GAMMA).fit(*runs, np.delete(basis, named, axis=1))


def test_a_basis_of_all_states_is_the_model_of_the_data():
    mrp, _ = random_chain(1)
    states, rewards = (a[0] for a in sample_trajectories(mrp, 500, random_state=1))
    moves = np.zeros((6, 6))
    np.add.at(moves, (states[:-1], states[1:]), 1)
    visits = moves.sum(axis=1)
    earned = np.bincount(states[:-1], weights=rewards, minlength=6) / visits
    fitted = LSTD(GAMMA).fit(states, rewards, np.eye(6)).coef_
    np.testing.assert_allclose(fitted, MRP(moves / visits[:, None], earned).value(GAMMA))


@pytest.mark.parametrize("unit", [1e-6, 1e6])
def test_units_of_rewards_and_features(unit):
    mrp, Phi = random_chain(2)
    states, rewards = sample_trajectories(mrp, 300, 4, random_state=2)
    for model in (LSTD(GAMMA, 0.5), GLSTD(GAMMA), GLSTD(GAMMA, crossfit=3)):
        plain = model.fit(states, rewards, Phi).coef_
        np.testing.assert_allclose(
            model.fit(states, unit * rewards, Phi).coef_ / unit, plain, rtol=1e-7
        )
        np.testing.assert_allclose(
            model.fit(states, rewards, unit * Phi).coef_ * unit, plain, rtol=1e-7
        )


@pytest.mark.parametrize("large", [1e6, 1e9, 1e150])
def test_columns_may_have_units_of_their_own(large):
    mrp, Phi = random_chain(2)
    states, rewards = sample_trajectories(mrp, 300, random_state=2)
    units = np.ones(Phi.shape[1])
    units[0], units[-1] = large, 1 / large
    models = LSTD(GAMMA, 0.5), GLSTD(GAMMA), GLSTD(GAMMA, crossfit=3)
    for model in models:
        plain = model.fit(states, rewards, Phi).coef_
        found = model.fit(states, rewards, Phi * units).coef_ * units
        np.testing.assert_allclose(found, plain, rtol=1e-9)
    usual, other = asymptotic_law(mrp, Phi, GAMMA), asymptotic_law(mrp, Phi * units, GAMMA)
    both = np.outer(units, units)
    np.testing.assert_allclose(other.coef * units, usual.coef, rtol=1e-9)
    np.testing.assert_allclose(other.covariance * both, usual.covariance, rtol=1e-9)
    for name in ("A", "sigma0", "lagged"):
        expected = getattr(usual, name)
        np.testing.assert_allclose(
            getattr(other, name) / both, expected, rtol=1e-9, atol=1e-12 * np.abs(expected).max()
        )


def test_glstd_is_a_weighted_regression_of_mean_rewards():
    mrp, Phi = faithful()
    states, rewards = (a[0] for a in sample_trajectories(mrp, 400, random_state=3))
    model = GLSTD(GAMMA, var_floor=0).fit(states, rewards, Phi)
    visits = np.bincount(states[:-1], minlength=5)
    errors = (Phi[states[:-1]] - GAMMA * Phi[states[1:]]) @ model.lstd_ - rewards
    v = np.bincount(states[:-1], weights=errors**2, minlength=5) / visits
    slopes = Phi[states[:-1]] - GAMMA * Phi[states[1:]]
    zeta = np.array([slopes[states[:-1] == s].mean(axis=0) for s in range(5)])
    reward = np.bincount(states[:-1], weights=rewards, minlength=5) / visits
    np.testing.assert_allclose(model.weights_, zeta / v[:, None], rtol=1e-9)
    root = np.sqrt(visits / v)
    expected = np.linalg.lstsq(zeta * root[:, None], reward * root, rcond=None)[0]
    np.testing.assert_allclose(model.coef_, expected, rtol=1e-8)


def test_blocks_take_their_weights_from_the_others():
    mrp, Phi = faithful()
    states, rewards = (a[0] for a in sample_trajectories(mrp, 300, random_state=4))
    model = GLSTD(GAMMA, crossfit=2, var_floor=0).fit(states, rewards, Phi)
    halves = [(states[:151], rewards[:150]), (states[150:], rewards[150:])]
    A, b = 0.0, 0.0
    for own, (s, r) in zip(halves, halves[::-1]):
        slopes = Phi[s[:-1]] - GAMMA * Phi[s[1:]]
        errors = slopes @ model.lstd_ - r
        W = [slopes[s[:-1] == k].mean(axis=0) / np.mean(errors[s[:-1] == k] ** 2) for k in range(5)]
        w = np.array(W)[own[0][:-1]]
        A = A + w.T @ (Phi[own[0][:-1]] - GAMMA * Phi[own[0][1:]])
        b = b + w.T @ own[1]
    np.testing.assert_allclose(model.coef_, np.linalg.solve(A, b), rtol=1e-8)


def test_errors_are_as_large_as_theory_says():
    mrp, Phi = faithful()
    T = 4000
    runs = sample_trajectories(mrp, T, 400, random_state=5)
    plain = asymptotic_law(mrp, Phi, GAMMA)
    best = asymptotic_law(mrp, Phi, GAMMA, optimal_weights(mrp, Phi, GAMMA, TRUTH))
    np.testing.assert_allclose(plain.coef, TRUTH, atol=1e-10)
    for model, law in ((LSTD(GAMMA), plain), (GLSTD(GAMMA), best)):
        off = model.fit(*runs, Phi).coef_ - TRUTH
        assert T * np.mean((off**2).sum(axis=1)) == pytest.approx(np.trace(law.covariance), rel=0.2)


def test_no_weight_beats_the_optimal_one():
    rng = np.random.default_rng(6)
    mrp, Phi = faithful()
    best = asymptotic_law(mrp, Phi, GAMMA, optimal_weights(mrp, Phi, GAMMA, TRUTH)).covariance
    for _ in range(50):
        other = asymptotic_law(mrp, Phi, GAMMA, rng.normal(size=Phi.shape)).covariance
        assert np.linalg.eigvalsh(other - best).min() >= -1e-9 * np.trace(other)
    zeta = residual_weights(mrp, Phi, GAMMA)
    v = squared_errors(mrp, Phi, GAMMA, TRUTH)
    Q = (mrp.stationary() / v * zeta.T) @ zeta
    np.testing.assert_allclose(best, np.linalg.inv(Q), rtol=1e-8)


def test_errors_at_different_times_hang_together_if_the_model_does_not_fit():
    mrp, Phi = random_chain(7)
    law = asymptotic_law(mrp, Phi, 0.8)
    stationary = mrp.stationary()
    values = Phi @ law.coef
    errors = values[:, None] - 0.8 * values - mrp.r
    terms = (mrp.P * errors).sum(axis=1)[:, None] * Phi
    first = (stationary[:, None] * mrp.P * errors).T @ Phi
    summed, ahead = 0.0, np.eye(6)
    for _ in range(2000):
        summed = summed + first.T @ ahead @ terms
        ahead = ahead @ mrp.P
    np.testing.assert_allclose(law.lagged, summed, atol=1e-9)
    assert np.abs(law.lagged - law.lagged.T).max() > 1e-3
    # an earlier with a later term, and a later with an earlier one: printed as twice the first
    sigma = law.A @ law.covariance @ law.A.T
    np.testing.assert_allclose(sigma, law.sigma0 + law.lagged + law.lagged.T, atol=1e-12)
    np.testing.assert_allclose(law.covariance, law.covariance.T, atol=1e-12)
    fitting = MRP(mrp.P, (np.eye(6) - 0.8 * mrp.P) @ Phi @ [1.0, -2.0])
    exact = asymptotic_law(fitting, Phi, 0.8)
    assert np.abs(exact.lagged).max() < 1e-12 * np.abs(exact.sigma0).max()


def test_the_law_of_a_misfit_is_what_many_runs_show():
    mrp, Phi = random_chain(8)
    law = asymptotic_law(mrp, Phi, 0.8)
    T = 3000
    coef = LSTD(0.8).fit(*sample_trajectories(mrp, T, 1000, random_state=8), Phi).coef_
    np.testing.assert_allclose(T * np.cov(coef.T), law.covariance, rtol=0.2, atol=0.1)


def chain_of_histories(mrp, length):
    """The chain whose states are the last states of another, and these states."""
    n = len(mrp.P)
    histories = np.array(list(product(range(n), repeat=length)))
    P, r = np.zeros((len(histories),) * 2), np.zeros((len(histories),) * 2)
    for i, past in enumerate(histories):
        for after in range(n):
            j = np.ravel_multi_index((*past[1:], after), (n,) * length)
            P[i, j], r[i, j] = mrp.P[past[-1], after], mrp.r[past[-1], after]
    return MRP(P, r), histories


def test_a_weight_that_remembers_is_one_of_the_whole_history():
    rng = np.random.default_rng(9)
    mrp = MRP(0.5 * np.eye(2) + 0.5 * rng.dirichlet([1, 1], size=2), rng.normal(size=(2, 2)))
    Phi, W = np.array([[1.0], [0.3]]), np.array([[0.5], [2.0]])
    unrolled, histories = chain_of_histories(mrp, 9)
    for weights in (None, W):
        folded = asymptotic_law(mrp, Phi, 0.5, weights, lam=0.4)
        past = (Phi if weights is None else W)[histories[:, ::-1]]
        faded = np.einsum("k,hkm->hm", 0.2 ** np.arange(9), past)
        long = asymptotic_law(unrolled, Phi[histories[:, -1]], 0.5, faded)
        assert np.abs(folded.lagged).max() > 1e-3 * np.abs(folded.sigma0).max()
        for name in folded._fields:
            np.testing.assert_allclose(getattr(folded, name), getattr(long, name), rtol=1e-4)


def test_memory_helps_no_fit_that_is_exact_but_moves_one_that_is_not():
    mrp, Phi = faithful()
    for lam in (0.0, 0.5, 1.0):
        law = asymptotic_law(mrp, Phi, GAMMA, lam=lam)
        np.testing.assert_allclose(law.coef, TRUTH)
        assert np.abs(law.lagged).max() < 1e-10 * np.abs(law.sigma0).max()
    # with lambda = 1 the limit is the projection of the true values
    mrp, Phi = random_chain(10)
    root = np.sqrt(mrp.stationary())
    projected = np.linalg.lstsq(root[:, None] * Phi, root * mrp.value(0.8), rcond=None)[0]
    np.testing.assert_allclose(asymptotic_law(mrp, Phi, 0.8, lam=1.0).coef, projected)


def test_rewards_are_made_so_that_values_fit():
    mrp, Phi = random_chain(11)
    for unit in (1e-6, 1.0, 1e6):
        made = faithful_process(mrp.P, Phi, 0.9, [unit, -2 * unit])
        np.testing.assert_allclose(made.value(0.9), Phi @ [unit, -2 * unit], atol=1e-12 * unit)
    with pytest.raises(ValueError, match="coef"):
        faithful_process(mrp.P, Phi, 0.9, [1.0])


def test_the_basis_is_of_the_path():
    n = 7
    basis = laplacian_basis(n, n)
    path = np.diag([1.0, *[2.0] * (n - 2), 1.0]) - np.eye(n, k=1) - np.eye(n, k=-1)
    for k in range(n):
        rate = 2 - 2 * np.cos(np.pi * k / n)
        np.testing.assert_allclose(path @ basis[:, k], rate * basis[:, k], atol=1e-14)
    np.testing.assert_allclose((basis**2).sum(axis=0), [n] + [1] * (n - 1))


def test_what_the_data_leave_open_is_refused():
    mrp, Phi = faithful()
    states, rewards = (a[0] for a in sample_trajectories(mrp, 2, random_state=0))
    with pytest.raises(ValueError, match="rank"):
        LSTD(GAMMA).fit(states, rewards, Phi)
    with pytest.raises(ValueError, match="crossfit"):
        GLSTD(GAMMA, crossfit=5).fit(states, rewards, Phi)
    with pytest.raises(ValueError, match="coef"):
        optimal_weights(MRP([[0.0, 1.0], [1.0, 0.0]], [1.0, 0.0]), np.eye(2), 0.5, [4 / 3, 2 / 3])
    with pytest.raises(ValueError, match="weights"):
        asymptotic_law(mrp, Phi, GAMMA, np.zeros_like(Phi))
