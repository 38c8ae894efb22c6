from mlcompanion_chapters.sugiyama.s30_ensemble_learning import method_votes
from mlcompanion_chapters.sugiyama.s30_ensemble_learning.studies import forest_features as study


def test_a_case(monkeypatch):
    assert len(study.cases(**study.SIZES["default"])) == 20
    small = method_votes.forest_against_bagging
    monkeypatch.setattr(study, "forest_against_bagging", lambda name, seed: small(name, seed, 5))
    row = study.run({"data": "breast cancer", "seed": 777})
    assert {"differ_forest", "differ_bag", "error_forest", "error_bag"} == row.keys()
