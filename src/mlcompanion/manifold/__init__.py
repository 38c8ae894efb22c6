"""Learning from the shape of the data: graph Laplacians, semi-supervised kernels, ridges."""
