"""Learners of action values against plain dictionaries that scan everything."""

import numpy as np
import pytest

from mlcompanion.rl import MDP, Task, Transitions, learn_from, run_episodes, value_iteration
from mlcompanion.rl.bestmatch import (
    BestMatchLVM,
    BestMatchNTM,
    DelayedQ,
    DeterministicSweeping,
    ExperienceReplay,
    JustInTimeQ,
    LastVisitModel,
    PrioritizedSweeping,
    QLearning,
    SequenceBestMatch,
    WatkinsQ,
    sample_weights,
    solve_best_match,
)
from mlcompanion.rl.environments import dyna_maze

S, A, GAMMA, END = 6, 2, 0.9, 5
STEPS = {"first": 0.9, "decay": 0.3, "initial": 1.5}


def walk(seed, T=300):
    """A walk with real rewards that ends now and then in state 5."""
    rng = np.random.default_rng(seed)
    P = rng.dirichlet(np.full(S, 0.4), size=(END, A))
    # the first move shows the end, which is not known as one before
    s, rows = 1, [(0, 0, rng.normal(), END)]
    for _ in range(T - 1):
        a = int(rng.integers(A))
        after = int(rng.choice(S, p=P[s, a]))
        rows.append((s, a, rng.normal(), after))
        s = int(rng.integers(END)) if after == END else after
    return rows


def log_of(rows):
    s, a, r, after = map(np.array, zip(*rows, strict=True))
    return Transitions(s, r, after, a, after == END)


def learnt(learner, rows):
    return learn_from(learner, log_of(rows), n_states=S, n_actions=A, gamma=GAMMA).values


def start(initial=1.5):
    Q = np.full((S, A), initial)
    Q[END] = 0.0
    return Q


def alpha(n):
    return 0.9 / (0.3 * (n - 1) + 1)


class TieError(Exception):
    """Two pairs wait with one priority, so that either may come first."""


def best_first(queue):
    pair = max(queue, key=queue.get)
    top = queue.pop(pair)
    if any(abs(other - top) < 1e-9 for other in queue.values()):
        raise TieError
    return pair


def until_a_tie(by_hand, rows):
    """Values by hand after as many moves as go without a tie, and these moves."""
    Q, done = None, 0
    try:
        for values in by_hand(rows):
            Q, done = values, done + 1
    except TieError:
        pass
    return Q, rows[:done]


def by_hand_matching(rows, n_updates, threshold):
    Q, mf, n, last, queue = start(), start(), {}, {}, {}

    def match(pair):
        r, after = last[pair]
        size = alpha(n[pair])
        return (1 - size) * mf[pair] + size * (r + GAMMA * Q[after].max())

    for s, a, r, after in rows:
        n[s, a] = n.get((s, a), 0) + 1
        mf[s, a] = Q[s, a]
        last[s, a] = r, after
        queue[s, a] = np.inf
        for _ in range(n_updates):
            if not queue:
                break
            first = best_first(queue)
            Q[first] = match(first)
            for pair, (_, to) in last.items():
                change = abs(match(pair) - Q[pair])
                if to == first[0] and change > threshold:
                    queue[pair] = change
        yield Q.copy()


def by_hand_sweeping(rows, n_updates, threshold, scaled):
    Q, n, last, queue = start(), {}, {}, {}

    def rank(pair):
        r, after = last[pair]
        error = abs(r + GAMMA * Q[after].max() - Q[pair])
        error *= alpha(n[pair]) if scaled else 1
        if error > threshold:
            queue[pair] = error

    for s, a, r, after in rows:
        n[s, a] = n.get((s, a), 0) + 1
        last[s, a] = r, after
        rank((s, a))
        for _ in range(n_updates):
            if not queue:
                break
            first = best_first(queue)
            r, after = last[first]
            Q[first] += alpha(n[first]) * (r + GAMMA * Q[after].max() - Q[first])
            for pair in [pair for pair, (_, to) in last.items() if to == first[0]]:
                rank(pair)
        yield Q.copy()


