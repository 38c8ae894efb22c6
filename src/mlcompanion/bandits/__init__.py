"""Bandits: only the reward of what was played is seen.

What is played decides the room inside, whose names are imported from there:

``trees``
    a continuum of arms, searched by a growing tree of optimistic bounds.
"""
