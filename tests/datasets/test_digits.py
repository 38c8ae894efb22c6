import numpy as np

from mlcompanion.datasets import load_digits_14, load_mnist_5k


def test_split_holds_each_image_once_and_each_class_equally():
    split = load_digits_14(3, n_train=200, n_test=300)
    both = np.vstack([split.X_train, split.X_test])
    assert both.shape == (5000, 196)
    assert (np.bincount(split.y_train) == 200).all()
    assert (np.bincount(split.y_test) == 300).all()
    images = load_mnist_5k().data.reshape(-1, 28, 28)
    means = sum(images[:, i::2, j::2] for i in (0, 1) for j in (0, 1)).reshape(-1, 196) / 4
    ours = np.sort(both @ np.arange(196.0))
    np.testing.assert_allclose(ours, np.sort((means / 127.5 - 1) @ np.arange(196.0)), atol=1e-8)
    assert (np.abs(both) <= 1).all()


def test_split_depends_on_the_seed_alone():
    first, again, other = (load_digits_14(seed, 5, 5).X_train for seed in (0, 0, 1))
    assert (first == again).all()
    assert (first != other).any()
