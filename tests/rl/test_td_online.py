"""Online rules, step by step against plain loops, and at their ends against batch solutions."""

import numpy as np
import pytest
from reward_chains import GAMMA, TRUTH, faithful, random_chain
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.rl import sample_trajectories
from mlcompanion.rl.td import LSTD, OnlineTD, StepSchedule, asymptotic_law, optimal_weights

STEP = StepSchedule(0.3, 1 / 201)


def one_run(seed=0, T=60, chain=None):
    mrp, Phi = chain or random_chain(seed)
    states, rewards = (a[0] for a in sample_trajectories(mrp, T, random_state=seed))
    return states, rewards, Phi


def by_hand(method, states, rewards, Phi, lam=0.0):
    """The rules as formulas of whole matrices, without inverses that are carried along."""
    m = Phi.shape[1]
    theta, h, w = np.zeros(m), np.zeros(m), np.zeros(m)
    A, C = 0.01 * np.eye(m), 0.01 * np.eye(m)
    for t, reward in enumerate(rewards, start=1):
        phi, after = Phi[states[t - 1]], Phi[states[t]]
        d, step = phi - GAMMA * after, 0.3 * 201 / (200 + t)
        w = GAMMA * lam * w + phi
        error = d @ theta - reward
        A = A + np.outer(w, d)
        C = C + np.outer(phi, phi)
        if method == "td":
            theta = theta - step * w * error
        elif method == "ntd":
            theta = theta - step * w * error / (np.trace(C - 0.01 * np.eye(m)) / t)
        elif method == "lspe":
            theta = theta - step * np.linalg.solve(C / t, w) * error
        elif method == "accelerated":
            theta = theta - step * np.linalg.solve(A / t, w) * error
        else:
            delta, along = -error, phi @ h
            move = {
                "gtd": along * d,
                "gtd2": along * d,
                "tdc": delta * phi - GAMMA * after * along,
            }[method]
            theta = theta + step * move
            h = h + step * (delta * phi - h if method == "gtd" else (delta - along) * phi)
    return theta


@pytest.mark.parametrize("method", ["td", "ntd", "lspe", "accelerated", "gtd", "gtd2", "tdc"])
def test_every_rule_is_its_formula(method):
    run = one_run()
    fitted = OnlineTD(GAMMA, method, step=STEP).fit(*run).coef_
    np.testing.assert_allclose(fitted, by_hand(method, *run), rtol=1e-8)


@pytest.mark.parametrize("method", ["td", "ntd", "lspe", "accelerated"])
def test_weights_that_remember(method):
    run = one_run(1)
    fitted = OnlineTD(GAMMA, method, lam=0.7, step=STEP).fit(*run).coef_
    np.testing.assert_allclose(fitted, by_hand(method, *run, lam=0.7), rtol=1e-8)


@pytest.mark.parametrize("lam", [0.0, 0.6])
def test_accelerated_td_is_lstd_step_by_step(lam):
    states, rewards = sample_trajectories(faithful()[0], 300, 5, random_state=2)
    Phi = faithful()[1]
    model = OnlineTD(GAMMA, lam=lam, warm_start=40, ridge=0)
    model.fit(states, rewards, Phi, checkpoints=[100, 300])
    for T, coef in zip((100, 300), model.path_):
        batch = LSTD(GAMMA, lam).fit(states[:, : T + 1], rewards[:, :T], Phi).coef_
        np.testing.assert_allclose(coef, batch, rtol=1e-7)


def test_ilstd_at_full_steps_goes_to_lstd():
    run = one_run(3, T=3000)
    fitted = OnlineTD(GAMMA, "ilstd", step=StepSchedule(1.0, 0.0)).fit(*run).coef_
    assert np.linalg.norm(fitted - LSTD(GAMMA).fit(*run).coef_) < 0.1


def optimal_by_hand(states, rewards, Phi, steady, warm):
    m = Phi.shape[1]
    tally = {s: [0, 0.0, np.zeros(m)] for s in range(len(Phi))}
    slopes = Phi[states[:-1]] - GAMMA * Phi[states[1:]]
    theta = LSTD(GAMMA).fit(states[: warm + 1], rewards[:warm], Phi).coef_
    for k in range(warm):
        tally[states[k]][0] += 1
        tally[states[k]][1] += (slopes[k] @ theta - rewards[k]) ** 2
        tally[states[k]][2] += slopes[k]

    def parts(s):
        visits, squares, total = tally[s]
        v = squares / visits
        if steady:
            mean = sum(q for _, q, _ in tally.values()) / sum(n for n, _, _ in tally.values())
            v = max((squares + 2 * mean) / (visits + 2), 0.05 * mean)
        return total / visits, v

    Q = 0.0
    for k in range(warm):
        zeta, v = parts(states[k])
        Q = Q + np.outer(zeta, zeta if steady else slopes[k]) / v
    for k in range(warm, len(rewards)):
        error = slopes[k] @ theta - rewards[k]
        if tally[states[k]][0] > 0:
            zeta, v = parts(states[k])
            Q = Q + np.outer(zeta, zeta if steady else slopes[k]) / v
            theta = theta - np.linalg.solve(Q, zeta / v) * error
        tally[states[k]][0] += 1
        tally[states[k]][1] += error**2
        tally[states[k]][2] = tally[states[k]][2] + slopes[k]
    return theta


