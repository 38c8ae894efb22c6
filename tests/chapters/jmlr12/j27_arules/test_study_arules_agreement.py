def test_there_are_as_many_databases_as_the_claims_say(study):
    cases = study.cases(**study.SIZES["paper"])
    assert [sum(c["check"] == name for c in cases) for name in ("sets", "sequences")] == [60, 30]


def test_a_case_of_each_kind(study):
    sets = study.run({"check": "sets", "seed": 2})
    assert sets["bad_sets"] == sets["bad_rules"] == 0
    sequences = study.run({"check": "sequences", "seed": 1})
    assert not sequences["bad"]
    assert not sequences["bad_gap"]
