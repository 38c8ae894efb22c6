"""Chapter L6: what its page runs, and what it is judged by.

Graph-valued regression (Chen 2013, chapter 6).
"""