@pytest.mark.parametrize("method", ["optimal", "steady"])
def test_the_optimal_rules_are_their_formulas(method):
    run = one_run(4, T=200, chain=faithful())
    fitted = OnlineTD(GAMMA, method, warm_start=50, ridge=0).fit(*run).coef_
    by_loop = optimal_by_hand(*run, steady=method == "steady", warm=50)
    np.testing.assert_allclose(fitted, by_loop, rtol=1e-6)


def test_the_steady_rule_stays_near_the_least_variance():
    mrp, Phi = faithful()
    T = 8000
    coef = OnlineTD(GAMMA, "steady", warm_start=50)
    coef = coef.fit(*sample_trajectories(mrp, T, 200, random_state=5), Phi).coef_
    best = asymptotic_law(mrp, Phi, GAMMA, optimal_weights(mrp, Phi, GAMMA, TRUTH)).covariance
    squared = ((coef - TRUTH) ** 2).sum(axis=1)
    # nothing does better; a start that was far off is felt for long
    assert 0.8 * np.trace(best) < T * squared.mean() < 2 * np.trace(best)


@pytest.mark.parametrize("method", ["td", "accelerated", "optimal", "steady", "tdc", "ilstd"])
def test_going_on_is_as_never_having_stopped(method):
    states, rewards = sample_trajectories(faithful()[0], 200, 3, random_state=6)
    Phi = faithful()[1]
    model = OnlineTD(GAMMA, method, step=STEP, warm_start=40)
    whole = model.fit(states, rewards, Phi).coef_
    part = OnlineTD(GAMMA, method, step=STEP, warm_start=40)
    part.fit(states[:, :101], rewards[:, :100], Phi)
    part.partial_fit(states[:, 100:], rewards[:, 100:])
    np.testing.assert_array_equal(part.coef_, whole)
    assert part.n_steps_ == 200


def test_the_first_order_inverse_stays_near_the_exact_one():
    states, rewards = sample_trajectories(faithful()[0], 3000, 20, random_state=7)
    Phi = faithful()[1]
    exact = OnlineTD(GAMMA, warm_start=500).fit(states, rewards, Phi).coef_
    first = OnlineTD(GAMMA, warm_start=500, inverse="first-order").fit(states, rewards, Phi).coef_
    spread = np.abs(exact - TRUTH).mean()
    assert np.abs(first - exact).mean() < 0.2 * spread


def test_steps_that_are_too_long_warn():
    states, rewards, Phi = one_run(8, T=3000)
    with pytest.warns(ConvergenceWarning, match="left the numbers"):
        OnlineTD(GAMMA, "td", step=StepSchedule(1.0, 0.0)).fit(states, rewards, 1e3 * Phi)


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"method": "tdc", "lam": 0.5}, "lam"),
        ({"ridge": 0}, "ridge"),
        ({"inverse": "first-order"}, "inverse"),
        ({"warm_start": 100}, "warm_start"),
        ({"method": "sarsa"}, "method"),
        ({"step": StepSchedule(2.0)}, "step.first"),
    ],
)
def test_rules_that_cannot_begin(settings, name):
    with pytest.raises(ValueError, match=name):
        OnlineTD(GAMMA, **settings).fit(*one_run())


def test_partial_fit_goes_on_where_the_walk_ended():
    model = OnlineTD(GAMMA).fit([0, 1, 2], [0.0, 1.0], np.eye(3))
    before = model.coef_.copy()
    with pytest.raises(ValueError, match="states must go on in state 2, where run 0 ended, got 0"):
        model.partial_fit([0, 1], [0.0])
    np.testing.assert_array_equal(model.coef_, before)
    model.partial_fit([2, 1], [0.0])
    assert model.n_steps_ == 3


def test_partial_fit_needs_a_fit():
    with pytest.raises(ValueError, match="fit"):
        OnlineTD(GAMMA).partial_fit([0, 1], [0.0])
