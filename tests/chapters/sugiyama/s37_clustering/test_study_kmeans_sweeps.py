def test_a_case_of_each_kind_gives_its_row(study):
    made = study.cases(sets=4, repeats=1)
    kinds = {case["experiment"]: case for case in made}
    assert study.run(kinds["boundaries"])["unsep"] == 0
    assert study.run({**kinds["control"], "pairs": 2}) == {"sep_check": 0}
    assert {"km", "k2", "k1", "k05"} <= set(study.run(kinds["starts"]))
