"""Experiments on chains and laws over binary features."""
