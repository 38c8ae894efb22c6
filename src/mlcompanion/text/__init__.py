"""Texts: how well a page matches a query, and how good a ranking is."""

__all__ = []
