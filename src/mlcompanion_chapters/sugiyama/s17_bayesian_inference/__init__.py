"""Bayesian inference (Sugiyama 2016, chapter 17): what its page runs."""
