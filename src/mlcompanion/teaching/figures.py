"""Static figures with a description in words."""

import io

import matplotlib.pyplot as plt
import numpy as np
from IPython import get_ipython
from IPython.display import display
from matplotlib.collections import QuadMesh
from PIL import Image

from ._layout import LayoutMemory
from ._mode import output_mode

__all__ = ["as_image", "few_colours", "is_drawing", "png_bytes", "show"]

_SCALE = 2  # drawn at twice the shown size, for high-density screens


def few_colours(image, colours):
    """Give an RGB image a palette, in which the paper stays white: quantizing makes it greyish."""
    few = image.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    palette = few.getpalette()
    lightest = max(range(0, len(palette), 3), key=lambda k: sum(palette[k : k + 3]))
    if min(palette[lightest : lightest + 3]) > 240:
        palette[lightest : lightest + 3] = [255] * 3
        few.putpalette(palette)
    return few


def png_bytes(fig, scale=_SCALE):
    """Draw ``fig`` and return it as a palette PNG: about a third of the weight of true colour."""
    fig.set_dpi(fig.dpi * scale)
    image = few_colours(as_image(LayoutMemory().draw(fig)), 256)
    fig.set_dpi(fig.dpi / scale)  # the caller's figure is left as it was
    packed = io.BytesIO()
    image.save(packed, format="png", optimize=True)
    return packed.getvalue()


def is_drawing(fig):
    """Whether a figure has lines, points and areas only: a dark page may draw it light on dark.

    A photograph or a heat map would turn into its negative.
    """
    images = any(
        ax.images or any(isinstance(c, QuadMesh) for c in ax.collections) for ax in fig.axes
    )
    return not images and not fig.images


def as_image(canvas):
    """What was drawn on a canvas, as an RGB image."""
    return Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")


def show(fig, alt):
    """Show a finished figure with its alternative text, and close it.

    In a script, without a notebook, the words are printed; a window opens if Matplotlib has one.

    Parameters
    ----------
    fig : matplotlib.figure.Figure
    alt : str
        What the figure shows, in one or two sentences, for a reader who cannot see it. It is the
        output's plain text as well, so numbers in it must be stable across machines.

    Raises
    ------
    ValueError
        If ``alt`` has fewer than 20 characters.
    """
    if len(alt.strip()) < 20:
        raise ValueError(f"alt must describe the figure in words, got {alt!r}")
    if get_ipython() is None:
        _show_in_a_script(fig, alt)
        return
    bundle = {"text/plain": alt}
    metadata = {}
    if output_mode() == "plain":
        fig.canvas.draw()  # what cannot be drawn fails here too
    else:
        bundle["image/png"] = png_bytes(fig)
        metadata["image/png"] = {
            "width": round(fig.get_figwidth() * fig.dpi),
            "alt": alt,
            "drawing": is_drawing(fig),
        }
    display(bundle, metadata=metadata, raw=True)
    plt.close(fig)


def _show_in_a_script(fig, alt):
    """Words on paper, and a window that stays until it is closed."""
    print(alt)
    fig.canvas.draw()  # what cannot be drawn fails here, window or not
    if fig.canvas.required_interactive_framework is not None:
        plt.show(block=True)
    plt.close(fig)
