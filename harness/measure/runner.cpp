#include "runner.hpp"

#include <algorithm>

#include "course.hpp"
#include <syncbench/core/shuffle.hpp>

namespace syncbench::measure {
namespace {

class Group {
 public:
  Group(std::span<const Subject> subjects, std::uint64_t seed, Surroundings& surroundings)
      : subjects_(subjects), seed_(seed) {
    courses_.reserve(subjects.size());
    for (const Subject& subject : subjects) courses_.emplace_back(subject, surroundings);
  }

  void run() {
    for (Course& course : courses_) course.settle();
    const Nanos unit = unit_of_lateness();
    for (Course& course : courses_) course.be_late(unit);
    for (std::size_t parts = courses_.size() > 1 ? kAlternatingBlocks : 1; any_open(); parts = 1) {
      for (std::size_t part = 1; part <= parts; ++part) run_round(part, parts);
      for (Course& course : courses_) course.check();
    }
  }

  std::vector<Measurement> take() {
    std::vector<Measurement> measurements;
    for (Course& course : courses_) measurements.push_back(course.take());
    return measurements;
  }

 private:
  bool any_open() const {
    return std::any_of(courses_.begin(), courses_.end(), [](const Course& course) { return !course.ended(); });
  }

  // T0 of the group, if some lateness is a multiple of it: of the first subject whose ranks are all in time.
  Nanos unit_of_lateness() {
    const auto is_multiple = [](const Subject& each) {
      return each.treatment.lateness && each.treatment.lateness->amount.multiple > 0;
    };
    const auto in_time = [](const Subject& each) {
      return !each.treatment.lateness || each.treatment.lateness->amount == LatenessAmount{};
    };
    if (std::none_of(subjects_.begin(), subjects_.end(), is_multiple)) return Nanos{0};
    const auto first = std::find_if(subjects_.begin(), subjects_.end(), in_time);
    return courses_[first == subjects_.end() ? 0 : static_cast<std::size_t>(first - subjects_.begin())]
        .undisturbed_time();
  }

  // One block of every course that is still open.
  void run_round(std::size_t part, std::size_t parts) {
    for (const std::size_t next : shuffled(courses_.size(), seed_, static_cast<std::uint32_t>(block_))) {
      if (courses_[next].ended()) continue;
      courses_[next].run_block(block_, part, parts);
      if (courses_[next].signal() != 0) interrupt(courses_[next].signal());
    }
    ++block_;
  }

  void interrupt(int signal) {
    for (Course& course : courses_) course.interrupt(signal);
  }

  std::span<const Subject> subjects_;
  std::vector<Course> courses_;
  std::uint64_t seed_;
  std::size_t block_ = 0;
};

}  // namespace

std::vector<Measurement> measure(std::span<const Subject> group, std::uint64_t seed, Surroundings& surroundings) {
  surroundings.synchronise();
  Group courses(group, seed, surroundings);
  courses.run();
  auto measurements = courses.take();
  surroundings.synchronise();
  return measurements;
}

}  // namespace syncbench::measure
