"""The comparison of learners of several kernels: folds, choices, tests, against hand-made cases."""

import numpy as np
from scipy.stats import f as f_law

from mlcompanion_chapters.jmlr12.j34_multiple_kernel_learning import kernel_tables as tables


def test_halves_are_stratified_and_leave_the_test_set_alone():
    y = np.where(np.arange(400) % 4 == 0, 1, -1)
    test, folds = tables.five_by_two(y, 100, 2, 0, size=200)
    assert len(folds) == 4
    for train, valid in folds:
        assert not set(train) & set(valid)
        assert not (set(train) | set(valid)) & set(test)
        assert abs(np.sum(y[train] == 1) - np.sum(y[valid] == 1)) <= 1
    np.testing.assert_array_equal(folds[0][0], folds[1][1])


def test_standardised_on_the_training_rows_only():
    view = np.random.default_rng(0).normal(3, 2, (50, 4))
    view[:, 3] = 1.0
    (scaled,) = tables.standardized([view], np.arange(20))
    np.testing.assert_allclose(scaled[:20, :3].std(axis=0), 1)
    assert abs(scaled[:, :3].mean()) > 1e-6
    assert not scaled[:, 3].any()


def test_every_learner_has_a_row():
    rng = np.random.default_rng(1)
    y = np.where(np.arange(80) % 2, 1, -1)
    views = [rng.normal(size=(80, 3)) + w * y[:, None] for w in (0.5, 1.0)]
    rows = tables.learner_rows(
        views, y, np.arange(40), {"valid": np.arange(40, 80)}, 1.0, max_iter=2, tol=0.1
    )
    assert [r["learner"] for r in rows] == ["view 0", "view 1", *tables.NAMES[1:]]
    linear = [r["valid"] for r in rows if r["learner"] in ("RBMKL (mean)", "SimpleMKL")]
    assert min(linear) > 75
    assert {r["calls"] for r in rows[:10]} == {1}
    assert all(0 < r["sv"] <= 100 and 1 <= r["active"] <= 2 for r in rows)


def test_c_and_the_best_view_are_chosen_on_the_other_half():
    def row(learner, C, valid, test):
        return {"learner": learner, "C": C, "valid": valid, "test": test, "sv": 1, "active": 1,
                "calls": 1}  # fmt: skip

    rows = [row("view 0", 1, 90, 50), row("view 0", 1, 80, 60), row("view 1", 10, 88, 70),
            row("view 1", 10, 86, 72), row("MKL", 1, 50, 99), row("MKL", 10, 60, 40)]  # fmt: skip
    found = tables.chosen(rows)
    assert list(found) == ["SVM (best)", "MKL"]
    assert (found["SVM (best)"]["test"], found["SVM (best)"]["C"]) == ([70, 72], 10)
    assert found["MKL"]["test"] == [40]


def test_ranks_share_ties():
    assert tables.mean_ranks([[90, 80, 90], [70, 60, 50]]) == [1.25, 2.5, 2.25]


def test_paired_f_by_hand_and_its_size():
    p = np.array([1.0, 3.0, 2.0, 2.0, 0.0, 2.0, 1.0, 1.0, 4.0, 0.0])
    variances = [2.0, 0.0, 2.0, 0.0, 8.0]
    statistic, p_value = tables.paired_f(p, np.zeros(10))
    np.testing.assert_allclose(statistic, (p**2).sum() / (2 * sum(variances)))
    np.testing.assert_allclose(p_value, f_law.sf(statistic, 10, 5))
    assert tables.paired_f(np.ones(10), np.ones(10)) == (0.0, 1.0)
    assert tables.paired_f(np.ones(10), np.zeros(10)) == (np.inf, 0.0)
