"""Chapter J14: what its page runs, and what it is judged by.

Double updating online learning.
"""
