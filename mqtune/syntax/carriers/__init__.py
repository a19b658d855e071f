"""What carries MQ's languages: YAML, shell, templates, dumps. Does not know what they mean."""
