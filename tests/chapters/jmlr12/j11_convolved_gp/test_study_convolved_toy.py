from mlcompanion_chapters.jmlr12.j11_convolved_gp import toy


def test_the_source_has_ten_repeats_of_all_methods(study):
    cases = study.cases(**study.SIZES["paper"])
    trained = [case for case in cases if case["experiment"] == "train"]
    assert len({case["seed"] for case in trained}) == 10
    assert {case["method"] for case in trained} == {"full", "dtc", "fitc", "pitc", "dtc-held"}
    assert {case["n_train"] for case in trained} == {200}


def test_a_small_case_of_each_kind_has_its_row(study, monkeypatch):
    # of 500 points, drawing takes ten times as long as all the rest
    monkeypatch.setattr(toy.toy_data, "__defaults__", (200, 100, False))
    common = {"seed": 0, "n_train": 20, "steps": 2}
    row = study.run({"experiment": "train", "method": "dtc-held", **common})
    assert {"error_1", "loss_4", "n_iter"} <= row.keys()
    assert study.run({"experiment": "gap", "method": "alone", **common})["gap_error"] > 0
