"""DOT of a chart, laid out here, and pictures of it by Graphviz."""
