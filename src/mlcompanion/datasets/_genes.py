"""Gene expression: far more columns than rows."""

from importlib.resources import files

import numpy as np
from sklearn.utils import Bunch

from ._tables import read_numbers

__all__ = ["load_khan", "load_nci60"]


def _numbers(name):
    return read_numbers(name)[1]


def load_khan():
    """Load Khan: expression of 2,308 genes in 83 small round blue cell tumours of four kinds.

    Returns
    -------
    Bunch
        ``data`` (63, 2308) and ``target`` (63,) in 1..4, the training set of the authors;
        ``test_data`` (20, 2308) and ``test_target`` (20,), their test set; ``DESCR``.
    """
    data = _numbers("khan_xtrain")
    test_data = _numbers("khan_xtest")
    target, test_target = (
        _numbers(f"khan_y{part}")[:, 0].astype(int) for part in ("train", "test")
    )
    return Bunch(
        data=data,
        target=target,
        test_data=test_data,
        test_target=test_target,
        feature_names=[f"gene {j}" for j in range(1, data.shape[1] + 1)],
        DESCR=(
            "Khan (Khan et al. 2001), 83 small round blue cell tumours, 2,308 genes.\n\n"
            "Origin: Nature Medicine 7, 673-679, supplement.\n"
            "Taken from: PyPI ISLP 0.6.0.\nChanged: nothing.\n"
        ),
    )


def load_nci60():
    """Load NCI60: expression of 6,830 genes in 64 lines of cancer cells; target is the tissue."""
    path = files("mlcompanion.datasets") / "data" / "nci60.npz"
    with path.open("rb") as packed, np.load(packed) as arrays:
        data = arrays["X"].astype(float)
        lines = arrays["labels"]
    return Bunch(
        data=data,
        target=np.array([line.strip('"') for line in lines[1 : len(data) + 1]]),
        feature_names=[f"gene {j}" for j in range(1, data.shape[1] + 1)],
        DESCR=(
            "NCI60 (Ross et al. 2000), 64 lines of cancer cells, 6,830 genes.\n\n"
            "Origin: the NCI 60 panel of the National Cancer Institute, log ratios.\n"
            "Taken from: PyPI ISLP 0.6.0.\nChanged: nothing.\n"
        ),
    )
