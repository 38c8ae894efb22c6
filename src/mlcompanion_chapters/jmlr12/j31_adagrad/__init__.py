"""Chapter J31: what its page runs, and what it is judged by.

Adaptive subgradient methods (AdaGrad).
"""
