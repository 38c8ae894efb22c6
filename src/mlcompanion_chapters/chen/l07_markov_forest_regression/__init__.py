"""Chapter L07: what its page runs, and what it is judged by.

Markov forest regression (Chen 2013, chapter 7).
"""
