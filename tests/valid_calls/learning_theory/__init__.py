"""Arguments and calls of the room of learning theory, one module a module of the room."""

import sys

from valid_calls._parts import merged

SHARED, CALLS, INTERNAL = merged(sys.modules[__name__])
