def test_a_case_gives_its_row(study):
    row = study.run({"method": "clnj", "split": 0})
    assert row["train"] > row["test"]
    assert row["params"] == 1 + 2 * (99 + row["hidden"])


def test_ten_halves_of_every_method(study):
    cases = study.cases(**study.SIZES["default"])
    assert len(cases) == 90
