"""Full-text search: analysis, query tree, engines, ranking."""
