"""Whole-pin resolution of what one file alone cannot say."""
