"""Opens projects and provides estates, findings and fixes: the entry point of all front ends and of tests."""
