import pytest


def test_there_are_as_many_tables_as_the_claims_say(study):
    cases = study.cases(**study.SIZES["paper"])
    assert [sum(c["check"] == name for c in cases) for name in ("edge", "share", "classes")] == [
        11,
        4,
        40,
    ]


def test_a_case_of_each_kind(study):
    edge = study.run({"check": "edge", "table": 1})
    assert edge["edge"] >= 1
    assert 0 <= edge["shrink_all"] < 2
    share = study.run({"check": "share", "table": 0, "least": 99})
    assert 0 <= share["share"] <= 1
    fold = study.run({"check": "classes", "data": "iris", "fold": 0})
    assert fold["rules"] == pytest.approx(fold["tree"], abs=0.3)
