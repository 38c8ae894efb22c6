"""Sparse linear models from a stream of rows."""

from .orda_estimators import ORDALasso, ORDALogistic

__all__ = ["ORDALasso", "ORDALogistic"]
