"""Chapter J22: what its page runs, and what it is judged by.

Stochastic methods for l1-regularized loss minimization (Shalev-Shwartz, Tewari 2011).
"""
