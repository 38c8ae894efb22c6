"""One valid call of every public function and estimator: what ``test_bad_input.py`` then spoils.

``shared`` knows arguments by their names; a module named like a room holds that room's own
arguments (``SHARED``) and calls (``CALLS``). A new public name needs an entry only if an argument
of it is not known by name.
"""
