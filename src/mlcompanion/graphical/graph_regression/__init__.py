from .gaussian_leaf import *
