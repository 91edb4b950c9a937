"""Turns what the engine knows into pages, PDFs and data; the command line lives here too."""
