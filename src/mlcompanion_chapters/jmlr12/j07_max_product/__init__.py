"""Chapter J7: what its page runs, and what it is judged by.

Faster max-product messages.
"""
