"""What the page runs in small worlds: logs, identities, rings, drives, the noisy maze."""

import numpy as np
import pytest

from mlcompanion_chapters.jmlr12.j29_best_match_rl import (
    drives,
    dyna_runs,
    identities,
    limits,
    random_logs,
    ring_runs,
)


@pytest.mark.parametrize("ends", [False, True])
def test_logs_hang_together(ends):
    log = random_logs.random_log(0, 5, 2, 300, ends=ends)
    goes_on = ~log.ends[:-1]
    np.testing.assert_array_equal(log.next_states[:-1][goes_on], log.states[1:][goes_on])
    assert log.ends.any() == ends
    assert (log.next_states[log.ends] == 4).all()
    assert set(log.actions.tolist()) == {0, 1}
    if ends:
        assert 4 not in log.states


def test_upward_logs_never_come_back():
    log = random_logs.upward_log(1, 6, 12)
    assert (log.next_states > log.states).all()
    assert log.ends.sum() == 12
    assert log.ends[-1]


def test_theorems_on_three_seeds():
    for seed in range(3):
        unequal, fewer, more, targets = identities.update_counts(seed, 5, 2, 400)
        assert unequal == fewer == 0
        assert 0 < more < targets
        same, cyclic = identities.lambda_gaps(seed, 6, 20)
        assert same < 1e-9 < cyclic
        bias, bias_td = identities.forgetting(seed, 6, 200)
        assert bias < 1e-9
        assert bias_td > 1
        gap, closed = identities.chain_gaps(seed, 5)
        assert gap < 1e-9 < closed
        one, twenty = identities.same_as_q_learning(seed, 5, 400)
        assert one < 1e-9 < twenty


def test_one_sample_used_three_times():
    replay = identities.sample_weights_of("replay", 3, 0.1, 0)
    np.testing.assert_allclose(replay, [0.081, 0.09, 0.1], atol=1e-12)
    np.testing.assert_allclose(identities.sample_weights_of("match", 3, 0.1, 0), [0, 0, 0.1])


def test_rings():
    moves = ring_runs.ring_moves(skip=0.0, spread=0.0, n_runs=1, seed=0)
    race = ring_runs.ring_race(moves)
    curve, _ = race["best-match"]
    assert len(curve) == 101
    assert curve[4:].max() < 1e-9
    assert curve[0] == 20
    assert race["TD(λ)"][0][1:].mean() > 0.1


def test_drives_and_what_they_teach():
    task = dyna_runs.dyna_task(noise=0.2)
    log = drives.recorded_drives(task, 5, seed=0)
    assert log.ends.sum() == 5
    taught = drives.taught(drives.REUSE["full model"], task, log, [1, 5])
    assert taught.shape == (2, 47, 4)
    shares = drives.share_of_best(task, taught)
    assert (shares >= 0).all()
    assert (shares <= 1 + 1e-12).all()


def test_errors_fall_where_they_should():
    few = (1000, 20_000)
    errors = limits.last_visit_row("prioritized", 0, 0, few)["errors"]
    assert errors[1] < errors[0]
    sparse = {name: limits.sparse_row(name, 0, 0, few)["errors"] for name in ("bm-1", "ps-1")}
    assert sparse["bm-1"][1] < 0.5 * sparse["ps-1"][1]
    assert limits.contraction_row(0)["errors"][0] <= 1 + 1e-9


def test_the_maze_of_the_tables():
    found = dyna_runs.compare(
        [dyna_runs.TABLE_2["best-match"], dyna_runs.TABLE_2["replay"]],
        dyna_runs.dyna_task(), 50, 5, epsilon=0.0, seed=0,
    )  # fmt: skip
    assert found.shape == (2, 5)
    assert found[0].mean() > found[1].mean()
    row = dyna_runs.noisy_row("best-match", 0, 2, 0)
    assert len(row["returns"]) == 2
    assert len(row["curve"]) == 100
    paired = dyna_runs.paired_row("no noise, from 0", 3, 0)
    assert len(paired["q"]) == len(paired["jit"]) == 3
