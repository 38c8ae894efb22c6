"""Chapter S32: what its page runs, and what it is judged by.

Confidence of a prediction.
"""
