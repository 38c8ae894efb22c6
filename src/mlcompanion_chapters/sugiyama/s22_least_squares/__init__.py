"""Chapter S22: what its page runs, and what it is judged by.

Least squares, in one solve or one sample at a time.
"""
