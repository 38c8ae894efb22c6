"""Trials on candidate labels: the halves, the sizes, and learners that learn."""

import numpy as np
import pytest

from mlcompanion.teaching.studies import StoredStudy
from mlcompanion_chapters.jmlr12.j12_partial_labels import partial_label_protocols as protocols
from mlcompanion_chapters.jmlr12.j12_partial_labels.partial_label_summaries import (
    bag_sizes,
    errors,
    refusals,
)


def test_components_carry_the_distances():
    rng = np.random.default_rng(0)
    for shape in ((30, 8), (8, 30)):
        X = rng.normal(size=shape)
        Z = protocols._components(X, min(shape))
        centred = X - X.mean(axis=0)
        ours, theirs = (A @ A.T for A in (Z, centred))
        np.testing.assert_allclose(ours / np.trace(ours), theirs / np.trace(theirs), atol=1e-12)
        np.testing.assert_allclose(Z.std(), 1)


def test_chance_is_the_convention_of_the_source():
    """Not the error of a guess within the bag, which is less where sizes differ."""
    bags = np.array([[1, 0, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]])
    guess = np.mean(1 - 1 / bags.sum(axis=1))
    assert protocols.chance_error(bags) == 1 - 3 / 8
    assert guess == pytest.approx(17 / 36)
    assert protocols.chance_error(bags) > guess
    assert protocols.chance_error(np.eye(4) + np.eye(4)[::-1]) == 0.5


def test_a_trial_on_a_table_learns():
    found = protocols.size_trial("dermatology", 1, 0)
    assert found["chance"] == 0.5
    assert found["mean"] < 0.1
    assert found == protocols.size_trial("dermatology", 1, 0)
    assert protocols.em_trial("ecoli", 1, 0)["em"] < 0.3
    found = [protocols.em_setting_trial(*at, 0) for at in (("share", 0.4), ("dimension", 20))]
    assert 0 < found[0]["em"] < found[1]["em"] < 0.5
    found = protocols.em_setting_trial("epsilon", 0.3, 0)
    assert found["t_em"] < found["em"] < 0.5
    X, y = protocols.table("ecoli")
    assert X.shape == (336, 7)
    np.testing.assert_allclose(X.std(axis=0), 1)
    assert y.max() == 7


def test_a_series_is_disambiguated():
    found = protocols.series_trial(8, 100, 0)
    assert found["mean"] < found["chance"]
    rows = protocols.refusal_trial(0.05, (0.1, 1.0), 0)
    assert [row["recall"] for row in rows] == [0.1, 1.0]
    assert rows[0]["hybrid"] <= rows[1]["hybrid"]


def stored():
    """A study of two trials."""
    rows = []
    for seed, shift in ((0, 0.0), (1, 0.02)):
        methods = {
            "mean": 0.1,
            "naive": 0.2,
            "knn": 0.3,
            "wknn": 0.25,
            "model1": 0.4,
            "chance": 0.5,
        }
        shifted = {name: error + shift for name, error in methods.items()}
        rows.append({"experiment": "size", "data": "ecoli", "x": 1, "seed": seed, **shifted})
        kinds = {"max": 0.5, "relative": 0.2, "constrained": 0.1, "hybrid": 0.1 + shift}
        rows.append({"experiment": "refusal", "x": 0.05, "recall": 0.1, "seed": seed, **kinds})
    study = StoredStudy.__new__(StoredStudy)
    study.rows = rows
    study.provenance = {"name": "partial_labels"}
    return study


def test_summaries_are_means_in_per_cent():
    study = stored()
    np.testing.assert_allclose(errors(study, "mean", "size", 1, data="ecoli"), [10, 12])
    found = bag_sizes(study, {"ecoli": [1]})
    np.testing.assert_allclose([found[k][0][0] for k in ("clpl", "naive", "rest")], [11, 21, 26])
    found = refusals(study, [0.1])
    np.testing.assert_allclose([found["econ"][0], found["ehyb"][0], found["se"][0]], [10, 11, 1])
