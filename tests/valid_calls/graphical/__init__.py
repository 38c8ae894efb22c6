"""Arguments and calls of the room of graphical models, one module a theme."""

import sys

from valid_calls._parts import merged

SHARED, CALLS, INTERNAL = merged(sys.modules[__name__])
