"""Chapter J19: what its page runs, and what it is judged by.

Learning latent tree graphical models (Choi, Tan, Anandkumar, Willsky 2011).
"""
