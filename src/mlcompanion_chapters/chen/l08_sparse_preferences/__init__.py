"""Chapter L8: ranking by sparse weights of pairs (Chen 2013, ch. 8)."""
