"""Experiments on estimates, tests and the choice of a model."""
