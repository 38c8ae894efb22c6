"""The meter of regret: closed forms, what an adversary may see, one repeat or all at once."""

import numpy as np
import pytest

from mlcompanion.online import FixedShare, GradientDescent, StaticExpert, regret_curve
from mlcompanion.online.experts import fixed_share, run_record, static_expert
from mlcompanion.online.games import (
    Against,
    Drifting,
    FixedTable,
    IndependentLosses,
    Switching,
    best_in_ball,
    compete,
    compete_together,
    doubling_checkpoints,
    regret_record,
)

PENNIES = np.array([[1.0, 0.0], [0.0, 1.0]])


class OneArm:
    """Always the same arm, or point."""

    def __init__(self, action=0):
        self.action = action
        self.heard = []
        self.work = {"rounds": 0}

    def ask(self):
        """The arm."""
        return self.action

    def tell(self, answer):
        """Remember."""
        self.heard.append(answer)
        self.work["rounds"] += 1


class Coin(OneArm):
    """A fair coin between two arms, or a biased one."""

    def __init__(self, rng, law=(0.5, 0.5)):
        super().__init__()
        self.rng = rng
        self.law = np.array(law)

    def ask(self):
        """Draw."""
        return int(self.rng.random() < self.law[1])


def test_regret_of_a_fixed_arm_is_counted_by_hand():
    losses = np.random.default_rng(1).random((50, 3))
    record = compete(lambda rng: OneArm(1), FixedTable(losses), 50, [0], checkpoints=[1, 7, 50])
    by_hand = [losses[:t, 1].sum() - losses[:t].sum(axis=0).min() for t in (1, 7, 50)]
    np.testing.assert_allclose(record.regret[0], by_hand, atol=1e-13)
    np.testing.assert_allclose(record.pseudo_regret[0], by_hand, atol=1e-13)
    assert record.work["rounds"].tolist() == [50]


def test_pseudo_regret_of_a_coin_is_its_expectation():
    record = compete(Coin, IndependentLosses([0.2, 0.6]), 200, range(60), checkpoints=[200])
    np.testing.assert_allclose(record.pseudo_regret, 200 * 0.2)
    # the best arm in hindsight is arm 0 here, so regret and pseudo-regret have one mean
    assert abs(record.mean[0] - 40) < 4 * record.error[0]
    assert 0.5 < record.error[0] < 1.5  # sd of a round: about 0.7


def test_an_adversary_sees_the_law_and_never_the_draw():
    record = compete(Coin, Against(PENNIES), 400, range(20), checkpoints=[400])
    # against a fair coin both columns are equally dear: the first is played for ever
    np.testing.assert_allclose(record.pseudo_regret, 200.0)
    biased = compete(
        lambda rng: Coin(rng, (0.1, 0.9)), Against(PENNIES), 100, [0], checkpoints=[100]
    )
    np.testing.assert_allclose(biased.pseudo_regret, 90.0)
    # it pays on 0.9 of the rounds, not on all: the draw stays hidden
    assert 80 <= biased.regret[0, 0] < 100


def test_one_seed_is_one_course_of_nature_for_every_player():
    heard = []
    for action in (0, 1):
        player = OneArm(action)
        compete(
            lambda rng, player=player: player, IndependentLosses([0.5, 0.5]), 40, [3], told="losses"
        )
        heard.append(np.array(player.heard))
    np.testing.assert_array_equal(*heard)


def test_learners_of_whole_rounds_are_players():
    losses = np.random.default_rng(2).random((60, 3))
    record = compete(lambda rng: FixedShare(3, 0.1), FixedTable(losses), 60, [0, 1], told="losses")
    run = fixed_share(losses, 0.1)
    by_hand = (run.weights * losses).sum(axis=1).cumsum() - losses.cumsum(axis=0).min(axis=1)
    np.testing.assert_allclose(record.regret[1], by_hand[record.rounds - 1], atol=1e-12)
    np.testing.assert_allclose(record.pseudo_regret, record.regret, atol=1e-12)
    walk = GradientDescent(3, 0.1, radius=1.0)
    paid = []
    for row in losses:
        paid.append(walk.w_ @ row)
        walk.step(row)
    record = compete(
        lambda rng: GradientDescent(3, 0.1, radius=1.0),
        FixedTable(losses), 60, [0], told="losses", best=best_in_ball, checkpoints=[60],
    )  # fmt: skip
    assert record.regret[0, 0] == pytest.approx(
        sum(paid) + np.linalg.norm(losses.sum(axis=0)), abs=1e-12
    )


def test_learners_of_whole_rounds_must_be_told_them():
    for make in (lambda rng: StaticExpert(2), lambda rng: GradientDescent(2, 0.1)):
        with pytest.raises(ValueError, match="told must be 'losses'"):
            compete(make, FixedTable([[0.0, 1.0]]), 1, [0])
    with pytest.raises(TypeError, match="make_player"):
        compete(lambda rng: object(), FixedTable([[0.0, 1.0]]), 1, [0])


def test_an_adversary_meets_the_law_of_experts():
    record = compete(
        lambda rng: StaticExpert(2, eta=0.3), Against(PENNIES), 200, [0], told="losses"
    )
    assert 0 < record.pseudo_mean[-1] < np.sqrt(200)


