def test_there_are_as_many_draws_as_the_claims_say(study):
    cases = study.cases(**study.SIZES["paper"])
    assert [sum(c["check"] == name for c in cases) for name in study.CHECKS] == [50, 50, 20]


def test_a_case(study):
    assert study.run({"check": "optimum", "seed": 1})["off"] < 1e-6
    assert study.run({"check": "unbounded", "seed": 1})["clip_gap"] < 1e-3
