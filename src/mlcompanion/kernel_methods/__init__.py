"""Kernel machines: large margins, many classes, several kernels, and rankings from clicks."""

__all__ = []
