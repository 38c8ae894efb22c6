"""Bayesian non-parametrics and samplers."""
