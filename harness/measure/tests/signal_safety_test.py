"""Follows every call of the watchdog's signal handlers through our libraries and names those that POSIX does not allow in a
signal handler.

usage: signal_safety_test.py LIBRARY.a... (measure, core and what else the handlers call, built without a sanitizer)"""
import re
import subprocess
import sys

HANDLERS = ("Watchdog::wake_up", "end_at_once")

# POSIX.1-2017, System Interfaces, 2.4.3, as far as we need it, and what Linux adds: clock_gettime, errno, and timers.
SAFE = set("""_exit alarm clock_gettime close fstat geteuid getpid link lstat memchr memcmp memcpy memmove memset mkdir nanosleep
open openat pause poll pthread_kill pthread_self pthread_sigmask pthread_sigqueue raise read rename rmdir sigaction sigaddset sigdelset
sigemptyset sigfillset sigprocmask sigqueue stat strchr strcmp strlen strncmp time timer_gettime timer_settime unlink waitpid write
__errno_location sched_yield kill __stack_chk_fail""".split())

# The end: the job is over, and an alarm that ends the process is set before.
LAST = ("syncbench::mpi::abort_job", "syncbench::measure::Watchdog::end_launch")

# Ways out of a broken promise, behind a test that does not fail: a text that is cut beyond its end and the like.
NEVER = re.compile(r"^(_ZSt\d+__throw_|_ZSt9terminatev|_Unwind_Resume|__cxa_|__clang_call_terminate)")


def functions_of(libraries):
    """What each function calls: by local name, which an archive's member may share with another's."""
    calls, here = {}, None
    jump = False
    for library in libraries:
        listing = subprocess.run(["objdump", "-dr", "--no-show-raw-insn", library], capture_output=True, text=True, check=True).stdout
        for line in listing.splitlines():
            if match := re.match(r"[0-9a-f]+ <(.+)>:$", line):
                here = calls.setdefault(match[1], set())
            elif match := re.search(r"\bR_\w+\s+([^\s+-]+)", line):
                if jump:
                    here.add(match[1].split("@")[0])
            elif match := re.match(r"\s*[0-9a-f]+:\s+(?:bnd )?(call|jmp|bl|b)\s+[0-9a-f]+ <([^>+]+)(\+0x[0-9a-f]+)?>", line):
                jump = True
                here.add(match[2])
            elif re.match(r"\s*[0-9a-f]+:", line):
                jump = bool(re.match(r"\s*[0-9a-f]+:\s+(?:bnd )?(call|jmp|bl|b)\b", line))
    return calls


def plain(name):
    return subprocess.run(["c++filt", name.split(".cold")[0]], capture_output=True, text=True, check=True).stdout.strip()


def main():
    calls = functions_of(sys.argv[1:])
    starts = [name for name in calls if any(handler in plain(name) for handler in HANDLERS)]
    assert len(starts) >= len(HANDLERS), f"the handlers are not in these libraries: {starts}"
    seen, todo, unsafe = set(starts), [(name, (name,)) for name in starts], []
    while todo:
        name, way = todo.pop()
        for callee in calls.get(name, ()):
            if callee in seen or callee in SAFE or NEVER.match(callee) or callee.startswith("."):
                continue
            seen.add(callee)
            if any(last in plain(callee) for last in LAST):
                continue
            if callee in calls:
                todo.append((callee, way + (callee,)))
            else:
                unsafe.append(" > ".join(plain(each) for each in way + (callee,)))
    assert len(seen) > 10, f"no calls were found: {seen}"
    assert not unsafe, "not allowed in a signal handler:\n" + "\n".join(unsafe)
    print(f"{len(seen)} functions that the handlers reach call nothing that a signal handler may not")


main()
