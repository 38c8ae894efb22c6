"""Regret and mistake bounds, with the constants of the theorems; one module a family."""
