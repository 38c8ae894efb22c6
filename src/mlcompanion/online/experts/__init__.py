"""Prediction with expert advice: updates, runs over tables of losses, the best in hindsight."""
