"""Evidence about a statement, and the Explanation that is written from it.

`evidence` reads what the code around a RaiseSite says, `static` puts it into sentences, `writing` stores them.
Only `writing` and `reading` know the database.
"""
