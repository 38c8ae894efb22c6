"""Maps of a graph and Boltzmann machines against scikit-learn.

The maps are the same up to signs. Machines are trained by chains of their own, so that only how
probable they find new data can be compared.
"""

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.manifold import SpectralEmbedding
from sklearn.neural_network import BernoulliRBM

from _race import duel, equal
from mlcompanion.datasets import load_digits_14, make_swiss_roll
from mlcompanion.manifold import knn_graph
from mlcompanion.reduction.unfolding import RBM, LaplacianEigenmap, free_energy

TITLE = "Eigenmaps and Boltzmann machines"
CHAPTER = "sugiyama/36_nonlinear_dimensionality_reduction"


def maps(n, k):
    """The same graph of a roll."""
    graph = csr_matrix(knn_graph(make_swiss_roll(n, random_state=0).data, k, weights="binary"))
    # the peer takes no indices of 64 bits
    graph.indices = graph.indices.astype(np.int32)
    graph.indptr = graph.indptr.astype(np.int32)
    yield duel(
        "Laplacian eigenmap", f"{n} points, {k} neighbours",
        lambda: np.abs(LaplacianEigenmap(2, affinity="precomputed").fit_transform(graph)),
        "scikit-learn",
        lambda: np.abs(
            SpectralEmbedding(2, affinity="precomputed", random_state=0).fit_transform(graph)
        ),
        same=equal(rtol=1e-4, atol=1e-6), note="equal up to sign",
    )  # fmt: skip


def contrast(weights, images, noise):
    """How much more probable images are than noise, in units of log-likelihood a pixel."""
    gaps = free_energy(noise, *weights).mean() - free_energy(images, *weights).mean()
    return gaps / images.shape[1]


def machines(n_hidden, batch):
    """Ten passes over 3,000 images of 196 pixels."""
    digits = load_digits_14(0)
    images = (digits.X_train > 0).astype(float)
    test = (digits.X_test > 0).astype(float)
    noise = np.random.default_rng(0).permuted(test, axis=1)
    options = {"n_components": n_hidden, "batch_size": batch, "learning_rate": 0.05, "n_iter": 10}

    def ours():
        model = RBM(limits=(0.0, 1.0), random_state=0, **options).fit(images)
        return contrast(_weights(model), test, noise)

    def theirs():
        model = BernoulliRBM(random_state=0, **options).fit(images)
        return contrast(_weights(model), test, noise)

    yield duel(
        "Boltzmann machine, ten passes", f"{n_hidden} hidden units, batches of {batch}",
        ours, "scikit-learn", theirs,
        same=lambda a, b: min(a, b) > 0.1,
        note="both tell digits from shuffled pixels",
    )  # fmt: skip


def _weights(model):
    return model.components_, model.intercept_visible_, model.intercept_hidden_


def rows():
    """All races."""
    for n, k in ((1000, 10), (3000, 10), (3000, 30)):
        yield from maps(n, k)
    for n_hidden, batch in ((64, 10), (256, 10), (256, 100)):
        yield from machines(n_hidden, batch)
