"""Chapter J8: what its page runs, and what it is judged by.

Clustering partial rankings by pairwise order, and testing whether the clusters are more than noise.
"""
