"""Chapter S11: what its page runs, and what it is judged by.

Classification by generative models.
"""
