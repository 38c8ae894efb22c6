"""Choromanska (2014), chapter 1: what the page and the studies of chapter R01 run.

Its claims, studies and exercises stand beside it.
"""
