#include "harness/machine/secret_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "harness/machine/random_text.hpp"

namespace syncbench::machine {
namespace {

constexpr std::array<std::string_view, 12> kSecretNames{"token",  "key",        "secret",  "password",
                                                        "passwd", "passphrase", "jwt",     "credential",
                                                        "auth",   "cookie",     "private", "bearer"};

// Beginnings by which services mark their tokens: GitHub, GitLab, AWS, Hugging Face, NVIDIA, Slack, others.
constexpr std::array<std::string_view, 13> kTokenBeginnings{
    "ghp_", "gho_", "ghs_", "ghu_", "github_pat_", "glpat-", "AKIA", "ASIA", "hf_", "sk-", "nvapi-", "xoxb-", "xoxp-"};
constexpr std::size_t kShortestToken = 16;

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_alphanumeric(char c) noexcept { return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9'); }

// '=' ends a run although base64 pads with it: it also stands between names and values.
bool is_run(char c) noexcept { return is_alphanumeric(c) || c == '+' || c == '/' || c == '_' || c == '-'; }

bool ends_word(char c) noexcept {
  return static_cast<unsigned char>(c) <= ' ' || c == ',' || c == ';' || c == '&' || c == '?';
}

// Calls `visit` with each longest piece of text whose characters are all `inside`, until it says true.
template <class Inside, class Visit>
bool any_piece(std::string_view text, Inside inside, Visit visit) {
  for (auto begin = std::find_if(text.begin(), text.end(), inside); begin != text.end();) {
    const auto end = std::find_if_not(begin, text.end(), inside);
    if (visit(std::string_view(begin, static_cast<std::size_t>(end - begin)))) return true;
    begin = std::find_if(end, text.end(), inside);
  }
  return false;
}

// "eyJ" is base64 for {" : the first part of every JSON web token begins with it.
bool holds_web_token(std::string_view run) {
  const std::size_t begin = run.find("eyJ");
  return begin != std::string_view::npos && run.size() - begin >= kShortestToken;
}

// Those of AWS go on in capitals and digits alone; a folder named "ASIA_2026_measurements" is none.
bool is_marked_token(std::string_view token, std::string_view beginning) {
  if (token.size() < kShortestToken) return false;
  if (beginning != "AKIA" && beginning != "ASIA") return true;
  return std::all_of(token.begin(), token.begin() + kShortestToken,
                     [](char c) { return is_alphanumeric(c) && !(c >= 'a' && c <= 'z'); });
}

// A token may be a part of a path, or follow a word: "deploy-glpat-…". The short beginnings are beginnings of words
// too.
bool holds_marked_token(std::string_view run, std::string_view beginning) {
  for (std::size_t at = run.find(beginning); at != std::string_view::npos; at = run.find(beginning, at + 1)) {
    const char before = at == 0 ? '/' : run[at - 1];
    const bool begins = before == '/' || (beginning.size() > 3 && !is_alphanumeric(before));
    const std::string_view token = run.substr(at, run.find('/', at) - at);
    if (begins && is_marked_token(token, beginning)) return true;
  }
  return false;
}

bool holds_marked_token(std::string_view run) {
  return std::any_of(kTokenBeginnings.begin(), kTokenBeginnings.end(),
                     [&](std::string_view beginning) { return holds_marked_token(run, beginning); });
}

bool is_secret_run(std::string_view run) {
  return holds_web_token(run) || holds_marked_token(run) || looks_random(run);
}

bool has_url_password(std::string_view text) {
  constexpr std::string_view kBegin = "://";
  for (std::size_t at = text.find(kBegin); at != std::string_view::npos; at = text.find(kBegin)) {
    text.remove_prefix(at + kBegin.size());
    // Passwords with an unescaped slash exist, so the host is not looked for before the first one only.
    const std::string_view authority = text.substr(0, text.find_first_of(",; \t\n"));
    const std::size_t host = authority.rfind('@');
    if (host != std::string_view::npos && authority.substr(0, host).find(':') != std::string_view::npos) return true;
  }
  return false;
}

// Whether the next word is a secret: "--token", "Authorization:", "Bearer".
bool announces_secret(std::string_view word) {
  if (!names_secret(word)) return false;
  return word.starts_with('-') || word.ends_with(':') || word.ends_with('=') || word == "Bearer" || word == "bearer";
}

// "token=abc", "Authorization: abc" and "--token abc" in one text.
bool has_named_secret(std::string_view text) {
  bool announced = false;
  const auto is_inside = [](char c) { return !ends_word(c); };
  return any_piece(text, is_inside, [&](std::string_view word) {
    if (announced) return true;
    const std::size_t separator = word.find_first_of("=:");
    const bool has_value = separator != std::string_view::npos && separator + 1 < word.size();
    if (has_value && names_secret(word.substr(0, separator))) return true;
    announced = !has_value && announces_secret(word);
    return false;
  });
}

}  // namespace

bool names_secret(std::string_view name) noexcept {
  return std::any_of(kSecretNames.begin(), kSecretNames.end(), [&](std::string_view part) {
    const auto same = [](char a, char b) { return lower(a) == b; };
    return std::search(name.begin(), name.end(), part.begin(), part.end(), same) != name.end();
  });
}

bool holds_secret(std::string_view text) {
  return text.find("-----BEGIN") != std::string_view::npos || has_url_password(text) || has_named_secret(text) ||
         any_piece(text, is_run, is_secret_run);
}

}  // namespace syncbench::machine
