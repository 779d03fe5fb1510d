"""Kernels for live calculators: start, share, limit and end them."""