def by_hand_transitions(rows, n_next, n_updates, threshold, corrected):
    Q, mf, n, outside, model, queue = start(), start(), {}, {}, {}, {}
    for s, a, r, after in rows:
        pair = s, a
        n[pair] = n.get(pair, 0) + 1
        counts, paid = model.setdefault(pair, ({}, []))
        if after in counts or len(counts) < n_next:
            counts[after] = counts.get(after, 0) + 1
            paid.append(r)
        elif corrected:
            outside[pair] = outside.get(pair, 0) + 1
            size = alpha(outside[pair])
            mf[pair] = (1 - size) * mf[pair] + size * (r + GAMMA * Q[after].max())
        queue[pair] = np.inf
        for _ in range(n_updates):
            if not queue:
                break
            first = best_first(queue)
            before = Q[first[0]].max()
            counts, paid = model[first]
            inside = sum(counts.values())
            ahead = np.mean(paid)
            ahead += GAMMA * sum(c / inside * Q[to].max() for to, c in counts.items())
            w0 = 1 - inside / n[first] if corrected else 0.0
            Q[first] = w0 * mf[first] + (1 - w0) * ahead
            change = abs(Q[first[0]].max() - before)
            for other, (counts, _) in model.items():
                inside = sum(counts.values())
                share = counts.get(first[0], 0) / inside
                priority = (inside / n[other] if corrected else 1.0) * share * change
                if priority > threshold:
                    queue[other] = max(priority, queue.get(other, 0))
        yield Q.copy()


def by_hand_traces(rows, lam, replacing):
    Q, n, e, before = start(), np.zeros((S, A)), np.zeros((S, A)), None
    for s, a, r, after in rows:
        if before != s:
            e[:] = 0
        n[s, a] += 1
        e *= GAMMA * lam if Q[s, a] == Q[s].max() else 0
        e[s, a] = 1 if replacing else e[s, a] + 1
        error = r + GAMMA * Q[after].max() - Q[s, a]
        Q += np.where(e > 0, alpha(np.maximum(n, 1)), 0) * error * e
        before = after if after != END else None
    return Q


def by_hand_replay(rows, n_samples, newest_first):
    Q, n = start(), np.zeros((S, A))
    for t, (s, a, _, _) in enumerate(rows):
        n[s, a] += 1
        kept = rows[max(0, t + 1 - n_samples) : t + 1]
        for i, j, r, after in kept[::-1] if newest_first else kept:
            Q[i, j] += alpha(n[i, j]) * (r + GAMMA * Q[after].max() - Q[i, j])
    return Q


def by_hand_sequence(rows, n_samples):
    """Eq. (14) with the weights of Eq. (12) and (13), pair by pair."""
    Q, mf, n, queue = start(), start(), {}, []
    for s, a, r, after in rows:
        if len(queue) == n_samples:
            pair, size, _, _, goal = queue.pop(0)
            mf[pair] += size * (goal - mf[pair])
            Q[pair] = mf[pair]
        n[s, a] = n.get((s, a), 0) + 1
        queue.append([(s, a), alpha(n[s, a]), r, after, None])
        for sample in queue:
            sample[4] = sample[2] + GAMMA * Q[sample[3]].max()
        for pair in {sample[0] for sample in queue}:
            own = [sample for sample in queue if sample[0] == pair]
            weights = sample_weights([sample[1] for sample in own])
            Q[pair] = weights @ [mf[pair], *(sample[4] for sample in own)]
    return Q


