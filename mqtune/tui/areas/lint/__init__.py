"""The Lint area: findings, their source and explanation, and the actions on them."""
