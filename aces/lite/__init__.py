"""A.C.E.S. Lite, one module for each chapter of its rules."""
