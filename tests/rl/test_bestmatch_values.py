"""Best-match values, traces and replay against linear systems and plain sums."""

import numpy as np
import pytest

from mlcompanion.rl import Setting, Transitions, sample_trajectories, td_lambda, value_iteration
from mlcompanion.rl.bestmatch import (
    LastVisitModel,
    best_match_sweep,
    best_match_values,
    induced_mdp,
    last_visit_chain,
    replay_values,
    sample_weights,
    solve_best_match,
)
from mlcompanion.rl.environments import ring_walk

GAMMA = 0.9


def cyclic(seed, n=6, episodes=8):
    """Episodes that wander and end in the last state."""
    rng = np.random.default_rng(seed)
    P = rng.dirichlet(np.full(n, 0.5), size=n - 1)
    P = 0.9 * P + 0.1 * np.eye(n)[-1]
    rows = []
    for _ in range(episodes):
        s = int(rng.integers(n - 1))
        while s != n - 1:
            after = int(rng.choice(n, p=P[s]))
            rows.append((s, rng.normal(), after))
            s = after
    s, r, after = map(np.array, zip(*rows, strict=True))
    return Transitions(s, r, after, ends=after == n - 1)


def acyclic(seed, n=8, episodes=20):
    """Episodes that only go up."""
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(episodes):
        s = int(rng.integers(n - 1))
        while s != n - 1:
            after = int(rng.integers(s + 1, n))
            rows.append((s, rng.normal(), after))
            s = after
    s, r, after = map(np.array, zip(*rows, strict=True))
    return Transitions(s, r, after, ends=after == n - 1)


def alpha(n, first, decay):
    return first / (decay * (n - 1) + 1)


@pytest.mark.parametrize("seed", range(5))
def test_the_value_of_a_state_solves_all_best_match_equations(seed):
    walk = cyclic(seed)
    made = best_match_values(walk, setting=Setting(6, GAMMA, 0.8, 0.2), initial=3.0)
    V, mf = np.full(6, 3.0), np.full(6, 3.0)
    V[5] = mf[5] = 0.0
    size, reward, after, visits = np.zeros(6), np.zeros(6), np.full(6, -1), np.zeros(6)
    for t, (s, r, to) in enumerate(zip(walk.states, walk.rewards, walk.next_states, strict=True)):
        if after[s] >= 0:
            M, b = np.eye(6), mf.copy()
            for k in np.flatnonzero(after >= 0):
                M[k, after[k]] -= size[k] * GAMMA
                b[k] = (1 - size[k]) * mf[k] + size[k] * reward[k]
            V[s] = np.linalg.solve(M, b)[s]
        np.testing.assert_allclose(made.current[t], V[s], rtol=1e-10)
        mf[s], visits[s], reward[s], after[s] = V[s], visits[s] + 1, r, to
        size[s] = alpha(visits[s], 0.8, 0.2)
    np.testing.assert_allclose(made.values, V, rtol=1e-10)


@pytest.mark.parametrize("seed", range(5))
def test_off_line_it_is_td_with_the_step_as_lambda_where_no_state_comes_twice(seed):
    walk, setting = acyclic(seed), Setting(8, GAMMA, 0.9, 0.4)
    ours = best_match_values(walk, setting=setting, initial=2.0, offline=True).values
    traces = td_lambda(walk, lam="step", setting=setting, initial=2.0, offline=True).values
    np.testing.assert_allclose(ours, traces, rtol=1e-10, atol=1e-10)
    other = td_lambda(walk, lam=0.5, setting=setting, initial=2.0, offline=True).values
    assert np.abs(other - ours).max() > 1e-3


