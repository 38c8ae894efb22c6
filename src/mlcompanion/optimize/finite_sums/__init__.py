"""Sums over samples: one protocol to ask them, one record of work, and their solvers."""

from .batch import bfgs, lbfgs, newton, nonlinear_cg, steepest_descent
from .finite_sum import CountedSum, FiniteSum
from .growing_batch import growing_batch, next_batch
from .miso import miso
from .run import SumRun
from .sag import sag
from .sdca import sdca
from .sgd import asgd, decreasing_steps, sgd
from .stochastic_curvature import olbfgs, smd
from .svrg import svrg
from .work import Work, WorkCurve

__all__ = [
    "CountedSum",
    "FiniteSum",
    "SumRun",
    "Work",
    "WorkCurve",
    "asgd",
    "bfgs",
    "decreasing_steps",
    "growing_batch",
    "lbfgs",
    "miso",
    "newton",
    "next_batch",
    "nonlinear_cg",
    "olbfgs",
    "sag",
    "sdca",
    "sgd",
    "smd",
    "steepest_descent",
    "svrg",
]
