"""Chapter J23: what its page and its study run, and what it is judged by.

Regret without seeing the reward: calibrated forecasts of signals.
"""
