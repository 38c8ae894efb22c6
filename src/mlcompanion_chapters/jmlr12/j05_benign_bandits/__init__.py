"""Chapter J5: what its page and its study run, and what it is judged by.

Bandits whose costs hardly change.
"""
