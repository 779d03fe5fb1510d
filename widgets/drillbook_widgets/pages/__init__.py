"""What each page of the book says, for the site and the edition alike: a function for each page, no server in it."""
