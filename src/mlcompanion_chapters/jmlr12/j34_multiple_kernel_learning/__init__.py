"""Chapter J34: what its page runs, and what it is judged by.

Multiple kernel learning: which mixture, and does learning it pay?.
"""
