def test_one_walk_a_set(study):
    assert len(study.cases(**study.SIZES["default"])) == 4


def test_a_short_walk(study):
    rows = study.run({"set": "dublin", "swaps": 4000, "every": 1000, "seed": 0})
    assert [row["steps"] for row in rows] == [1000, 2000, 3000, 4000]
    assert all(row["kept"] == 1 for row in rows)
    assert rows[0]["shift"] < rows[-1]["shift"]
