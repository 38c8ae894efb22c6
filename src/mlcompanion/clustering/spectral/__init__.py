"""Clusters that hang together: cuts of a graph by its smoothest vectors, and how to choose it."""

from .model import SpectralClustering
from .neighbor_choice import NeighborChoice, select_neighbors

__all__ = ["NeighborChoice", "SpectralClustering", "select_neighbors"]
