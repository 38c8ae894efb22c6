import pytest


def test_there_are_as_many_problems_as_the_claims_say(study):
    assert len(study.cases(**study.SIZES["paper"])) == 1100


@pytest.mark.parametrize("check", ["kkt", "range", "singular", "half", "one-class"])
def test_a_case(study, check):
    pytest.importorskip("cvxpy")
    row = study.run({"check": check, "seed": 1})
    if check == "kkt":
        assert row["viol"] < 1e-4
    if check == "half":
        assert row["top"] <= 0.5 + 1e-5
    if check == "one-class":
        assert row["same"]
