"""The checks of the program and of the errata can fail, and say what they should on known cases."""

import numpy as np
import pytest

from mlcompanion.datasets import make_piano_pieces
from mlcompanion.teaching import source_table
from mlcompanion_chapters.shalev_shwartz.o09_alignment import program_checks as checks
from mlcompanion_chapters.shalev_shwartz.o09_alignment import sound_checks as sounds


def test_enumeration_by_hand():
    triple = np.zeros((2, 4, 5, 5))
    triple[0, 1, 2, 2] = 5.0  # the first event starts at 1, so 2 frames from -1, and lasts 2
    triple[1, 3, 2, 1] = 1.0
    assert checks.enumerated(triple, 4) == 6.0
    assert checks.enumerated(triple[..., :2, :2], 1) == -np.inf


def test_cases_agree_and_a_wrong_program_is_seen(monkeypatch):
    found = np.array([checks.exact_case(seed) for seed in range(40)])
    assert found[:, :2].max() <= 1e-9
    assert found[:, 2].any()
    right = checks.align_dp

    def late(scores, **limits):
        best = right(scores, **limits)
        return best._replace(score=best.score + (len(best.starts) > 2))

    monkeypatch.setattr(checks, "align_dp", late)
    assert max(checks.exact_case(seed)[0] for seed in range(40)) == pytest.approx(1.0)


def test_envelope_and_work():
    gaps = np.array([checks.envelope_case(seed) for seed in range(60)])
    assert gaps.max() <= 1e-10
    assert checks.work(3, 200, 20) / checks.work(3, 200, 10) == pytest.approx(4, rel=0.1)
    assert checks.work(1, 7, 7) == 28  # one event, seven starts, each with the leads up to it


def test_the_bound_holds_and_is_loose():
    viol, ratio = checks.bound_along(0, 1.0, m=10, n_random=3)
    assert viol <= 0
    assert ratio > 1


def test_printed_table_has_its_printed_means():
    cells = sounds.cells_of(source_table("shalev_shwartz/09_alignment", "table_9_2"))
    assert cells.shape == (12, 5)
    # cells above 1,000 are printed without a decimal, which moves a mean by up to 0.04
    np.testing.assert_allclose(cells.mean(axis=0), sounds.PRINTED_MEANS, atol=0.09)
    np.testing.assert_allclose(cells.std(axis=0), sounds.PRINTED_SDS, rtol=0.01)


def test_sounds_speak_for_69():
    ratios, shares = sounds.octave_checks()
    np.testing.assert_allclose(ratios[57], 2, rtol=0.03)
    np.testing.assert_allclose(ratios[69], 1, rtol=0.03)
    assert min(shares[69]) > 3 * max(shares[57])


def test_oracles_and_starts_of_em():
    near, begin = sounds.frame_oracles(make_piano_pieces(2, 200, sampling=1000.0, random_state=0))
    assert np.mean(near) == pytest.approx(5, abs=0.5)
    assert np.mean(begin) == pytest.approx(10, abs=1.5)
    rng = np.random.default_rng(0)
    frames = np.vstack([rng.normal(m, 1, (40, 2)) for m in (0, 4, 9)])
    one, many = sounds.em_starts(frames, 4, (1, 5))
    assert one < 1e-9 < many