@pytest.mark.parametrize("trace", ["accumulating", "replacing"])
@pytest.mark.parametrize("lam", [0.0, 0.6, 1.0])
def test_traces_on_line(trace, lam):
    walk = cyclic(7)
    made = td_lambda(walk, lam=lam, setting=Setting(6, GAMMA, 0.8, 0.2), trace=trace)
    V, e, n = np.zeros(6), np.zeros(6), np.zeros(6)
    for s, r, to, end in zip(walk.states, walk.rewards, walk.next_states, walk.ends, strict=True):
        n[s] += 1
        e *= GAMMA * lam
        e[s] = e[s] + 1 if trace == "accumulating" else 1.0
        V += alpha(np.maximum(n, 1), 0.8, 0.2) * (r + GAMMA * V[to] - V[s]) * e
        e *= not end
    np.testing.assert_allclose(made.values, V, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("lam", [0.0, 0.3, 1.0])
def test_traces_off_line_are_the_lambda_return(lam):
    walk = acyclic(3)
    made = td_lambda(walk, lam=lam, setting=Setting(8, GAMMA, 0.7, 0.3), offline=True)
    V, n = np.zeros(8), np.zeros(8)
    begin = 0
    for end in np.flatnonzero(walk.ends):
        s, r = walk.states[begin : end + 1], walk.rewards[begin : end + 1]
        returns, ahead = np.zeros(len(s)), 0.0
        for t in reversed(range(len(s))):
            after = V[walk.next_states[begin + t]]
            ahead = r[t] + GAMMA * ((1 - lam) * after + lam * ahead if t < len(s) - 1 else after)
            returns[t] = ahead
        n[s] += 1
        V[s] += alpha(n[s], 0.7, 0.3) * (returns - V[s])
        begin = end + 1
    np.testing.assert_allclose(made.values, V, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("n_samples", [1, 4, None])
def test_replay(n_samples):
    walk = cyclic(2)
    made = replay_values(walk, setting=Setting(6, GAMMA, 0.8, 0.2), n_samples=n_samples)
    V, n, rows = np.zeros(6), np.zeros(6), []
    for row in zip(walk.states, walk.rewards, walk.next_states, strict=True):
        rows.append(row)
        n[row[0]] += 1
        for s, r, to in rows[-(n_samples or len(rows)) :]:
            V[s] += alpha(n[s], 0.8, 0.2) * (r + GAMMA * V[to] - V[s])
    np.testing.assert_allclose(made.values, V, rtol=1e-9)


def test_a_ring_is_known_after_one_round():
    states, rewards = sample_trajectories(ring_walk(), 20, 3, start=[1, 0, 0, 0], random_state=0)
    walk = Transitions(states[:, :-1], rewards, states[:, 1:])
    made = best_match_values(walk, setting=Setting(4, 0.95))
    np.testing.assert_allclose(made.current[:, 4:], 20, rtol=1e-12)
    np.testing.assert_array_equal(made.current[:, :4], 0)


def test_first_steps_of_one_forget_the_start():
    walk, setting = cyclic(4), Setting(6, GAMMA, 1.0, 0.3)
    low, high = (best_match_values(walk, setting=setting, initial=v).values for v in (0.0, 100.0))
    again = np.bincount(walk.states, minlength=6) > 1
    np.testing.assert_allclose(low[again], high[again], atol=1e-9)
    traces = [td_lambda(walk, lam=0.5, setting=setting, initial=v).values for v in (0.0, 100.0)]
    assert np.abs(traces[0] - traces[1])[again].max() > 1e-3


def test_chain_that_ends_and_chain_that_closes():
    rng = np.random.default_rng(0)
    r, mf, size = rng.normal(size=4), rng.normal(size=4), rng.uniform(0.2, 1, size=4)
    open_end = last_visit_chain(0, [2, -1, 1, 0], rewards=r, model_free=mf, steps=size, gamma=GAMMA)
    assert open_end.states.tolist() == [0, 2, 1]
    V2 = (1 - size[2]) * mf[2] + size[2] * r[2]
    V0 = (1 - size[0]) * mf[0] + size[0] * (r[0] + GAMMA * V2)
    assert open_end.value == pytest.approx(V0)
    with pytest.raises(ValueError, match="next_states"):
        last_visit_chain(0, [1, 2, 1], rewards=r[:3], model_free=r[:3], steps=size[:3], gamma=0.5)
    with pytest.raises(ValueError, match="state"):
        last_visit_chain(1, [2, -1, 1, 0], rewards=r, model_free=mf, steps=size, gamma=GAMMA)


def random_model(seed, S=7, A=3):
    rng = np.random.default_rng(seed)
    after = rng.integers(-1, S, size=(S, A))
    r, mf = rng.normal(size=(2, S, A))
    return LastVisitModel(after, r, mf, rng.uniform(0, 1, (S, A)), GAMMA)


@pytest.mark.parametrize("seed", range(5))
def test_best_match_values_are_the_best_values_of_the_induced_process(seed):
    model = random_model(seed)
    Q = solve_best_match(model).Q
    np.testing.assert_allclose(Q, value_iteration(induced_mdp(model)).Q[:-1], atol=1e-8)
    np.testing.assert_allclose(best_match_sweep(Q, model), Q, atol=1e-8)


def test_other_units():
    model = random_model(9)
    large = model._replace(rewards=1e6 * model.rewards, model_free=1e6 * model.model_free)
    np.testing.assert_allclose(solve_best_match(large).Q, 1e6 * solve_best_match(model).Q)
    empty = model._replace(next_states=np.full((7, 3), -1))
    np.testing.assert_array_equal(solve_best_match(empty).Q, model.model_free)


def test_what_stands_beside_a_pair_never_visited_means_nothing():
    model = random_model(9)
    unseen = model.next_states < 0
    beside = model._replace(
        rewards=np.where(unseen, 1e200, model.rewards), steps=np.where(unseen, 1.0, model.steps)
    )
    Q = solve_best_match(model).Q
    np.testing.assert_allclose(solve_best_match(beside).Q, Q, rtol=1e-8)


@pytest.mark.parametrize("n", [1, 2, 9])
def test_weights_are_those_of_one_update_after_the_other(n):
    rng = np.random.default_rng(n)
    steps, goals, q = rng.uniform(size=n), rng.normal(size=n), 0.7
    weights = sample_weights(steps)
    for step, goal in zip(steps, goals, strict=True):
        q += step * (goal - q)
    assert weights @ [0.7, *goals] == pytest.approx(q, abs=1e-14)
    even = sample_weights(steps, uniform=True)
    assert even.sum() == pytest.approx(1)
    assert even[0] == pytest.approx(weights[0])
    assert np.ptp(even[1:]) == 0


@pytest.mark.parametrize("step", [1e-17, 1e-9])
def test_even_weights_of_small_steps_keep_their_digits(step):
    even = sample_weights([step, step, step], uniform=True)
    assert even[1:] == pytest.approx(step, rel=1e-8, abs=0)


def test_moves_that_do_not_hang_together():
    with pytest.raises(ValueError, match="move 0"):
        best_match_values(Transitions([0, 2], [1.0, 1.0], [1, 0]), setting=Setting(3, 0.5))
    with pytest.raises(ValueError, match=r"setting\.gamma"):
        td_lambda(Transitions([0], [1.0], [1]), setting=Setting(3, 1.0))
    with pytest.raises(ValueError, match="lam"):
        td_lambda(Transitions([0], [1.0], [1]), setting=Setting(3, 0.5), lam="steps")
