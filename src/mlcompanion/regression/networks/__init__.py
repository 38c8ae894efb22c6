"""Models that are not linear in their parameters."""

from .backprop import (
    BackpropRegressor,
    BackpropRun,
    backprop_gradients,
    network_gradients,
    network_output,
    train_network,
)
from .deep import LayersRun, layer_scores, random_layers, train_layers
from .networks import HierarchicalRegressor, UnitFit, fit_units, hidden_outputs, network_jacobian
from .product_models import Additive, Multiplicative

__all__ = [
    "Additive",
    "BackpropRegressor",
    "BackpropRun",
    "HierarchicalRegressor",
    "LayersRun",
    "Multiplicative",
    "UnitFit",
    "backprop_gradients",
    "fit_units",
    "hidden_outputs",
    "layer_scores",
    "network_gradients",
    "network_jacobian",
    "network_output",
    "random_layers",
    "train_layers",
    "train_network",
]
