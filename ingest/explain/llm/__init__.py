"""Evidence -> an Explanation by an LLM, held to that evidence.

    choosing -> prompt -> client (patience, budget) -> answer -> checks -> storing

`code` and `vocabulary` say what the source knows; `checks` drop, sentence by sentence, what is not in it. Upstream's
text is data: it goes out fenced and without comments, and whatever comes back is checked as if it were hostile.
`run` does all of it for the entries of a Pin, in turns that can be killed at any time.
"""
