"""Clusters that are local models: what Gibbs sampling of a mixture of regressions moves."""

from .concentration import sample_concentration
from .evidence import LocalEvidence, local_log_evidence
from .log_normal_clusters import LogNormalPrior
from .prior import LocalPrior

__all__ = [
    "LocalEvidence",
    "LocalPrior",
    "LogNormalPrior",
    "local_log_evidence",
    "sample_concentration",
]
