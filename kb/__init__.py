"""What Raised knows: stored, found and shown."""

VERSION = "0.1.0"
"""The product's, for its API, its command and its package; told here alone."""
