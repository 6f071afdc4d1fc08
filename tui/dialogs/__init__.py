"""Dialogs laid over the screen."""
