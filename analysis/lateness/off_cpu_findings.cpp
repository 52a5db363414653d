#include "analysis/lateness/off_cpu_findings.hpp"

#include <fmt/format.h>

#include "analysis/lateness/lateness_words.hpp"
#include "analysis/render/amounts.hpp"

namespace syncbench::analysis {
namespace {

class Sentences {
 public:
  explicit Sentences(const PointWords& words) : words_(words) {}

  Finding off_cpu(const OffCpu& off) {
    Finding finding = begin_off_cpu(off);
    finding.what = fmt::format(
        "{} loses its processor at {}: for {} {}, {} of its time in all, more than the others in {} of {} such "
        "iterations; {}",
        words_.who(off.found.places), words_.label(), sized_text(off.found.size), words_.often(off.found),
        percent_text(off.share), count_text(off.found.accusation.events), count_text(off.found.accusation.of),
        effect_of(off));
    finding.advice =
        "look at what else runs on its core: another process, a CPU quota (throttled), a process that is stopped or "
        "swapped; bind ranks to cores of their own";
    return finding;
  }

  Finding all_off(const OffCpu& off) {
    Finding finding = begin_off_cpu(off);
    finding.what = fmt::format("{} lose their processors at {}, none more than the others: {} {}, {} of the time; {}",
                               words_.who(off.found.places), words_.label(), sized_text(off.found.size),
                               words_.often(off.found), percent_text(off.share), effect_of(off));
    finding.advice =
        "look at what else runs on all their cores: other jobs or processes of the machine, a CPU quota (throttled), "
        "more ranks than processors";
    return finding;
  }

 private:
  Finding begin_off_cpu(const OffCpu& off) const {
    Finding finding = words_.begin(Cause::off_cpu, off.found, off.before >= off.inside ? "before entering" : "inside");
    finding.evidence.insert(finding.evidence.begin(), "/points/" + words_.point().times.header.id + "/evidence");
    return finding;
  }

  static std::string effect_of(const OffCpu& off) {
    const double cost = static_cast<double>(off.before + off.inside);
    if (cost == 0) return "no other rank waited for it inside a call";
    return fmt::format("{} of what that costs comes of arriving late, the rest of delays inside the calls",
                       percent_text(static_cast<double>(off.before) / cost));
  }

  const PointWords& words_;
};

}  // namespace

Finding off_cpu_finding(const PointWords& words, const OffCpu& off) { return Sentences(words).off_cpu(off); }

Finding all_off_cpu_finding(const PointWords& words, const OffCpu& off) { return Sentences(words).all_off(off); }

}  // namespace syncbench::analysis
