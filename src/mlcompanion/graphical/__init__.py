"""Graphs of conditional independence, learned from data."""

from .edge_scores import EdgeScores, edge_scores
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
from .kernel_forest import KernelForest
from .lasso_path import GraphicalLassoPath, graphical_lasso_path
from .nonparanormal import nonparanormal, truncation_level
from .refit import Refit, refit_precision

__all__ = [
    "EdgeScores",
    "GraphicalLasso",
    "GraphicalLassoPath",
    "GraphicalLassoRun",
    "IsingLeafModel",
    "IsingRelaxation",
    "KernelForest",
    "Refit",
    "edge_scores",
    "edges_of",
    "graphical_lasso",
    "graphical_lasso_kkt",
    "graphical_lasso_objective",
    "graphical_lasso_path",
    "nonparanormal",
    "precision_of_rows",
    "refit_precision",
    "spins_of",
    "truncation_level",
]
