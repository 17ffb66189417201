"""A person's words: written as plain lines, stored as an Explanation, taken to other sites as JSON lines, with history.

The only writer of explanations of origin "human", and of what people did to those of any origin.
"""
