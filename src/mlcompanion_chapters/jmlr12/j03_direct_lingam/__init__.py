"""Chapter J3: what its page runs, and what it is judged by.

DirectLiNGAM: which variable comes first?.
"""
