"""Deep networks begun without labels, layer upon layer: Sugiyama (2016), Fig. 36.16."""

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin, clone
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_count, check_has, check_list, check_rng

from .autoencoder import Autoencoder

__all__ = ["StackedPretraining"]

_SEEDS = 2**31 - 1


class StackedPretraining(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    r"""Autoencoders or Boltzmann machines in a stack: each learns what the one below gives.

    Parameters
    ----------
    hidden_layer_sizes : sequence of int
        Units of each hidden layer, from the first to the last.
    unit : Autoencoder, RBM or None
        What every layer is trained as; ``n_components`` is set to its size. Layers above the first
        take activations between 0 and 1, whose limits they are given. Default: an autoencoder with
        100 passes over batches of 20.
    random_state : int, RandomState, Generator or None
        Draws the seed of each layer.

    Attributes
    ----------
    units_ : list of estimators
        The trained layers.
    layers_ : list of ndarray, shapes (m_l, m_(l-1) + 1)
        Weights with offsets in the last column, for raw columns: a start for
        :func:`mlcompanion.regression.networks.train_layers`, once an output layer is added.

    Raises
    ------
    ValueError
        If a size is not positive or the list of them is empty.

    Notes
    -----
    Cost: that of the layers. Source: Section 36.5; what it cites trains so.

    Examples
    --------
    >>> X = np.random.default_rng(0).random((30, 6))
    >>> stack = StackedPretraining((4, 2), random_state=0).fit(X)
    >>> [W.shape for W in stack.layers_], stack.transform(X).shape
    ([(4, 7), (2, 5)], (30, 2))
    """

    def __init__(self, hidden_layer_sizes=(100,), *, unit=None, random_state=None):
        self.hidden_layer_sizes = hidden_layer_sizes
        self.unit = unit
        self.random_state = random_state

    def fit(self, X, y=None):
        """Train one layer after the other.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : None
            Not used.

        Returns
        -------
        self
        """
        X = validate_data(self, X, dtype=np.float64)
        name = "hidden_layer_sizes"
        sizes = [check_count(m, name, low=1) for m in check_list(self.hidden_layer_sizes, name)]
        unit = self.unit
        if unit is None:
            unit = Autoencoder(batch_size=20, max_iter=100)
        check_has(unit, "unit", "fit", "transform", "hidden_layer", "get_params")
        rng = check_rng(self.random_state)
        self.units_ = []
        rows = X
        for size in sizes:
            seed = int(rng.integers(_SEEDS))
            layer = clone(unit).set_params(n_components=size, random_state=seed)
            if self.units_:
                layer.set_params(limits=(0.0, 1.0))
                if "visible" in layer.get_params():
                    layer.set_params(visible="binary")
            rows = layer.fit(rows).transform(rows)
            self.units_.append(layer)
        self.layers_ = [layer.hidden_layer() for layer in self.units_]
        return self

    def transform(self, X):
        """Activations of the last layer, shape (n_samples, m_L)."""
        check_is_fitted(self)
        rows = validate_data(self, X, dtype=np.float64, reset=False)
        for layer in self.units_:
            rows = layer.transform(rows)
        return rows

    def reconstruct(self, X):
        """Up through all layers and down again, in the units of the data."""
        rows = self.transform(X)
        for layer in self.units_[::-1]:
            rows = layer.inverse_transform(rows)
        return rows

    @property
    def _n_features_out(self):
        return self.units_[-1].components_.shape[0]
