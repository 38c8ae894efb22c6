"""Chapter J33: what its page runs, and what it is judged by.

Bayesian network classifiers by factorized conditional likelihood (Carvalho and others 2011).
"""
