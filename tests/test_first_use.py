"""First use: rooms after one import, messages in words, machine code beforehand."""

import subprocess
import sys

import numpy as np
import pytest

import mlcompanion
from mlcompanion.__main__ import main
from mlcompanion._validation import check_array, check_memory
from mlcompanion.kernels import rbf_kernel
from mlcompanion.online import MulticlassDualAscent, Perceptron
from mlcompanion.prox import GroupNorm
from mlcompanion.sparse import GroupLasso

LAZY = """
import sys, mlcompanion
before = [name for name in sys.modules if name.startswith("mlcompanion.")]
assert not before and "numpy" not in sys.modules, before
rooms = dir(mlcompanion)
assert {"sparse", "stats", "kernels", "teaching", "__version__"} <= set(rooms)
assert "_validation" not in rooms
assert mlcompanion.sequences.__name__ == "mlcompanion.sequences"
assert "mlcompanion.sparse" not in sys.modules
"""


def test_rooms_are_there_after_one_import_and_load_when_asked():
    subprocess.run([sys.executable, "-c", LAZY], check=True)


@pytest.mark.parametrize("name", ["no_such_room", "_jit_", "__wrapped__"])
def test_what_is_no_room_is_no_attribute(name):
    assert not hasattr(mlcompanion, name)


@pytest.mark.parametrize(
    ("value", "dtype", "words"),
    [
        (["a"], float, "x must be an array of numbers: got text"),
        ([1j], float, "x must be an array of numbers: got complex numbers"),
        ([0.5], int, "x must be an array of whole numbers: got 0.5"),
        ([2.0], bool, "x must be an array of True and False: got 2.0"),
    ],
)
def test_arrays_are_refused_in_words(value, dtype, words):
    with pytest.raises(ValueError, match=words):
        check_array(value, "x", dtype=dtype)


@pytest.mark.parametrize("model", [Perceptron(), MulticlassDualAscent()], ids=repr)
def test_a_stream_that_shows_one_class_is_told_how_to_name_all(model):
    with pytest.raises(ValueError, match=r"partial_fit wants all of them as classes=\[\.\.\.\]"):
        model.partial_fit([[1.0, 2.0]], ["a"])
    assert model.partial_fit([[1.0, 2.0]], ["a"], classes=["a", "b"]).t_ == 1


def test_too_large_a_kernel_matrix_says_how_large():
    rows = np.zeros((4_000_000, 1))
    with pytest.raises(MemoryError, match=r"4000000 x 4000000 entries would need 119209\.3 GiB"):
        rbf_kernel(rows)
    check_memory(1, "a byte")


def test_group_labels_may_have_gaps():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 6))
    y = X[:, :2] @ [2.0, -1.0] + 0.1 * rng.normal(size=40)
    whole = GroupLasso([0, 0, 1, 1, 2, 2], lam=5.0, weights=[1.0, 2.0, 3.0]).fit(X, y)
    gaps = GroupLasso([3, 3, 7, 7, 40, 40], lam=5.0, weights=[1.0, 2.0, 3.0]).fit(X, y)
    np.testing.assert_array_equal(gaps.coef_, whole.coef_)
    assert GroupNorm([5, 2, 5]).groups.tolist() == [1, 0, 1]


def test_compiling_beforehand_tells_what_took_how_long(capsys):
    assert main(["compile", "clustering"]) == 0
    said = capsys.readouterr().out
    assert "clustering.SequentialKMeans: " in said
    assert "clustering.DoublingKCenter: " in said
    with pytest.raises(SystemExit):
        main(["compile", "no_such_room"])
    assert "no such room: no_such_room" in capsys.readouterr().err
