#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/machine/facts.hpp"
#include "harness/machine/tree.hpp"

namespace syncbench::machine {

/// Whether a file's text is a number. Lists such as "0-3" are text even where they are a single number.
enum class Form { number, text };

/// A fact that is what one file holds.
struct FileFact {
  std::string name;
  std::string path;
  Form form = Form::number;
};

/// Text as facts hold it: runs of blanks and control characters become one blank, none at the ends, and what follows
/// the first 4096 bytes is cut and replaced by "…".
std::string tidy(std::string_view text);

/// The number in a text if there is one and nothing else (Form::number), else the tidy text.
FactValue value_of(std::string_view text, Form form = Form::number);

/// What a file holds, or why it could not be read.
FactValue file_value(const Tree& tree, std::string_view path, Form form = Form::number);

/// Adds a fact for each file.
void add_files(const Tree& tree, FactClass fact_class, std::initializer_list<FileFact> files, Facts& facts);

/// The rest of the first line that begins with a key ("MemTotal:"); nothing if there is none.
std::optional<std::string_view> rest_of_line(std::string_view text, std::string_view key);

/// The value behind a key in a file that was read before; unreadable with the file's reason or "no such line".
FactValue value_behind(const TextOrReason& file, std::string_view key, Form form = Form::number);

/// The number behind a key in a file whose lines are "MemTotal:  24683656 kB"; unreadable as with value_behind().
FactValue kib_behind(const TextOrReason& file, std::string_view key);

/// The words of a line, without blanks.
std::vector<std::string> words(std::string_view line);

}  // namespace syncbench::machine
