"""Models that are not linear in their parameters."""

from .backprop import (
    BackpropRegressor,
    BackpropRun,
    backprop_gradients,
    network_gradients,
    network_output,
    train_network,
)
from .networks import HierarchicalRegressor, UnitFit, fit_units, hidden_outputs, network_jacobian
from .product_models import Additive, Multiplicative

__all__ = [
    "Additive",
    "BackpropRegressor",
    "BackpropRun",
    "HierarchicalRegressor",
    "Multiplicative",
    "UnitFit",
    "backprop_gradients",
    "fit_units",
    "hidden_outputs",
    "network_gradients",
    "network_jacobian",
    "network_output",
    "train_network",
]
