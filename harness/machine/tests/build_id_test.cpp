#include "harness/machine/build_id.hpp"

#include <array>
#include <cstring>
#include <fstream>
#include <iterator>

#include <elf.h>
#include <link.h>

#include "harness/cmake/testing/catch.hpp"
#include "harness/machine/tests/fake_machine.hpp"

using namespace syncbench::machine;

namespace {

// A note as the linker writes it: sizes, type, name and description, each padded to the alignment.
std::vector<unsigned char> note(std::uint32_t type, const std::string& name, std::vector<unsigned char> description,
                                std::size_t alignment) {
  const ElfW(Nhdr)
      header{static_cast<std::uint32_t>(name.size()), static_cast<std::uint32_t>(description.size()), type};
  std::vector<unsigned char> bytes(sizeof header);
  std::memcpy(bytes.data(), &header, sizeof header);
  bytes.insert(bytes.end(), name.begin(), name.end());
  while (bytes.size() % alignment != 0) bytes.push_back(0);
  bytes.insert(bytes.end(), description.begin(), description.end());
  while (bytes.size() % alignment != 0) bytes.push_back(0);
  return bytes;
}

const std::string kGnu("GNU\0", 4);

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("the build-id is found behind other notes") {
  for (const std::size_t alignment : {std::size_t{4}, std::size_t{8}}) {
    auto notes = note(5, kGnu, {1, 2, 3, 4, 5}, alignment);
    const auto other = note(NT_GNU_BUILD_ID, "Go\0", {9}, alignment);
    const auto id = note(NT_GNU_BUILD_ID, kGnu, {0xab, 0x00, 0x0c}, alignment);
    notes.insert(notes.end(), other.begin(), other.end());
    notes.insert(notes.end(), id.begin(), id.end());
    CHECK(build_id_in(notes, alignment) == "ab000c");
  }
}

TEST_CASE("notes that lie about their sizes have no build-id") {
  auto notes = note(NT_GNU_BUILD_ID, kGnu, {1, 2, 3, 4}, 4);
  for (std::size_t size = 0; size < notes.size(); ++size) CHECK_FALSE(build_id_in(std::span(notes).first(size), 4));
  for (const std::size_t place : {std::size_t{0}, std::size_t{4}}) {
    auto lying = notes;
    std::memset(lying.data() + place, 0xff, 4);
    CHECK_FALSE(build_id_in(lying, 4));
  }
  CHECK_FALSE(build_id_in(note(NT_GNU_BUILD_ID, kGnu, std::vector<unsigned char>(65, 1), 4), 4));
  CHECK_FALSE(build_id_in(note(NT_GNU_BUILD_ID, kGnu, {}, 4), 4));
}

TEST_CASE("files that are not ELF files of this machine have no build-id") {
  FakeMachine machine;
  machine.write("empty", "");
  machine.write("text", std::string(1000, 'x'));
  CHECK(std::holds_alternative<Unreadable>(build_id(machine.root() + "/missing")));
  CHECK(std::holds_alternative<Unreadable>(build_id(machine.root() + "/empty")));
  CHECK(std::holds_alternative<Unreadable>(build_id(machine.root() + "/text")));
  CHECK(std::holds_alternative<Unreadable>(build_id(machine.root())));
}

TEST_CASE("no cut or overwritten header of a real program makes reading its build-id fail badly") {
  FakeMachine machine;
  const std::string whole = file_text("/proc/self/exe").substr(0, 8192);
  REQUIRE(whole.size() > sizeof(ElfW(Ehdr)));
  for (std::size_t place = 0; place < 2048; place += 7) {
    std::string broken = whole;
    broken.replace(place, 8, 8, '\xff');
    machine.write("broken", broken);
    static_cast<void>(build_id(machine.root() + "/broken"));
    machine.write("cut", whole.substr(0, place));
    static_cast<void>(build_id(machine.root() + "/cut"));
  }
  SUCCEED("came back each time");
}
