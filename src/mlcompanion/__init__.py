"""The algorithms of *The Machine Learning Companion*, one room a theme, and its teaching layer."""

__version__ = "0.2.0"
