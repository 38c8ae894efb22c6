def test_a_block_of_each_kind(study):
    pairs = study.run({"experiment": "pairs", "first": 0, "number": 3})
    assert 0 < pairs["ratio"] < 1
    assert pairs["informative"] == 3
    caps = study.run({"experiment": "caps", "eps": 0.5, "first": 0, "number": 2})
    assert 0 < caps["ratio5"] < 1
    assert caps["cut"] == 2


def test_as_many_as_the_claim_asks(study):
    cases = study.cases(**study.SIZES["default"])
    assert sum(c["number"] for c in cases if c["experiment"] == "pairs") == 2000
    assert sum(c["number"] for c in cases if c["experiment"] == "caps") == 600
