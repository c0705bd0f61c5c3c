"""From content/ to domain objects: the form of the files, loading them, and searching what they hold."""
