"""Chapter J29: what its page runs, and what it is judged by.

Best-match learning: stored samples as a sparse model, beside what was learnt without one.
"""
