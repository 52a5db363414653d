#include "harness/app/time_left.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace syncbench::app {
namespace {

constexpr std::size_t kBarWidth = 20;
constexpr Nanos kLeastBelieved = std::chrono::seconds{1};

std::string bar(std::size_t done, std::size_t points) {
  const std::size_t filled = points == 0 ? kBarWidth : kBarWidth * done / points;
  std::string text(filled, '=');
  if (filled < kBarWidth) text += '>';
  text.resize(kBarWidth, '-');
  return text;
}

std::string duration(Nanos time) {
  const std::int64_t seconds = (time.count() + 999'999'999) / 1'000'000'000;
  if (seconds < 120) return fmt::format("{} s", seconds);
  return seconds < 7200 ? fmt::format("{} min", (seconds + 59) / 60) : fmt::format("{} h", (seconds + 3599) / 3600);
}

}  // namespace

// The plan is believed as if a tenth of it had already taken as long as planned: the first points may be planned at
// almost nothing, and a ratio to that says nothing about the rest.
double TimeLeft::scale() const noexcept {
  const double believed = static_cast<double>(std::max(planned_ / 10, kLeastBelieved).count());
  return (static_cast<double>(took_.count()) + believed) / (static_cast<double>(done_.count()) + believed);
}

Nanos TimeLeft::left(Nanos planned, Nanos running) const noexcept {
  const auto scaled = [this](Nanos time) {
    return Nanos{static_cast<std::int64_t>(scale() * static_cast<double>(time.count()))};
  };
  const Nanos later = std::max(Nanos{0}, scaled(planned_ - done_ - planned));
  return later + std::max(Nanos{0}, scaled(planned) - running);
}

std::string progress_text(std::size_t done, std::size_t points, Nanos left) {
  return fmt::format("[{}] {} of {} points, about {} left", bar(done, points), done, points, duration(left));
}

}  // namespace syncbench::app
