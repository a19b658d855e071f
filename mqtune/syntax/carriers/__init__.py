"""Files that contain text in MQ's languages: YAML, shell scripts, templates, dumps."""
