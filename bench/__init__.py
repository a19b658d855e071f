"""Speed and memory of `mqtune lint`, as ratios to yamllint and ruff within one run."""
