"""Chapter J15: what its page runs, and what it is judged by.

Learning Markov forests (Tan, Anandkumar, Willsky 2011).
"""
