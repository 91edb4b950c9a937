"""Ace Trump: the ids of its rules, one trick, the game, hidden worlds and the words for it."""
