r"""Solvers of :math:`\ell_1` problems that the dual augmented Lagrangian was compared with."""

from .log_barrier import BarrierRun, log_barrier
from .owlqn import owlqn, pseudo_gradient
from .reweighted_ridge import reweighted_ridge
from .sparsa import sparsa

__all__ = [
    "BarrierRun",
    "log_barrier",
    "owlqn",
    "pseudo_gradient",
    "reweighted_ridge",
    "sparsa",
]
