"""Chapter J30: what its page runs, and what it is judged by.

Rates of Gaussian process posteriors: exact risks, concentration functions, and three slips.
"""
