from mlcompanion_chapters.sugiyama.s30_ensemble_learning.studies import tuned_votes as study


def test_a_case():
    assert len(study.cases(**study.SIZES["default"])) == 100
    row = study.run({"data": "wine", "seed": 778})
    assert {"vote", "single", "equal"} <= row.keys()
