#!/bin/bash
# Inside a test cluster of 5 hosts with shifted clocks: clock_over_hosts on 2, 3 and 5 of them, with clocks that drift.
# usage: clock_over_hosts.sh PROGRAM LIBRARY. SYNCBENCH_CLOCK_SECONDS says how long each (8), SYNCBENCH_CLOCK_STRICT=strict
# that the bound's width is judged as well.
set -euo pipefail

# The files may lie below /tmp, which each host has for itself.
cp "$1" "$2" "$SYNCBENCH_TESTCLUSTER_STATE"
cd "$SYNCBENCH_TESTCLUSTER_STATE"
export SYNCBENCH_TEST_DRIFTS=0,50,-50,50,-50 OMPI_MCA_mpi_yield_when_idle=1
worst=0
for hosts in ${SYNCBENCH_CLOCK_HOSTS:-2 3 5}; do
  code=0
  "$SYNCBENCH_TESTCLUSTER" run "-N$hosts" "-n$hosts" "--export=ALL,LD_PRELOAD=$PWD/${2##*/}" -- \
    "./${1##*/}" "${SYNCBENCH_CLOCK_SECONDS:-8}" "${SYNCBENCH_CLOCK_STRICT:-}" || code=$?
  echo "$hosts hosts: exit code $code"
  ((code <= worst)) || worst=$code
done
exit "$worst"
