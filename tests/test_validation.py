"""The shared checks: what passes unchanged, and what is refused by name."""

import numpy as np
import pytest
from scipy import sparse

from mlcompanion._progress import progress_bar
from mlcompanion._validation import (
    check_array,
    check_count,
    check_covariances,
    check_flag,
    check_in,
    check_instance,
    check_list,
    check_real,
    check_rng,
    check_square,
)


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        ([0.2, 0.7], int),
        ([1.0, np.nan], int),
        ([0.5, 1.0], bool),
        ([2.0], bool),
        (["1", "2"], float),
        ([1 + 1j], float),
        ([[1.0], [1.0, 2.0]], float),
        ([None], float),
    ],
)
def test_a_conversion_that_would_change_values_is_refused(value, dtype):
    with pytest.raises(ValueError, match="values"):
        check_array(value, "values", dtype=dtype)


def test_what_only_changes_its_type_is_converted():
    assert check_array([0.0, 3.0], "x", dtype=int).tolist() == [0, 3]
    assert check_array([0, 1.0], "x", dtype=bool).tolist() == [False, True]
    assert check_array([True, 2], "x").tolist() == [1.0, 2.0]
    same = np.arange(3.0)
    assert check_array(same, "x") is same


@pytest.mark.parametrize(
    ("options", "wrong", "right"),
    [
        ({"low": 0}, [-1e-300, 1], [0, 1]),
        ({"low": 0, "open_low": True}, [0, 1], [1e-300, 1]),
        ({"high": 2}, [2.5], [2]),
        ({"low": 0, "high": 2, "open_high": True}, [2], [1.9]),
        ({"among": (-1, 1)}, [-1, 0], [-1, 1, 1]),
        ({"shape": (2,)}, [1.0], [1, 2]),
        ({"ndim": 1}, 3.0, [3.0]),
        ({"min_rows": 1}, [], [1]),
    ],
    ids=str,
)
def test_entries_and_shapes_have_limits(options, wrong, right):
    assert check_array(right, "x", **options).tolist() == right
    with pytest.raises(ValueError, match=r"\bx\b"):
        check_array(wrong, "x", **options)


@pytest.mark.parametrize("value", [np.nan, np.inf, "1", True, None, -1, 0, [1.0]])
def test_a_positive_number_is_none_of_these(value):
    with pytest.raises(ValueError, match="rate"):
        check_real(value, "rate", low=0, open_low=True)


@pytest.mark.parametrize("value", [np.nan, 1.0, "1", True, None, 0, 4])
def test_a_count_from_one_to_three_is_none_of_these(value):
    with pytest.raises(ValueError, match="size"):
        check_count(value, "size", low=1, high=3)


def test_flags_options_instances_and_lists():
    assert check_flag(np.True_, "f") is True
    for value in ("no", 0, None):
        with pytest.raises(TypeError, match="f must be True or False"):
            check_flag(value, "f")
    assert check_in("a", "o", {"a", "b"}) == "a"
    for value in ("c", 1.0, ["a"], np.ones(2), None):
        with pytest.raises(ValueError, match="o must be one of"):
            check_in(value, "o", {"a", "b"})
    assert check_instance(len, "g", callable) is len
    for value, kind in ((3, callable), ("x", (int, float))):
        with pytest.raises(TypeError, match="g must be a"):
            check_instance(value, "g", kind)
    assert check_list(iter("ab"), "l") == ["a", "b"]
    for value in ("ab", 3):
        with pytest.raises(TypeError, match="l must be a list"):
            check_list(value, "l")
    with pytest.raises(ValueError, match="l must hold"):
        check_list([], "l")


@pytest.mark.parametrize("n", [3, 700])
@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array, sparse.coo_matrix])
def test_symmetry_is_seen_in_every_block(n, form):
    A = np.random.default_rng(0).normal(size=(n, n))
    A = A + A.T
    checked = check_square(form(A), "A", size=n, symmetric=True, accept_sparse=True)
    np.testing.assert_array_equal(checked.toarray() if sparse.issparse(checked) else checked, A)
    A[n - 1, 0] += 1e-3
    with pytest.raises(ValueError, match="A must be symmetric"):
        check_square(form(A), "A", symmetric=True, accept_sparse=True)
    with pytest.raises(ValueError, match="A must have shape"):
        check_square(form(A), "A", size=n + 1, accept_sparse=True)
    with pytest.raises(ValueError, match="A must be square"):
        check_square(form(A[:2]), "A", accept_sparse=True)


def test_a_sparse_matrix_is_refused_where_it_is_of_no_use():
    with pytest.raises(ValueError, match="A must"):
        check_square(sparse.eye_array(3), "A")


def test_widths_and_covariances():
    assert check_covariances(2.0, "C", (3, 2)).tolist() == [2.0, 2.0, 2.0]
    whole = np.tile(np.eye(2), (3, 1, 1))
    np.testing.assert_array_equal(check_covariances(whole, "C", (3, 2)), whole)
    for wrong in (0.0, [1.0, 1.0], [1.0, -1.0, 1.0], np.eye(2), -whole, whole[:2]):
        with pytest.raises(ValueError, match="C must"):
            check_covariances(wrong, "C", (3, 2))


def test_seeds():
    one, other = (check_rng(seed).random() for seed in (5, np.random.default_rng(5)))
    assert one == other
    for value in (-1, 1.5, "5", True):
        with pytest.raises(ValueError, match="random_state"):
            check_rng(value)


def test_a_bar_is_drawn_only_when_asked(capsys, monkeypatch):
    steps = range(3)
    assert progress_bar(steps, False) is steps
    assert list(progress_bar(steps, True, description="working")) == [0, 1, 2]
    assert "working" in capsys.readouterr().err
    monkeypatch.setitem(__import__("sys").modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match="needs tqdm"):
        progress_bar(steps, True)
    with pytest.raises(TypeError, match="progress"):
        progress_bar(steps, "yes")


@pytest.mark.parametrize("place", [(0, 1), (299, 5), (150, 149)])
@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e200])
def test_one_asymmetric_entry_among_many_is_found(place, scale):
    A = np.random.default_rng(0).normal(size=(300, 300)) * scale
    A = A + A.T
    check_square(A, "A", symmetric=True)
    A[place] *= 1 + 1e-6
    with pytest.raises(ValueError, match="A must be symmetric"):
        check_square(A, "A", symmetric=True)


def test_rounding_is_no_asymmetry():
    A = np.random.default_rng(0).normal(size=(300, 300))
    A = A - A.T @ A  # rows whose sums nearly cancel
    A = A + A.T
    A -= A.mean(axis=0) + A.mean(axis=1)[:, None] - A.mean()
    check_square(A, "A", symmetric=True)


@pytest.mark.parametrize("n", [5, 200])
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_is_found_in_a_symmetric_matrix(n, value):
    A = np.eye(n)
    A[2, 1] = A[1, 2] = value
    with pytest.raises(ValueError, match="A contains NaN or infinity"):
        check_square(A, "A", symmetric=True)
    with pytest.raises(ValueError, match=r"A must have shape \(4, 4\)"):
        check_square(np.eye(n), "A", size=4, symmetric=True)
    np.testing.assert_array_equal(
        check_square(np.eye(n).tolist(), "A", symmetric=True), np.eye(n), strict=True
    )
    with pytest.raises(ValueError, match="A must hold values in"):
        check_square(-np.eye(n), "A", symmetric=True, low=0)