def by_hand_delayed(rows, m, gap):
    Q, total, number = start(20.0), np.zeros((S, A)), np.zeros((S, A))
    tried, closed, changed = np.zeros((S, A)), np.zeros((S, A), dtype=bool), 0
    for t, (s, a, r, after) in enumerate(rows, start=1):
        if closed[s, a]:
            closed[s, a] = tried[s, a] >= changed
            continue
        total[s, a] += r + GAMMA * Q[after].max()
        number[s, a] += 1
        if number[s, a] == m:
            if Q[s, a] - total[s, a] / m >= 2 * gap:
                Q[s, a] = total[s, a] / m + gap
                changed = t
            elif tried[s, a] >= changed:
                closed[s, a] = True
            tried[s, a], total[s, a], number[s, a] = t, 0, 0
    return Q


def by_hand_on_return(rows):
    Q, n, last = start(), np.zeros((S, A)), {}
    for s, a, r, after in rows:
        if s in last:
            b, reward, to = last[s]
            Q[s, b] += alpha(n[s, b]) * (reward + GAMMA * Q[to].max() - Q[s, b])
        n[s, a] += 1
        last[s] = a, r, after
    return Q


PLANNERS = {
    "matching": (
        BestMatchLVM(**STEPS, n_updates=3, threshold=0.01),
        lambda rows: by_hand_matching(rows, 3, 0.01),
    ),
    "sweeping": (
        DeterministicSweeping(**STEPS, n_updates=3, threshold=0.05),
        lambda rows: by_hand_sweeping(rows, 3, 0.05, False),
    ),
    "scaled": (
        DeterministicSweeping(**STEPS, n_updates=3, threshold=0.05, scaled=True),
        lambda rows: by_hand_sweeping(rows, 3, 0.05, True),
    ),
    "transitions": (
        BestMatchNTM(**STEPS, n_updates=3, threshold=0.01, n_next=2),
        lambda rows: by_hand_transitions(rows, 2, 3, 0.01, True),
    ),
    "uncorrected": (
        BestMatchNTM(**STEPS, n_updates=3, threshold=0.01, n_next=2, corrected=False),
        lambda rows: by_hand_transitions(rows, 2, 3, 0.01, False),
    ),
    "full": (
        PrioritizedSweeping(initial=1.5, n_updates=3, threshold=0.01),
        lambda rows: by_hand_transitions(rows, S, 3, 0.01, False),
    ),
}

