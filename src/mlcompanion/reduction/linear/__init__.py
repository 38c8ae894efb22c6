"""Linear maps to fewer dimensions: by position, neighbours, classes or output; missing entries."""

from .fisher import FisherProjection, Scatters, fisher_scatters
from .imputation import Imputation, fill_by_svd, impute_by_factors, impute_trace_norm
from .local_fisher import LFDA, local_scatters
from .lpp import LPP
from .pca import PCA
from .qmi import QMISlope, qmi_derivative, qmi_held_out_errors
from .qmi_reducer import QMIReducer, QMIRun
from .semisupervised import SELF, SemiLFDA
from .volumes import inscribed_ball_share

__all__ = [
    "LFDA",
    "LPP",
    "PCA",
    "SELF",
    "FisherProjection",
    "Imputation",
    "QMIReducer",
    "QMIRun",
    "QMISlope",
    "Scatters",
    "SemiLFDA",
    "fill_by_svd",
    "fisher_scatters",
    "impute_by_factors",
    "impute_trace_norm",
    "inscribed_ball_share",
    "local_scatters",
    "qmi_derivative",
    "qmi_held_out_errors",
]
