import numpy as np
import pytest

from mlcompanion_chapters.sugiyama.s29_structured_classification import digits


def test_the_rule_has_two_followers_and_never_repeats():
    table = digits.rule()
    np.testing.assert_allclose(table.sum(axis=1), 1)
    assert not table.diagonal().any()
    assert table[9, 0] == table[9, 2] == 0.45
    assert np.sort(table[4])[1:8] == pytest.approx(0.1 / 7)
    np.testing.assert_allclose(digits.rule(0.0), 0.1)


def test_strings_follow_the_rule_and_share_no_image():
    train, test = digits.both_sides(0, (800, 200))
    counts = np.zeros((10, 10))
    for y in train.ys:
        np.add.at(counts, (y[:-1], y[1:]), 1)
    shares = counts / counts.sum(axis=1, keepdims=True)
    assert abs(shares - digits.rule()).max() < 0.07
    seen = {x.tobytes() for string in train.xs for x in string}
    assert not any(x.tobytes() in seen for string in test.xs for x in string)


def test_an_image_shows_its_label():
    (images, labels), _ = digits.halves(3)
    strings, _ = digits.both_sides(3, (20, 1))
    known = {image.tobytes(): label for image, label in zip(images, labels)}
    for x, y in zip(*strings):
        assert [known[image.tobytes()] for image in x] == y.tolist()


def test_errors_are_counted():
    true = [np.array([1, 2]), np.array([3, 4])]
    found = [np.array([1, 2]), np.array([3, 5])]
    assert digits.wrong_labels(found, true) == 0.25
    assert digits.wrong_strings(found, true) == 0.5
    assert len(digits.singles(digits.Strings([np.zeros((2, 64))] * 2, true)).xs) == 4
