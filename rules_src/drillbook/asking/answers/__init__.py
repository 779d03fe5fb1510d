"""Answers: addresses, the reader of rules, the steps, results and simulations."""
