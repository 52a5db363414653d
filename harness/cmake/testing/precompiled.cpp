// Exists to have the precompiled header made that all tests share.
int main() {}
