int from_elsewhere();

extern "C" int syncbench_make_backend() { return from_elsewhere(); }
