def test_twenty_splits_of_three_sets(study):
    assert len(study.cases(**study.SIZES["paper"])) == 60


def test_a_case(study):
    row = study.run({"data": "generated", "seed": 1})
    assert all(0 <= area <= 1 for area in row.values())
