"""Search on a Meilisearch server, where MEILISEARCH_URL names one."""
