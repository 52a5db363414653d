#include <cstring>
#include <numeric>
#include <set>

#include "harness/cmake/testing/catch.hpp"
#include "kernels/host_buffers.hpp"
#include "kernels/layout_copy.hpp"
#include "kernels/payload_set.hpp"

using namespace syncbench;
using namespace syncbench::kernels;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr auto kF32 = ElementType::f32;

std::vector<Layout> every_layout() {
  std::vector<Layout> all;
  for (const auto& [kind, name] : Names<LayoutKind>::table)
    all.push_back({.kind = kind, .step = kind == LayoutKind::vector ? 3U : kind == LayoutKind::unaligned ? 1U : 0U});
  return all;
}

std::size_t bytes_in(const std::vector<ByteRange>& ranges) {
  return std::accumulate(ranges.begin(), ranges.end(), std::size_t{0},
                         [](std::size_t sum, const ByteRange& each) { return sum + each.length; });
}

// A ring of one rank with itself: what is sent is what arrives.
Workload ring_of(const Layout& layout, ElementType type, std::size_t count) {
  Operation operation;
  operation.collective = Collective::ring;
  operation.type = type;
  operation.layout = layout;
  operation.count = whole_count(layout, type, count);
  return {.operations = {operation}, .packing = Packing::hand};
}

}  // namespace

TEST_CASE("each layout's bytes are where its description says") {
  using R = std::vector<ByteRange>;
  CHECK(ranges_of({}, kF32, 3) == R{{0, 12}});
  CHECK(ranges_of({LayoutKind::vector, 4}, kF32, 3) == R{{0, 4}, {16, 4}, {32, 4}});
  CHECK(ranges_of({LayoutKind::row, 0}, kF32, 128) == R{{0, 256}, {512, 256}});
  CHECK(ranges_of({LayoutKind::column, 0}, ElementType::f64, 2) == R{{0, 8}, {256, 8}});
  // 12 elements: 3 rows of 4, 8 planes of 4 elements in each row, plane 4: 4 × 16 bytes in, 8 × 16 from row to row
  CHECK(ranges_of({LayoutKind::face, 0}, kF32, 12) == R{{64, 16}, {192, 16}, {320, 16}});
  CHECK(ranges_of({LayoutKind::record, 0}, kF32, 8) ==
        R{{0, 2}, {8, 8}, {16, 4}, {20, 2}, {24, 2}, {32, 8}, {40, 4}, {44, 2}});
  CHECK(ranges_of({LayoutKind::unaligned, 1}, kF32, 3) == R{{1, 12}});
  CHECK(ranges_of({LayoutKind::promoted, 0}, kF32, 3) == R{{0, 6}});
}

