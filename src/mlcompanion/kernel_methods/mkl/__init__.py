"""Several kernels at once: rules, alignment, and machines that weigh the kernels as they learn."""
