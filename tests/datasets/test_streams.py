"""The generated streams of the online chapters have the answers and the laws they promise."""

import numpy as np
import pytest

from mlcompanion.datasets import make_chain_strings, make_graded_lists, make_r_of_k


def test_r_of_k_answers_its_question():
    stream = make_r_of_k(4000, 20, r=2, k=4, random_state=0)
    assert stream.data.shape == (4000, 21)
    assert np.array_equal(stream.target == 1, stream.data[:, :4].sum(axis=1) >= 2)
    assert set(np.unique(stream.data[:, :-1])) == {0.0, 1.0}
    assert (stream.data[:, -1] == -1).all()
    assert stream.data[:, :-1].mean() == pytest.approx(0.5, abs=0.01)


def test_chain_strings_follow_their_law():
    stream = make_chain_strings(4000, 3, 5, noise=0.4, stay=0.7, random_state=0)
    y = stream.target
    counts = np.zeros((3, 3))
    np.add.at(counts, (y[:, :-1].ravel(), y[:, 1:].ravel()), 1)
    np.testing.assert_allclose(counts / counts.sum(1, keepdims=True), stream.transition, atol=0.03)
    assert stream.transition[0, 1] == pytest.approx(0.7 + 0.1)
    residual = stream.data - np.eye(3)[y]
    assert residual.std() == pytest.approx(0.4, abs=0.01)
    np.testing.assert_allclose(np.exp(stream.neighbours), stream.transition)
    np.testing.assert_allclose(stream.inputs, np.eye(3) / 0.16)


def test_chain_without_chance_is_a_cycle():
    y = make_chain_strings(5, 4, 6, stay=1.0, random_state=1).target
    assert np.array_equal(y[:, 1:], (y[:, :-1] + 1) % 4)


def test_graded_lists_order_by_taste():
    stream = make_graded_lists(200, noise=0.0, random_state=0)
    taste = stream.data @ stream.coef
    assert set(np.unique(stream.target)) == {1.0, 2.0, 3.0, 4.0, 5.0}
    higher = stream.target[:, :, None] > stream.target[:, None, :]
    assert (taste[:, :, None] > taste[:, None, :])[higher].all()


@pytest.mark.parametrize("make", [make_r_of_k, make_chain_strings, make_graded_lists])
def test_seeds_repeat(make):
    one = make(10, random_state=3)
    two = make(10, random_state=3)
    assert np.array_equal(one.data, two.data)
    assert np.array_equal(one.target, two.target)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: make_r_of_k(10, 3, r=1, k=4), "k must"),
        (lambda: make_r_of_k(10, 9, r=5, k=4), "r must"),
        (lambda: make_chain_strings(10, 1), "n_symbols"),
        (lambda: make_chain_strings(10, noise=0.0), "noise"),
        (lambda: make_chain_strings(10, stay=1.5), "stay"),
        (lambda: make_graded_lists(10, n_grades=1), "n_grades"),
    ],
)
def test_bad_input_names_the_argument(call, name):
    with pytest.raises(ValueError, match=name):
        call()