TEST_CASE("an indexed layout is always the same blocks of 1 to 16 elements with gaps of up to 16") {
  const auto ranges = ranges_of({LayoutKind::indexed, 0}, kF32, 10'000);
  CHECK(ranges == ranges_of({LayoutKind::indexed, 0}, kF32, 10'000));
  CHECK(bytes_in(ranges) == 40'000);
  std::set<std::size_t> lengths, gaps;
  std::size_t end = 0;
  for (const ByteRange& each : ranges) {
    REQUIRE(each.offset >= end);
    lengths.insert(each.length / 4);
    gaps.insert((each.offset - end) / 4);
    end = each.offset + each.length;
  }
  CHECK((*lengths.begin() == 1 && *lengths.rbegin() == 16 && lengths.size() == 16));
  CHECK((*gaps.begin() == 0 && *gaps.rbegin() == 16 && gaps.size() == 17));
}

TEST_CASE("ranges hold the whole message, do not overlap, and end where the buffer ends") {
  for (const Layout& layout : every_layout()) {
    for (const ElementType type : {kF32, ElementType::f64, ElementType::f16}) {
      if (layout.kind == LayoutKind::promoted && type != kF32) continue;
      CAPTURE(layout_text(layout), name_of(type));
      const std::size_t count = whole_count(layout, type, 1'000);
      CHECK(count >= 1'000);
      CHECK(whole_count(layout, type, count) == count);
      const auto ranges = ranges_of(layout, type, count);
      CHECK(ranges.size() == range_count(layout, type, count));
      CHECK(bytes_in(ranges) == count * size_of(stored_type(layout, type)));
      std::size_t end = 0;
      for (const ByteRange& each : ranges) {
        REQUIRE(each.offset >= end);
        end = each.offset + each.length;
      }
      CHECK(span_of(layout, type, count).count == end);
    }
  }
}

TEST_CASE(
    "packing by hand takes exactly the layout's bytes in order, and unpacking puts them back between untouched ones") {
  for (const Layout& layout : every_layout()) {
    if (layout.kind == LayoutKind::promoted) continue;
    CAPTURE(layout_text(layout));
    const std::size_t count = whole_count(layout, kF32, 500);
    std::vector<std::byte> buffer(span_of(layout, kF32, count).count);
    for (std::size_t i = 0; i < buffer.size(); ++i) buffer[i] = static_cast<std::byte>(i % 251);
    std::vector<std::byte> wanted, packed(count * 4), back(buffer.size(), std::byte{0xEE});
    std::vector<std::byte> wanted_back = back;
    for (const ByteRange& each : ranges_of(layout, kF32, count)) {
      for (std::size_t i = each.offset; i < each.offset + each.length; ++i) {
        wanted.push_back(buffer[i]);
        wanted_back[i] = buffer[i];
      }
    }
    const LayoutCopy copy(layout, kF32, count);
    copy.pack(buffer.data(), packed.data());
    CHECK(packed == wanted);
    copy.unpack(packed.data(), back.data());
    CHECK(back == wanted_back);
  }
}

TEST_CASE("half-precision numbers travel as floats and come back as they were") {
  const std::vector<std::uint16_t> halves{0x3C00, 0xC000, 0x5BD0};  // 1, −2, 250
  std::vector<float> floats(3);
  std::vector<std::uint16_t> back(3);
  const LayoutCopy copy({LayoutKind::promoted, 0}, kF32, 3);
  copy.pack(reinterpret_cast<const std::byte*>(halves.data()), reinterpret_cast<std::byte*>(floats.data()));
  CHECK(floats == std::vector<float>{1, -2, 250});
  copy.unpack(reinterpret_cast<const std::byte*>(floats.data()), reinterpret_cast<std::byte*>(back.data()));
  CHECK(back == halves);
}

TEST_CASE("a message in any layout verifies, and one wrong element or one byte between elements does not") {
  HostBuffers buffers;
  for (const Layout& layout : every_layout()) {
    CAPTURE(layout_text(layout));
    const Workload workload = ring_of(layout, kF32, 20'000);  // more than is compared at once
    PayloadSet payload(workload, Rank{0}, 1, buffers);
    const LayoutCopy copy(layout, kF32, workload.operations[0].count);
    std::vector<std::byte> packed(workload.operations[0].count * 4);
    payload.arm(Iteration{3}, Payload::fresh);
    copy.pack(payload.send(0), packed.data());
    copy.unpack(packed.data(), payload.receive(0));
    CHECK(payload.verify().right);

    const auto ranges = ranges_of(layout, kF32, workload.operations[0].count);
    std::byte& last = payload.receive(0)[ranges.back().offset];
    last ^= std::byte{1};
    CHECK_FALSE(payload.verify().right);
    last ^= std::byte{1};
    CHECK(payload.verify().right);

    if (ranges.front().offset == 0 && ranges.size() == 1) continue;  // nothing lies between
    std::vector<bool> belongs(span_of(layout, kF32, workload.operations[0].count).count);
    for (const ByteRange& each : ranges)
      std::fill_n(belongs.begin() + static_cast<std::ptrdiff_t>(each.offset), each.length, true);
    const auto gap = static_cast<std::size_t>(std::find(belongs.begin(), belongs.end(), false) - belongs.begin());
    payload.receive(0)[gap] = std::byte{0};
    CHECK_THAT(payload.verify().first_wrong, ContainsSubstring("between its elements"));
  }
}

TEST_CASE("memory counts what lies between elements, and the copies of packing") {
  const Workload by_type = {.operations = ring_of({LayoutKind::vector, 4}, kF32, 1'024).operations,
                            .packing = Packing::datatype};
  const Workload by_hand = ring_of({LayoutKind::vector, 4}, kF32, 1'024);
  // 1023 × 16 + 4 bytes each: four whole pages for sending, four for receiving
  CHECK(memory_of(by_type, 2).count == 2 * 4 * 4'096);
  CHECK(memory_of(by_hand, 2).count == 2 * 4 * 4'096 + 2 * 4'096);
  CHECK(extra_bytes_of(by_hand, 2).count == 2 * 4'096);
  CHECK(largest_traffic(by_hand, 2).send.count == 4'096);
  CHECK(mark_names_of(by_hand, 2) == std::vector<std::string>{"packed", "exchanged"});
  CHECK(mark_names_of(by_type, 2).empty());
}
