"""The web table: people, tables, their log on disk, and live screens."""
