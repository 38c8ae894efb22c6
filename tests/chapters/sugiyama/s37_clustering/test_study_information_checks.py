import pytest


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("labels", {"truth", "kmeans", "random"}),
        ("borders", {"exact_gap", "exact_cut", "est_gap", "est_cut"}),
        ("dense", {"formula", "direct", "dense", "spirals"}),
        ("apart", {"own", "every"}),
        ("watch", {"unfinished_printed", "unfinished_u", "unfinished_relative"}),
        ("pieces", {"nine", "ten"}),
    ],
)
def test_a_case_of_each_kind_gives_its_row(study, kind, names):
    assert len(study.cases(repeats=1)) == 6
    row = study.run({"experiment": kind, "seed": 0})
    assert set(row) == names
    assert all(isinstance(value, int | float) for value in row.values())
