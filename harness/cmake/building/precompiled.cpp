// Exists to have a precompiled header made that many targets share.
int main() {}
