"""One module per way of printing an error; each reads the lines from one position on into a Draft, or declines."""
