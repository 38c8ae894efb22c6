"""Experiments that chapters and studies share: a source's protocol as functions of its data sets.

This room stands beside the themes: it may import any algorithm, and no algorithm imports it.
"""
