"""Chapter J27: what its page runs, and what it is judged by.

Association rules: every "whoever buys this also buys that" above two thresholds, counted.
"""
