"""Chapter O5: what its page runs, and what it is judged by.

From Perceptron to structured prediction.
"""
