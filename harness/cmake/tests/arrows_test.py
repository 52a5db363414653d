"""No source of ours includes what the table of arrows forbids, and the reader of includes sees what it should."""
import pathlib
import sys
import tempfile

import arrows


def check(holds, sentence):
    if not holds:
        print(f"not so: {sentence}")
        sys.exit(1)


def found_in(text, path="kernels/made_up.cpp"):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name in (path, "results/writer.hpp", "harness/core/nanos.hpp", "results/tests/sample_run.hpp"):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text("")
        (root / path).write_text(text)
        return arrows.violations(root, [path])


def the_reader_sees_each_kind_of_wrong_include():
    check(not found_in('#include "harness/core/nanos.hpp"\n#include <vector>\n'), "kernels may include core and the standard library")
    check(found_in('#include "results/writer.hpp"\n'), "kernels may not include results")
    check(found_in('#include <results/writer.hpp>\n'), "angle brackets do not hide an include")
    check(found_in('  #  include "results/writer.hpp"\n'), "blanks do not hide an include")
    check(found_in('#include "nanos.hpp"\n', "harness/core/clock.cpp"), "an include names the file from the root")
    check(found_in('#include "results/tests/sample_run.hpp"\n', "results/reader.cpp"), "no room includes its tests")
    check(not found_in('#include "results/tests/sample_run.hpp"\n', "results/tests/a_test.cpp"), "tests include tests of their room")


def main():
    the_reader_sees_each_kind_of_wrong_include()
    check(not arrows.cycles(), f"the table has no cycle; these rooms lead back to themselves: {arrows.cycles()}")
    sources = arrows.sources_below(arrows.ROOT)
    check(len(sources) > 500, "the sources were found")
    wrong = arrows.violations(arrows.ROOT, sources)
    print("\n".join(wrong))
    return 1 if wrong else 0


sys.exit(main())
