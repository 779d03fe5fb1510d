"""What each page of the book says, for the site and the edition alike; no server in it."""
