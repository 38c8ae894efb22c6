"""Chapter J20: what its page runs, and what it is judged by.

Hyper-sparse optimal aggregation (Gaïffas, Lecué 2011).
"""
