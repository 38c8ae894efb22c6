def test_cases_make_up_the_sizes(study):
    sizes = study.SIZES["default"]
    cases = study.cases(**sizes)
    for kind, wanted in (("sharper", sizes["samples"]), ("pairs", sizes["pairs"])):
        counted = sum(c.get("samples", c.get("pairs")) for c in cases if c["experiment"] == kind)
        assert counted == wanted


def test_a_case(study):
    assert study.run({"experiment": "lemma", "pairs": 100, "seed": 0})["bad"] == 0
    assert study.run({"experiment": "sharper", "samples": 8, "seed": 0})["bad"] == 0
    assert study.run({"experiment": "pairs", "n": 100, "pairs": 5, "seed": 0})["bad"] == 0
    rounding = study.run({"experiment": "rounding", "triples": 50, "seed": 0})
    assert rounding["largest"] < 0.6932
