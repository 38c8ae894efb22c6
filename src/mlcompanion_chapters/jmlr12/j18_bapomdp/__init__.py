"""Chapter J18: what its page runs, and what it is judged by.

Bayes-adaptive POMDPs: acting well and learning at once, when neither state nor model is seen.
"""
