"""The part of NumPy that throwing dice needs, for where NumPy is missing."""
