"""Regression by Dirichlet process mixtures of local generalized linear models."""

from .classifier import DPGLMClassifier
from .counts import DPGLMPoisson
from .log_normal_regressor import DPGLMLogNormal
from .regressor import DPGLMRegressor

__all__ = ["DPGLMClassifier", "DPGLMLogNormal", "DPGLMPoisson", "DPGLMRegressor"]
