"""nbval runs the notebooks in the mode whose outputs git stores."""

import os

os.environ["MLCOMPANION_OUTPUT"] = "plain"
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[name] = "1"
