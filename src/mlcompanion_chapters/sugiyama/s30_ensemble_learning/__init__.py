"""Chapter S30: ensemble learning (Sugiyama 2016, ch. 30)."""
