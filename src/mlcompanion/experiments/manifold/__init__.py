"""Experiments on ridges of densities, and on graphs of unlabelled points."""
