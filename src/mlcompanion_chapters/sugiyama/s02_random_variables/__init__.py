"""Chapter S2: what its page runs, and what it is judged by.

Random variables and their summaries.
"""
