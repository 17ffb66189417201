"""What search engines, feed readers and language models read instead of the pages."""
