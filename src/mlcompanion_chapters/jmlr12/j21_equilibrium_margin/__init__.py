"""Chapter J21: what its page runs, and what it is judged by.

Boosting and the equilibrium margin: which feature of the margins bounds the error of a vote.
"""
