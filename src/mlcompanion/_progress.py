"""Progress bars, for those who ask: tqdm is no dependency of the algorithms."""

from ._validation import check_flag

__all__ = ["progress_bar"]


def progress_bar(steps, progress, *, description=None, total=None):
    """Return ``steps``, under a bar of tqdm's if ``progress`` is True.

    Parameters
    ----------
    steps : iterable
    progress : bool
    description : str, optional
        Stands before the bar.
    total : int, optional
        Number of steps, where ``steps`` has no length.

    Raises
    ------
    TypeError
        If ``progress`` is not True or False.
    ImportError
        If a bar is wanted and tqdm is not installed; ``mlcompanion[notebooks]`` brings it.
    """
    if not check_flag(progress, "progress"):
        return steps
    try:
        from tqdm.auto import tqdm
    except ImportError as error:
        raise ImportError("progress=True needs tqdm: install mlcompanion[notebooks]") from error
    return tqdm(steps, desc=description, total=total)
