"""Experiments on kernel machines: margins, many classes, several kernels."""