def test_a_run_of_experts_is_recorded():
    losses = np.random.default_rng(3).random((40, 4))
    run = static_expert(losses, eta=0.5)
    played = compete(lambda rng: StaticExpert(4), FixedTable(losses), 40, [0], told="losses")
    record = run_record(run, losses)
    assert record.rounds.tolist() == played.rounds.tolist()
    np.testing.assert_allclose(record.regret, played.regret, atol=1e-12)
    curve = regret_curve((run.weights * losses).sum(axis=1), losses[:, 2])
    best = run_record(run, losses, checkpoints=[40]).regret[0, 0]
    assert best >= curve[-1] - 1e-12  # the best expert in hindsight is no worse than the third
    with pytest.raises(ValueError, match="losses"):
        run_record(run, losses[:, :3])
    with pytest.raises(TypeError, match="run"):
        run_record(losses, losses)


def test_points_and_a_ball():
    totals = np.random.default_rng(0).normal(size=(30, 2))
    record = compete(
        lambda rng: OneArm(np.array([0.6, 0.0])),
        FixedTable(totals),
        30,
        [0],
        best=best_in_ball,
        checkpoints=[30],
    )
    paid = 0.6 * totals[:, 0].sum()
    assert record.regret[0, 0] == pytest.approx(paid + np.linalg.norm(totals.sum(axis=0)))


class ArmsTogether:
    """Follows the leader in each repeat from the losses that its own arm showed."""

    def __init__(self, n_repeats, n_arms):
        self.totals = np.zeros((n_repeats, n_arms))

    def ask(self):
        """The arm with the least seen loss."""
        self.arms = self.totals.argmin(axis=1)
        return self.arms

    def tell(self, losses):
        """Add."""
        self.totals[np.arange(len(losses)), self.arms] += losses


class Leader(ArmsTogether):
    """The same, one repeat."""

    def __init__(self):
        super().__init__(1, 3)

    def ask(self):
        """The arm."""
        return int(super().ask()[0])

    def tell(self, losses):
        """Add."""
        super().tell(np.array([losses]))


def test_all_repeats_at_once_agree_with_one_at_a_time():
    tables = np.random.default_rng(5).random((4, 60, 3))
    together = compete_together(ArmsTogether(4, 3), tables)
    for table, regret in zip(tables, together.regret):
        alone = compete(lambda rng: Leader(), FixedTable(table), 60, [0])
        np.testing.assert_allclose(alone.regret[0], regret)


def test_a_played_run_is_recorded():
    losses = np.array([[1.0, 0.0, 1.0], [0.0, 0.0, 0.0]])
    record = regret_record(losses, [0.0, 0.5, 1.0], work={"nodes": [3, 4]})
    np.testing.assert_array_equal(record.rounds, [1, 2, 3])
    np.testing.assert_allclose(record.regret, [[1, 0.5, 1], [0, -0.5, -1]])
    np.testing.assert_allclose(record.mean, [0.5, 0, 0])
    np.testing.assert_allclose(record.error, [0.5, 0.5, 1])
    assert np.isnan(regret_record(losses[:1], [0.0, 0.5, 1.0]).error).all()


def test_drift_and_switches_have_the_means_they_say():
    drift = Drifting([0.0, 1.0], [1.0, 0.0], 4, noise=0.0).course(6, 0)
    next(drift)
    means = [drift.send(None).means[0] for _ in range(6)]
    np.testing.assert_allclose(means, [0, 0.25, 0.5, 0.75, 1, 1])
    switching = Switching([[0.0, 1.0], [1.0, 0.0]], noise=0.0).course(8, 0)
    next(switching)
    first = [int(switching.send(None).means[0]) for _ in range(8)]
    assert first == [0, 1, 1, 0, 0, 0, 0, 1]  # rounds 1 | 2, 3 | 4 to 7 | 8


def test_bernoulli_losses_have_their_means():
    nature = IndependentLosses([0.1, 0.8]).course(4000, 7)
    next(nature)
    losses = np.array([nature.send(None).losses for _ in range(4000)])
    assert set(np.unique(losses)) == {0.0, 1.0}
    np.testing.assert_allclose(losses.mean(axis=0), [0.1, 0.8], atol=4 * 0.4 / np.sqrt(4000))


def test_checkpoints_double():
    assert doubling_checkpoints(10).tolist() == [1, 2, 4, 8, 10]
    assert doubling_checkpoints(8).tolist() == [1, 2, 4, 8]


@pytest.mark.parametrize("checkpoints", [[0], [11], [2, 2], [1.5], []])
def test_bad_checkpoints_are_refused(checkpoints):
    with pytest.raises(ValueError, match="checkpoints"):
        compete(
            lambda rng: OneArm(), FixedTable(np.ones((10, 2))), 10, [0], checkpoints=checkpoints
        )


def test_a_law_is_needed_by_an_adversary():
    with pytest.raises((TypeError, ValueError), match="law"):
        compete(lambda rng: OneArm(), Against(PENNIES), 3, [0])
    with pytest.raises(ValueError, match="n_rounds"):
        compete(lambda rng: OneArm(), FixedTable(np.ones((2, 2))), 3, [0])
