"""Django's PostgreSQL, with a cheaper way of telling that a pooled connection is still one."""
