import numpy as np

from mlcompanion_chapters.jmlr12.j11_convolved_gp import stand_ins, toy


def test_a_gap_takes_training_points_of_the_last_output_alone():
    whole, holed = toy.toy_data(0, 30, 60), toy.toy_data(0, 30, 60, gap=True)
    np.testing.assert_array_equal(whole["y"][0], holed["y"][0])
    left = holed["X"][3]
    assert len(left) < 30
    assert not ((left >= -0.8) & (left <= 0)).any()


def test_scores_of_the_training_law_are_one_and_zero():
    data = {"y": [np.array([0.0, 2.0])], "y_test": [np.array([0.0, 2.0])]}
    errors, losses = toy.scores(data, [np.ones(2)], [np.ones(2)])
    np.testing.assert_allclose(errors, [1.0])
    np.testing.assert_allclose(losses, [0.0], atol=1e-12)


def test_genes_follow_the_equation_and_runs_share_them():
    t, runs = stand_ins.gene_runs(0, 200)
    assert t.shape == (12,)
    gap = np.var(runs[0] - runs[1]) / 2
    assert 0.02 < gap / np.mean(np.var(runs[0], axis=1)) < 0.3


def test_schools_average_equal_students():
    data = stand_ins.school_data(0, 3)
    assert all((x.sum(axis=1) == 4).all() for x in data["X"])
    assert sum(c.sum() for c in data["counts"]) <= 330
    assert stand_ins.explained(data, data["y_test"]) == 100


def test_ocean_stretches_are_hidden_from_the_third_region_alone():
    data = stand_ins.ocean_data(120)
    assert len(data["X"][0]) == 120
    assert not np.isin(data["x_test"], data["X"][2]).any()
    assert len(data["x_test"]) + len(data["X"][2]) == 120
