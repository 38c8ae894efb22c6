"""Columns of learning models against NumPy and scikit-learn, to the same numbers.

Products of powers against ``numpy.polynomial.polynomial.polyvander3d``, Gaussian bumps against
scikit-learn's ``rbf_kernel``, and the spectrum kernel of sequences against the product of
``CountVectorizer``'s counts.
"""

from functools import partial

import numpy as np
from numpy.polynomial.polynomial import polyvander3d
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.metrics.pairwise import rbf_kernel

from _race import duel, equal
from mlcompanion.kernels import spectrum_kernel
from mlcompanion.regression import gaussian_basis, poly_basis
from mlcompanion.regression.networks.product_models import Multiplicative
from mlcompanion_chapters.sugiyama.s21_learning_models.learning_models import drill_cores

TITLE = "Columns of learning models"
CHAPTER = "sugiyama/21_learning_models"

same_numbers = partial(duel, same=equal(rtol=1e-9, atol=1e-12))


def counted(cores, length):
    """Inner products of the counts of letter runs, by scikit-learn."""
    counter = CountVectorizer(analyzer="char", ngram_range=(length, length), lowercase=False)
    counts = counter.fit_transform(cores).astype(float)
    return (counts @ counts.T).toarray()


def rows():
    """Products of three inputs, bumps in two and in fifty, sequences."""
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(20_000, 3))
    model = Multiplicative(partial(poly_basis, degree=4))
    yield same_numbers(
        "products of powers up to 4", "20,000 points, d = 3", lambda: model.design(X),
        "numpy polyvander3d", lambda: polyvander3d(*X.T, (4, 4, 4)), note="equal columns",
        reason="ours also looks for values that are not finite",
    )  # fmt: skip
    for d in (2, 50):
        X = rng.normal(size=(3000, d))
        h = np.sqrt(d)
        yield same_numbers(
            "Gaussian bumps at 500 centres", f"3,000 points, d = {d}",
            lambda X=X, h=h: gaussian_basis(X, X[:500], h), "sklearn rbf_kernel",
            lambda X=X, h=h: rbf_kernel(X, X[:500], gamma=1 / (2 * h**2)), note="equal columns",
            reason="ours sums squared differences, which keeps small distances exact",
        )  # fmt: skip
    cores = drill_cores(1000, 0)[0]
    for length in (2, 5):
        yield same_numbers(
            f"spectrum kernel, runs of {length}", "1,000 cores of 10 to 40 letters",
            lambda k=length: spectrum_kernel(cores, length=k, normalize=False),
            "sklearn CountVectorizer", lambda k=length: counted(cores, k), note="equal kernels",
            reason="ours takes any symbols: a run is a tuple, not a slice of a string",
        )  # fmt: skip
