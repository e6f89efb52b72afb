"""The words of the scenario format as models: effects, conditions, commands and names of units."""
