"""First-order features of strings: symbols with their inputs, and pairs of neighbours.

Shalev-Shwartz (2007), section 5.3.3: the features (5.21), prediction in O(m k^2), and the searches
for the string with the largest cost plus score (5.22, 5.23).
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_flag

from .viterbi import check_string, viterbi

__all__ = ["ChainFeatures", "hamming"]


def hamming(y, z):
    """Number of places where two strings differ: a cost that is 0 or at least 1."""
    y = check_array(y, "y", ndim=1)
    return int(np.count_nonzero(y != check_array(z, "z", shape=y.shape)))


class ChainFeatures:
    """First-order features of a string (5.21): sums of inputs by symbol, counts of neighbours.

    Parameters
    ----------
    n_symbols, n_inputs : int
        k symbols; every place i of an instance brings a vector ``x_i`` of ``n_inputs`` numbers.
    first_pair : bool
        Count the first symbol as following itself, as Sugiyama (2016, Eq. 29.3) does.

    Attributes
    ----------
    size : int
        ``k n_inputs + k^2``: entries of a feature vector.
    """

    def __init__(self, n_symbols, n_inputs, *, first_pair=False):
        self.n_symbols = check_count(n_symbols, "n_symbols", low=2)
        self.n_inputs = check_count(n_inputs, "n_inputs", low=1)
        self.first_pair = check_flag(first_pair, "first_pair")
        self.size = self.n_symbols * (self.n_inputs + self.n_symbols)

    def instance(self, x):
        """Check one instance, shape (m, n_inputs)."""
        return check_array(x, "x", shape=(None, self.n_inputs), min_rows=1)

    def answer(self, x, y):
        """Check a string for an instance, shape (m,)."""
        return check_string(y, "y", self.n_symbols, len(self.instance(x)))

    def phi(self, x, y):
        """Feature vector of instance and string, shape (size,); O(m n_inputs)."""
        k = self.n_symbols
        x = self.instance(x)
        y = check_string(y, "y", k, len(x))
        inputs = np.zeros((k, self.n_inputs))
        neighbours = np.zeros((k, k))
        np.add.at(inputs, y, x)
        np.add.at(neighbours, (y[:-1], y[1:]), 1)
        if self.first_pair:
            neighbours[y[0], y[0]] += 1
        return np.concatenate([inputs.ravel(), neighbours.ravel()])

    def scores(self, w, x, y=None):
        """Scores that make ``<w, phi(x, z)>`` the score of every string z.

        With a string ``y``, every place where z differs from it scores 1 more: the search of
        equation 5.23 with the Hamming cost.

        Returns
        -------
        places : ndarray, shape (m, k)
        trans : ndarray, shape (k, k)
        """
        k = self.n_symbols
        x = self.instance(x)
        w = check_array(w, "w", shape=(self.size,)).copy()
        places = x @ w[: k * self.n_inputs].reshape(k, -1).T
        if y is not None:
            # the Hamming cost is a sum over places
            places += np.arange(k) != check_string(y, "y", k, len(x))[:, None]
        trans = w[k * self.n_inputs :].reshape(k, k)
        if self.first_pair:
            places[0] += trans.diagonal()  # the first symbol counts as its own neighbour
        return places, trans

    def predict(self, w, x):
        """The best string for ``x``."""
        places, trans = self.scores(w, x)
        return viterbi(places[0], trans, places=places[1:])

    def worst_rival(self, w, x, y):
        """The string other than ``y`` with the largest Hamming cost plus score (5.23)."""
        places, trans = self.scores(w, x, y)
        return viterbi(places[0], trans, y, places[1:])

    def loss_augmented(self, w, x, y):
        """The string with the largest Hamming cost plus score, ``y`` itself included (5.22)."""
        places, trans = self.scores(w, x, y)
        return viterbi(places[0], trans, places=places[1:])

    def maximal_loss(self, w, x, y):
        """``max_z [hamming(y, z) - <w, phi(x, y) - phi(x, z)>]`` (5.22); 0 at least, for z = y."""
        hardest = self.loss_augmented(w, x, y)
        gain = np.dot(w, self.phi(x, y) - self.phi(x, hardest))
        return max(0.0, float(hamming(y, hardest) - gain))
