"""Graphs of conditional independence, learned from data."""

from .graphical_lasso import (
    GraphicalLasso,
    GraphicalLassoRun,
    edges_of,
    graphical_lasso,
    graphical_lasso_kkt,
    graphical_lasso_objective,
    precision_of_rows,
)
from .ising_relaxation import IsingLeafModel, IsingRelaxation, spins_of
from .nonparanormal import nonparanormal, truncation_level

__all__ = [
    "GraphicalLasso",
    "GraphicalLassoRun",
    "IsingLeafModel",
    "IsingRelaxation",
    "edges_of",
    "graphical_lasso",
    "graphical_lasso_kkt",
    "graphical_lasso_objective",
    "nonparanormal",
    "precision_of_rows",
    "spins_of",
    "truncation_level",
]
