"""The vocabulary of checks that chapters share: what a second chapter wants, and no algorithm."""
