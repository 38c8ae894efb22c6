"""Chapter J26: temporal differences as estimating functions."""
