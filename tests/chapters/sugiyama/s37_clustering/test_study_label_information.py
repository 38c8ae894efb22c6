def test_a_case_of_each_kind_gives_its_rows(study):
    made = study.cases(repeats=2)
    assert len(made) == 2 + 6 + 2
    kinds = {case["experiment"]: case for case in made}
    rows = study.run(kinds["neighbors"])
    assert [row["k"] for row in rows] == list(study.NEIGHBORS)
    assert set(study.run({**kinds["approach"], "n": 50})) == {"rel", "ind"}
    assert study.run(kinds["clusters"])["best"] in range(2, 7)
