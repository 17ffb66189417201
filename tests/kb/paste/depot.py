"""One made-up traceback, in its parts: what several modules here print in other ways."""

FRAMES = """  File "/srv/depot/jobs.py", line 88, in <module>
    run(shelves)
  File "/srv/depot/stock.py", line 23, in pick
    raise StockError(f"Shelf {shelf!r} is empty")
"""
LAST = "depot.StockError: Shelf 'C-12' is empty"
BARE = "StockError: Shelf 'C-12' is empty"
HEADER = "Traceback (most recent call last):"
TRACEBACK = f"{HEADER}\n{FRAMES}{LAST}"
