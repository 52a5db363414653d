int from_elsewhere() { return 42; }
