"""What people see: pages, the parts of live pages, the style and the drawings they share."""
