"""A function for each page of the book, for the site and the edition alike; no server in it."""
