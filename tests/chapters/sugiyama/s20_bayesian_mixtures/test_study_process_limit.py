import numpy as np
import pytest

from mlcompanion.bayes import sample_crp
from mlcompanion.bayes.conjugate import NormalWishart
from mlcompanion_chapters.sugiyama.s20_bayesian_mixtures import limit


def test_cases_cover_the_claims_sizes(study):
    cases = study.cases(**study.SIZES["default"])
    assert [sum(case["m"] == m for case in cases) for m in (1000, 0)] == [4, 4]
    assert {(case["n_sweeps"], case["burn_in"]) for case in cases} == {(2000, 200)}


def test_a_short_chain_of_each_kind(study):
    for m in (1000, 0):
        row = study.run({"m": m, "seed": 0, "n_sweeps": 20, "burn_in": 5})
        assert 1 <= row["occupied"] < 15


def test_expected_numbers():
    rng = np.random.default_rng(0)
    drawn = [sample_crp(30, 1.5, random_state=rng).max() + 1 for _ in range(2000)]
    assert limit.expected_limit(30, 1.5) == pytest.approx(np.mean(drawn), abs=0.15)
    assert limit.expected_finite(30, 10**6, 1.5) == pytest.approx(
        limit.expected_limit(30, 1.5), abs=1e-3
    )
    assert limit.expected_finite(1, 7, 1.5) == pytest.approx(1)


def test_a_table_predicts_as_the_t_law():
    table = limit._Table()
    table.move(1.0, 2.0, 1)
    table.move(0.5, 1.0, 1)
    table.move(0.5, 1.0, -1)
    law = NormalWishart([0, 0], 1.0, 3.0, np.eye(2)).posterior([[1.0, 2.0]])
    want = np.exp(law.predictive_logpdf([0.3, -1.0]))
    assert table.density(0.3, -1.0) == pytest.approx(want, rel=1e-10)
