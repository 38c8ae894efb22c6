import numpy as np
import pytest

from mlcompanion.bandits import Calibrator
from mlcompanion.convex.cells import LaguerreDiagram, simplex_grid
from mlcompanion_chapters.jmlr12.j23_partial_monitoring import calibration_checks as checks
from mlcompanion_chapters.jmlr12.j23_partial_monitoring import flag_checks as flags


@pytest.mark.parametrize("number", range(4))
def test_signs_of_the_sum_and_not_of_the_origin(number):
    right, printed, over = flags.sign_match(number)
    assert right == 1
    assert printed < 0.95
    assert over <= 0
    assert flags.scaled_cells(number, 0.3)[0] == 1
    assert flags.scaled_cells(number, 0.3)[1] < 0.99


def test_examples():
    found = flags.label_examples(5)
    assert found["gap_dark"] < 1e-9
    assert found["best_dark"] == pytest.approx(0.5)
    assert found["look"] < 1e-9
    assert found["loss_look"] == pytest.approx(0.5)
    assert found["rank"] == [1, 0, 0]


def test_collected_responses_are_found_again():
    rng = np.random.default_rng(0)
    game = flags.response_games()[0]
    laws = flags.collected_responses(game, 30, rng)
    assert len(laws) <= 6
    assert flags.missed_flags(game, laws, 8, rng) <= 0.25
    assert flags.missed_flags(game, laws[:0], 8, rng) == 1


def test_blackwell():
    player = Calibrator(LaguerreDiagram(simplex_grid(2, 4)))
    worst, norms = checks.blackwell_runs(player, "worst", (50, 400), 2, 0)
    assert worst < 1e-12
    assert norms[1] < norms[0]
    worst, norms = checks.blackwell_runs(player, [0.375, 0.625], (50, 400), 2, 0)
    assert worst < 1e-12


def test_moments():
    corner = np.eye(2)
    assert checks.entry_moments(*corner, np.array([0.5, 0.5]), 1.0) == (4.0, 2.0)
    assert checks.entry_moments(*corner, np.array([0.95, 0.05]), 1.0)[1] == pytest.approx(3.8)
    assert max(checks.search_of_moments(300, 0)) <= 4
    assert checks.uniform_forecasts(4096, 3, 0) == pytest.approx(2 * 0.49 / 11, abs=0.01)


def test_commitment_by_simulation():
    rng = np.random.default_rng(0)
    n = 200
    looks = 11
    tilt = 0.1
    seen = (rng.random((20_000, looks)) < 0.5 + tilt).sum(axis=1)
    wrong = (seen < looks / 2).mean()
    paid = (looks * (0.5 + tilt) + (n - looks) * 2 * tilt * wrong) / n
    assert checks.commit_regret(n, [looks], [tilt])[0, 0] == pytest.approx(paid, abs=0.005)
    assert checks.commit_constant(1000) > 1 / 7
