"""What people see, one file each: facts in, a message or a view out, for listeners and jobs alike."""
