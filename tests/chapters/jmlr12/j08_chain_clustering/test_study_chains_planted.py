def test_each_cell_is_drawn_as_often(study):
    cases = study.cases(**study.SIZES["default"])
    assert len(cases) == 84 * study.SIZES["default"]["repeats"]


def test_a_case_has_rivals_where_they_are_read(study):
    found = study.run({"m": 10, "k": 2, "length": 6, "seed": 0})
    assert {"rnd", "gr", "hs", "ebc", "tmse", "hs_alone", "gr_alone"} == set(found)
    assert found["hs"] > 0.9
    assert "tmse" not in study.run({"m": 20, "k": 2, "length": 3, "seed": 0})
