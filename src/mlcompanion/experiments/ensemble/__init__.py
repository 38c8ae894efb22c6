"""Experiments on boosting."""
