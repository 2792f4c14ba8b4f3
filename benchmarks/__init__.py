"""One script a figure; each prints its own table."""
