"""Chapter J29: best-match equations (van Seijen, Whiteson, van Hasselt and Wiering 2011)."""
