"""The weather of New York over hour and day of the year: a tree of graphs against one graph."""

import numpy as np

from mlcompanion.datasets import load_weather
from mlcompanion.graphical.graph_regression import GoCART

__all__ = ["NAMES", "deal_days", "weather_rows", "weather_run"]

#: The eight measurements, in the order of the columns.
NAMES = ("heat", "dew", "humid", "east", "north", "rain", "press", "sight")


def weather_rows(airport="JFK"):
    """Covariates, standardised measurements, and the number of the day of each row.

    The wind is a vector: speed times sine and cosine of its direction. Rain is its logarithm, one
    hundredth of an inch added. The wind of 1,048 miles an hour is an error and is left out.
    """
    weather = load_weather()
    data = weather.data
    keep = (weather.airport == airport) & (data[:, 4] < 200)
    heat, dew, humid, way, speed, rain, press, sight = data[keep].T
    way = np.deg2rad(way)
    east = speed * np.sin(way)
    north = speed * np.cos(way)
    Y = np.column_stack([heat, dew, humid, east, north, np.log(rain + 0.01), press, sight])
    Y = (Y - Y.mean(axis=0)) / Y.std(axis=0)
    months = np.array([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
    before = np.r_[0, np.cumsum(months)[:-1]]
    day = before[weather.month[keep] - 1] + weather.day[keep] - 1
    hour = weather.hour[keep]
    return np.column_stack([hour / 23, day / 364]), Y, day


def deal_days(day, seed):
    """Masks of the rows to learn from, to choose by, and to test on: days at random in thirds."""
    days = np.unique(day)
    third = np.random.default_rng(seed).permutation(len(days)) % 3
    part = third[np.searchsorted(days, day)]
    return [part == i for i in range(3)]


def weather_run(rows, seed):
    """Test risk and edges of one graph and of a tree of graphs; the tree last."""
    X, Y, day = rows
    train, choose, test = deal_days(day, seed)
    data = (X[train], Y[train], X[choose], Y[choose])
    one = GoCART(max_level=0, bounds=(0, 1)).fit(*data)
    tree = GoCART(max_level=6, bounds=(0, 1)).fit(*data)
    edges = [model.predict_graph(X[test]).sum(axis=(1, 2)).mean() / 2 for model in (one, tree)]
    return {
        "gain": one.risk(X[test], Y[test]) - tree.risk(X[test], Y[test]),
        "edges_one": float(edges[0]),
        "edges_tree": float(edges[1]),
        "leaves": tree.tree_.n_leaves,
    }, tree
