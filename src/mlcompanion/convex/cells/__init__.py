"""Cells: polytopes by their corners, cut by half-spaces, and power diagrams of sites."""

from .laguerre import LaguerreDiagram, simplex_grid
from .polytope import Polytope

__all__ = ["LaguerreDiagram", "Polytope", "simplex_grid"]
