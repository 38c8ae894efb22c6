"""Experiments on densities: widths, neighbours, ratios."""
