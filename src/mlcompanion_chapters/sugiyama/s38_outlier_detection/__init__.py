"""Chapter S38: outlier detection (Sugiyama 2016, ch. 38)."""
