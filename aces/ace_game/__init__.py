"""Ace Game: the ids of its rules, the table, what everybody knows, the game and the words for it."""
