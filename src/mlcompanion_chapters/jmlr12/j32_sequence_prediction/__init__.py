"""Chapter J32: what its page runs, and what it is judged by.

Predicting what no model produced.
"""
