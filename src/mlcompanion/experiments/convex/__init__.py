"""Searches for a counterexample to statements of convex analysis."""
