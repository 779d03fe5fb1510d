"""Calculators and comparisons as ipywidgets, with bqplot for their pictures."""
