#include "harness/measure/runner.hpp"

#include <algorithm>
#include <limits>

#include "harness/core/shuffle.hpp"
#include "harness/measure/course.hpp"
#include "harness/mpi/exchange.hpp"

namespace syncbench::measure {
namespace {

class Group {
 public:
  Group(std::span<const Subject> subjects, std::uint64_t seed, Surroundings& surroundings)
      : subjects_(subjects), seed_(seed) {
    courses_.reserve(subjects.size());
    for (const Subject& subject : subjects) courses_.emplace_back(subject, surroundings);
  }

  // Whoever is precise enough goes on with the others, or their blocks would not be compared with any.
  void run() {
    for (Course& course : courses_) course.settle();
    const Nanos unit = unit_of_lateness();
    for (Course& course : courses_) course.be_late(unit);
    while (!all_done() && block_ <= kMostBlocks) run_round();
  }

  // One warm-up for all: what is compared has to be measured at the same time.
  std::vector<Measurement> take(const mpi::Communicator& communicator) {
    std::size_t cut = 0;
    for (Course& course : courses_) cut = std::max(cut, course.own_warmup().blocks);
    cut = static_cast<std::size_t>(mpi::broadcast_number(communicator, static_cast<std::int64_t>(cut), Rank{0}));
    std::vector<Measurement> measurements;
    for (Course& course : courses_) measurements.push_back(course.take(cut));
    return measurements;
  }

 private:
  static constexpr std::size_t kMostBlocks = std::numeric_limits<std::uint16_t>::max();

  bool all_done() const {
    return std::all_of(courses_.begin(), courses_.end(), [](const Course& course) { return course.done(); });
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

  // One block of every course that can go on.
  void run_round() {
    for (const std::size_t next : shuffled(courses_.size(), seed_, static_cast<std::uint32_t>(block_))) {
      if (courses_[next].ended()) continue;
      courses_[next].run_block(block_);
      if (courses_[next].signal() != 0) interrupt(courses_[next].signal());
    }
    for (Course& course : courses_) course.check();
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
  auto measurements = courses.take(surroundings.communicator);
  surroundings.synchronise();
  return measurements;
}

}  // namespace syncbench::measure
