"""Chapter J1: what its page runs, and what it is judged by.

Laplacian SVM: stop when the labels stop moving.
"""
