"""Chapter J6: a whole kernel from pairs, without a semidefinite solver."""