CASES = {
    "replacing": (WatkinsQ(**STEPS, lam=0.7), lambda rows: by_hand_traces(rows, 0.7, True)),
    "accumulating": (
        WatkinsQ(**STEPS, lam=0.7, trace="accumulating"),
        lambda rows: by_hand_traces(rows, 0.7, False),
    ),
    "replay": (ExperienceReplay(**STEPS, n_samples=4), lambda rows: by_hand_replay(rows, 4, False)),
    "newest first": (
        ExperienceReplay(**STEPS, n_samples=4, newest_first=True),
        lambda rows: by_hand_replay(rows, 4, True),
    ),
    "sequence": (SequenceBestMatch(**STEPS, n_samples=7), lambda rows: by_hand_sequence(rows, 7)),
    "delayed": (DelayedQ(initial=20.0, m=3, gap=0.1), lambda rows: by_hand_delayed(rows, 3, 0.1)),
    "on return": (JustInTimeQ(**STEPS), by_hand_on_return),
    "at once": (QLearning(**STEPS), lambda rows: by_hand_replay(rows, 1, False)),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_learner_does_what_its_rule_says(case, seed):
    learner, by_hand = CASES[case]
    rows = walk(seed)
    np.testing.assert_allclose(learnt(learner, rows), by_hand(rows), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("case", PLANNERS)
def test_a_planner_updates_the_most_urgent_pairs(case):
    learner, by_hand = PLANNERS[case]
    moves = 0
    for seed in range(150):
        Q, rows = until_a_tie(by_hand, walk(seed, 40))
        moves += len(rows)
        np.testing.assert_allclose(learnt(learner, rows), Q, rtol=1e-9, atol=1e-9)
    assert moves > 1000


def test_with_many_updates_the_best_match_equations_are_solved():
    rows = walk(8)
    made = learnt(BestMatchLVM(**STEPS, n_updates=5000, threshold=1e-13), rows)
    last = {(s, a): (r, after) for s, a, r, after in rows}
    mf, steps, paid, after = start(), np.zeros((S, A)), np.zeros((S, A)), np.full((S, A), -1)
    for pair, (r, to) in last.items():
        times = [t for t, row in enumerate(rows) if row[:2] == pair]
        steps[pair], paid[pair], after[pair] = alpha(len(times)), r, to
        # what the pair was worth when its last sample came
        if times[-1]:
            planner = BestMatchLVM(**STEPS, n_updates=5000, threshold=1e-13)
            mf[pair] = learnt(planner, rows[: times[-1]])[pair]
    model = LastVisitModel(after, paid, mf, steps, GAMMA)
    np.testing.assert_allclose(made, solve_best_match(model).Q, atol=1e-9)


@pytest.mark.parametrize("case", sorted({*CASES, *PLANNERS} - {"delayed"}))
def test_far_out_and_in_other_units(case):
    learner, _ = {**CASES, **PLANNERS}[case]
    rows = walk(3)
    # a power of two, so that ties stay ties
    unit = 2.0**20
    fields = {"initial": 1.5 * unit}
    if hasattr(learner, "threshold"):
        fields["threshold"] = learner.threshold * unit
    large = type(learner)(**{**vars(learner), **fields})
    paid = [(s, a, unit * r, after) for s, a, r, after in rows]
    np.testing.assert_allclose(learnt(large, paid), unit * learnt(learner, rows), rtol=1e-12)


def test_one_update_of_the_pair_just_left_is_q_learning():
    rows = walk(4)
    last = BestMatchLVM(**STEPS, selection="last")
    np.testing.assert_allclose(learnt(last, rows), learnt(QLearning(**STEPS), rows), rtol=1e-12)


def test_the_model_of_all_next_states_needs_no_correction():
    rows = walk(5)
    both = [BestMatchNTM(n_next=S, corrected=c, initial=1.5) for c in (True, False)]
    np.testing.assert_allclose(learnt(both[0], rows), learnt(both[1], rows), rtol=1e-12)


def test_without_noise_the_planners_find_the_best_values():
    maze = dyna_maze()
    task = Task(maze.mdp(), maze.start)
    truth = value_iteration(task.mdp)
    for learner in (BestMatchLVM(initial=1.0), PrioritizedSweeping(initial=1.0)):
        made = run_episodes(learner, task, 60, 2, epsilon=0.3, random_state=1)
        assert (made.steps[:, -1] >= 14).all()
        known = truth.values[maze.start]
        np.testing.assert_allclose(made.values[:, maze.start].max(axis=1), known, atol=0.02)
        assert (made.values[:, maze.goals] == 0).all()


def test_a_full_sweep_equals_value_iteration_of_the_last_visits():
    rows = walk(6)
    # the last move again and again: the model stays, and the sweeps go on
    made = learnt(BestMatchLVM(first=1.0, selection="sweep"), rows + rows[-1:] * 200)
    last = {(s, a): (r, after) for s, a, r, after in rows}
    P, R = np.zeros((S, A, S)), np.zeros((S, A, S))
    P[:, :, END] = 1.0
    for (s, a), (r, after) in last.items():
        P[s, a], R[s, a, after] = np.eye(S)[after], r
    np.testing.assert_allclose(made, value_iteration(MDP(P, R, GAMMA)).Q, atol=1e-6)


def test_runs_are_repeatable_and_nested():
    maze = dyna_maze()
    task = Task(maze.mdp(0.2), maze.start)
    few, many = (
        run_episodes(QLearning(), task, 5, runs, random_state=7).returns for runs in (2, 4)
    )
    np.testing.assert_array_equal(few, many[:2])
    assert len(np.unique(many, axis=0)) == 4


def test_returns_are_discounted_from_the_start():
    P = np.zeros((3, 1, 3))
    P[[0, 1, 2], 0, [1, 2, 2]] = 1.0
    task = Task(MDP(P, [[[0, 2.0, 0]], [[0, 0, 3.0]], [[0, 0, 0]]], 0.5), 0)
    made = run_episodes(QLearning(), task, 2, random_state=0)
    np.testing.assert_array_equal(made.returns, [[3.5, 3.5]])
    np.testing.assert_array_equal(made.steps, [[2, 2]])
    assert made.updates.tolist() == [4]
    cut = run_episodes(QLearning(), Task(task.mdp, 0, max_steps=1), 1, random_state=0)
    assert cut.returns.tolist() == [[2.0]]


def test_the_share_of_samples_in_the_model():
    maze = dyna_maze()
    task = Task(maze.mdp(0.2), maze.start)
    shares = [
        run_episodes(BestMatchNTM(n_next=n), task, 20, random_state=0).model_share[0]
        for n in (1, 2, 9)
    ]
    assert 0.5 < shares[0] < shares[1] < shares[2] == 1
    assert np.isnan(run_episodes(QLearning(), task, 1, random_state=0).model_share).all()


def test_a_start_in_a_terminal_state_is_refused():
    maze = dyna_maze()
    with pytest.raises(ValueError, match=r"task\.start"):
        run_episodes(QLearning(), Task(maze.mdp(), int(maze.goals[0])), 1)


def test_several_logs_side_by_side():
    logs = [log_of(walk(seed)) for seed in (0, 1)]
    both = Transitions(*map(np.array, zip(*logs, strict=True)))
    made = learn_from(
        BestMatchLVM(), both, n_states=S, n_actions=A, gamma=GAMMA, checkpoints=[10, 300]
    )
    assert made.path.shape == (2, 2, S, A)
    np.testing.assert_array_equal(made.path[1], made.values)
    for k in range(2):
        np.testing.assert_array_equal(made.values[k], learnt(BestMatchLVM(), walk(k)))


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"states": [0, 9]}, "transitions.states"),
        ({"actions": [0, 2]}, "transitions.actions"),
        ({"actions": None}, "transitions.actions"),
        ({"rewards": [0.0]}, "transitions.rewards"),
        ({"next_states": [0, -1]}, "transitions.next_states"),
        ({"ends": [True, False]}, "transitions.states"),
        ({"ends": [False, True], "states": [1, 0], "next_states": [2, 2]}, "transitions.ends"),
    ],
)
def test_logs_that_cannot_be(change, word):
    good = {"states": [0, 1], "rewards": [0.0, 1.0], "next_states": [1, 2], "actions": [0, 1]}
    log = Transitions(**{**good, **change})
    with pytest.raises(ValueError, match=word):
        learn_from(QLearning(), log, n_states=3, n_actions=2, gamma=0.5)


@pytest.mark.parametrize(
    ("learner", "fields"),
    [
        (QLearning, {"first": 1.5}),
        (QLearning, {"decay": -1.0}),
        (WatkinsQ, {"lam": 1.1}),
        (ExperienceReplay, {"n_samples": 0}),
        (DelayedQ, {"m": 0}),
        (BestMatchLVM, {"n_updates": 0}),
        (BestMatchLVM, {"selection": "best"}),
        (BestMatchNTM, {"n_next": 0}),
    ],
)
def test_fields_out_of_range(learner, fields):
    with pytest.raises(ValueError, match=next(iter(fields))):
        learner(**fields)


def test_a_class_is_no_learner():
    log = Transitions([0, 1], [0.0, 1.0], [1, 2], actions=[0, 0], ends=[False, True])
    with pytest.raises(TypeError, match=r"learner must be an object, got the class QLearning"):
        learn_from(QLearning, log, n_states=3, n_actions=1, gamma=0.5)
    maze = dyna_maze()
    with pytest.raises(TypeError, match=r"learner must be an object, got the class QLearning"):
        run_episodes(QLearning, Task(maze.mdp(), maze.start), 1)
