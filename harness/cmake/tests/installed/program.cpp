// Ends with 0 if the library and the module that is named were found.
#include <dlfcn.h>

int from_elsewhere();

int main(int argc, char** argv) {
  if (argc != 2) return 64;
  void* const module = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (module == nullptr) return 1;
  auto* const answer = reinterpret_cast<int (*)()>(dlsym(module, "syncbench_make_backend"));
  return answer != nullptr && answer() == from_elsewhere() ? 0 : 2;
}
