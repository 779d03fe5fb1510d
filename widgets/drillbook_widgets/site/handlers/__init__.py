"""The handlers of the site: one file for a page or an endpoint."""
