"""Chapter J11: what its page runs, and what it is judged by.

Gaussian processes with several outputs: one hidden function, blurred for each of them.
"""
