#include "accusation.hpp"

#include <algorithm>
#include <numeric>

#include "binomial_tail.hpp"

namespace syncbench {
namespace {

struct Count {
  std::vector<std::size_t> late;  // by place
  std::size_t events = 0;
  double chance = 0;  // of a place to be among the late ones of an event
};

Count count_of(std::span<const LateEvent> events, std::size_t places) {
  Count count{std::vector<std::size_t>(places, 0), events.size(), 0};
  std::size_t sum = 0;
  for (const LateEvent& event : events) {
    sum += event.late.size();
    for (const std::size_t place : event.late) ++count.late[place];
  }
  if (!events.empty()) count.chance = static_cast<double>(sum) / static_cast<double>(events.size() * places);
  return count;
}

bool is_smaller(const LateEvent& a, const LateEvent& b) { return a.size < b.size; }
bool is_earlier(const LateEvent& a, const LateEvent& b) { return a.iteration < b.iteration; }

// `tests`: how many are made of the same kind.
std::vector<Accusation> tested(std::span<const LateEvent> events, std::size_t places, std::size_t tests) {
  const Count all = count_of(events, places);
  const Count counted = count_of(apart(events), places);
  std::vector<Accusation> accusations;
  for (std::size_t place = 0; place < places; ++place) {
    if (all.late[place] == 0) continue;
    Accusation each;
    each.place = place;
    each.events = counted.late[place];
    each.of = counted.events;
    each.p = std::min(1.0, static_cast<double>(tests) * binomial_tail(each.events, each.of, counted.chance));
    const double level = kAccusationLevel / static_cast<double>(tests);
    const std::size_t by_number = kFewestEvents - std::min(kFewestEvents, each.events);
    each.missing = std::max(by_number, missing_successes(each.events, each.of, counted.chance, level));
    each.stands = each.missing == 0 && binomial_tail(all.late[place], all.events, all.chance) < level;
    accusations.push_back(each);
  }
  std::stable_sort(accusations.begin(), accusations.end(),
                   [](const Accusation& a, const Accusation& b) { return a.events > b.events; });
  return accusations;
}

std::size_t standing(const std::vector<Accusation>& accusations) {
  return static_cast<std::size_t>(
      std::count_if(accusations.begin(), accusations.end(), [](const Accusation& each) { return each.stands; }));
}

AccusedKind judged(std::vector<LateEvent> events, std::size_t places, std::size_t tests) {
  AccusedKind kind{std::move(events), {}};
  kind.accusations = tested(kind.events, places, tests);
  if (2 * standing(kind.accusations) > places) {
    for (Accusation& each : kind.accusations) each.stands = false;
  }
  return kind;
}

std::vector<std::size_t> accused(const AccusedKind& kind) {
  std::vector<std::size_t> places;
  for (const Accusation& each : kind.accusations) {
    if (each.stands) places.push_back(each.place);
  }
  std::sort(places.begin(), places.end());
  return places;
}

bool touch(const AccusedKind& a, const AccusedKind& b) {
  const auto [a_least, a_most] = std::minmax_element(a.events.begin(), a.events.end(), is_smaller);
  const auto [b_least, b_most] = std::minmax_element(b.events.begin(), b.events.end(), is_smaller);
  const auto near = [](std::int64_t most, std::int64_t least) {
    return static_cast<double>(least) <= kBandWidth * static_cast<double>(most);
  };
  return near(a_most->size, b_least->size) && near(b_most->size, a_least->size);
}

// Adds a band's kind, or joins it with the one it goes on from.
void add_kind(std::vector<AccusedKind>& kinds, AccusedKind kind, std::size_t places, std::size_t tests) {
  for (AccusedKind& other : kinds) {
    if (accused(other) != accused(kind) || !touch(other, kind)) continue;
    std::vector<LateEvent> both = std::move(other.events);
    both.insert(both.end(), kind.events.begin(), kind.events.end());
    std::sort(both.begin(), both.end(), is_earlier);
    other = judged(std::move(both), places, tests);
    return;
  }
  kinds.push_back(std::move(kind));
}

}  // namespace

std::vector<LateEvent> apart(std::span<const LateEvent> events) {
  std::vector<LateEvent> chosen;
  for (const LateEvent& event : events) {
    if (chosen.empty() || event.iteration >= chosen.back().iteration + kEventDistance) chosen.push_back(event);
  }
  return chosen;
}

std::vector<LateEvent> costliest(std::span<const LateEvent> events) {
  std::vector<std::size_t> order(events.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return events[a].size > events[b].size; });
  double total = 0, sum = 0;
  for (const LateEvent& event : events) total += static_cast<double>(event.size);
  std::size_t kept = 0;
  while (kept < order.size() && sum < 0.9 * total) sum += static_cast<double>(events[order[kept++]].size);
  order.resize(kept);
  std::sort(order.begin(), order.end());
  std::vector<LateEvent> chosen;
  for (const std::size_t each : order) chosen.push_back(events[each]);
  return chosen;
}

std::vector<std::vector<LateEvent>> bands_of(std::span<const LateEvent> events) {
  std::vector<LateEvent> left(events.begin(), events.end());
  std::sort(left.begin(), left.end(), is_smaller);
  std::vector<std::vector<LateEvent>> bands;
  while (!left.empty()) {
    std::size_t best_begin = 0, best_end = 0;
    for (std::size_t begin = 0, end = 0; begin < left.size(); ++begin) {
      const double limit = kBandWidth * static_cast<double>(left[begin].size);
      while (end < left.size() && static_cast<double>(left[end].size) <= limit) ++end;
      end = std::max(end, begin + 1);
      if (end - begin > best_end - best_begin) {
        best_begin = begin;
        best_end = end;
      }
    }
    const auto first = left.begin() + static_cast<std::ptrdiff_t>(best_begin);
    const auto last = left.begin() + static_cast<std::ptrdiff_t>(best_end);
    bands.emplace_back(first, last);
    left.erase(first, last);
    std::sort(bands.back().begin(), bands.back().end(), is_earlier);
  }
  return bands;
}

std::vector<AccusedKind> accused_kinds(std::span<const LateEvent> events, std::size_t places) {
  std::vector<std::vector<LateEvent>> bands = bands_of(events);
  const auto is_large = [](const std::vector<LateEvent>& band) { return apart(band).size() >= kFewestEvents; };
  const auto tests = static_cast<std::size_t>(std::count_if(bands.begin(), bands.end(), is_large));
  std::vector<AccusedKind> kinds;
  std::vector<LateEvent> rest;
  for (std::vector<LateEvent>& band : bands) {
    AccusedKind kind;
    if (is_large(band)) kind = judged(band, places, tests);
    if (standing(kind.accusations) > 0) {
      add_kind(kinds, std::move(kind), places, tests);
    } else {
      rest.insert(rest.end(), band.begin(), band.end());
    }
  }
  std::sort(rest.begin(), rest.end(), is_earlier);
  AccusedKind of_costly = judged(costliest(rest), places, 1);
  AccusedKind of_all = judged(std::move(rest), places, 1);
  const bool costly_says_more =
      standing(of_costly.accusations) >= std::max<std::size_t>(1, standing(of_all.accusations));
  kinds.push_back(costly_says_more ? std::move(of_costly) : std::move(of_all));
  return kinds;
}

}  // namespace syncbench
