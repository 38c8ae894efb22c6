import pytest

from mlcompanion_chapters.sugiyama.s30_ensemble_learning.studies import listing_votes as study


def test_a_case():
    assert len(study.cases(**study.SIZES["default"])) == 100
    row = study.run({"seed": 777, "b": 60})
    assert row["train"] == 0
    assert row["finite"]
    assert not row["broken"]
    assert row["rounds"] == 60
    assert row["test_error"] == pytest.approx(0.15, abs=0.1)
