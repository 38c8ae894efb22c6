"""Clustering: k-means and its relatives, batch and on line."""

from .exhaustive import ExactClusters, kmeans_exhaustive
from .kernel_kmeans import Clusters, gram_factor, kernel_kmeans, kmeans_restarts
from .kmeans import (
    kmeans_cost,
    kmeans_plusplus,
    kmeans_sharp,
    lloyd,
    nearest_centers,
)
from .kmeans_line import kmeans_1d_exact
from .kmeans_model import KMeans
from .local_search import local_search
from .online_clustering import (
    OnlineClusteringWithExperts,
    clustering_loss,
    mixed_centers,
    progressive_costs,
)
from .paired_kmeans import PairedClusters, paired_kmeans
from .stream_kmeans import DoublingKCenter, SequentialKMeans, sequential_kmeans
from .window_experts import (
    EXPERTS,
    Expert,
    ExpertTrace,
    frozen_expert,
    make_experts,
    run_experts,
)

__all__ = [
    "EXPERTS",
    "Clusters",
    "DoublingKCenter",
    "ExactClusters",
    "Expert",
    "ExpertTrace",
    "KMeans",
    "OnlineClusteringWithExperts",
    "PairedClusters",
    "SequentialKMeans",
    "clustering_loss",
    "frozen_expert",
    "gram_factor",
    "kernel_kmeans",
    "kmeans_1d_exact",
    "kmeans_cost",
    "kmeans_exhaustive",
    "kmeans_plusplus",
    "kmeans_restarts",
    "kmeans_sharp",
    "lloyd",
    "local_search",
    "make_experts",
    "mixed_centers",
    "nearest_centers",
    "paired_kmeans",
    "progressive_costs",
    "run_experts",
    "sequential_kmeans",
]
