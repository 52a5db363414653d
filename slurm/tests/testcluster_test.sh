#!/bin/bash
# Tests of testcluster, one case a call. Exit code 77 with a sentence: this machine cannot run it; with
# SYNCBENCH_REQUIRE_CLUSTER=1 that is a failure.
# shellcheck disable=SC2016 # quoted scripts are for the hosts' shells
set -euo pipefail
PATH+=:/usr/sbin:/sbin

SELF=$(realpath "${BASH_SOURCE[0]}")
HERE=$(dirname "$SELF")
TESTCLUSTER=$HERE/../testcluster
readonly SELF HERE TESTCLUSTER

skip() { # <sentence>
  echo "not tested: $1" >&2
  [[ ${SYNCBENCH_REQUIRE_CLUSTER:-0} != 1 ]] || exit 1
  exit 77
}

expect() { # <what> <expected> <actual>
  if [[ $2 != "$3" ]]; then
    printf 'FAILED: %s\n  expected: %s\n  got:      %s\n' "$1" "$2" "$3" >&2
    exit 1
  fi
  echo "ok: $1"
}

expect_code() { # <what> <exit code> <command…>
  local code=0
  timeout 30 "${@:3}" >/dev/null 2>&1 || code=$?
  expect "$1" "$2" "$code"
}

eventually() { # <what> <condition…>
  local give_up=$((SECONDS + 20))
  until "${@:2}" >/dev/null 2>&1; do
    ((SECONDS < give_up)) || expect "$1" "soon" "not within 20 s"
    sleep 0.1
  done
  echo "ok: $1"
}

job() { timeout 30 "$TESTCLUSTER" run "$@"; }
on() { timeout 30 "$TESTCLUSTER" exec "$@"; }
fault() { timeout 30 "$TESTCLUSTER" fault "$@"; }
slurm() { timeout 30 "$TESTCLUSTER" slurm "$@"; }

build_probe() { # for the Open MPI that the cluster's PMIx starts, whatever MPI the project is built with
  local compiler
  compiler=$(command -v mpicc.openmpi || command -v mpicc) || skip "mpicc is missing (Debian package libopenmpi-dev)"
  probe=$SYNCBENCH_TESTCLUSTER_STATE/probe
  "$compiler" -O1 -Wall -Wextra -Werror "$HERE/probe.c" -o "$probe"
}

# Cases inside a cluster

jobs_in_cluster() {
  build_probe
  expect "two ranks see two hosts and add up" "0 of 2 on n1: sum 3,1 of 2 on n2: sum 3" \
    "$(job -N2 -n2 -- "$probe" | sort | paste -sd,)"
  expect "healthy hosts run on different cores, if there are two" "$(($(nproc) > 1 ? 2 : 1))" \
    "$(job -N2 -n2 grep Cpus_allowed_list: /proc/self/status | sort -u | wc -l)"
  expect "hosts do not share /tmp and /dev/shm" "n1,n2" \
    "$(job -N2 -n2 sh -c 'touch /tmp/$(hostname) /dev/shm/$(hostname); ls /tmp/n?' | sed 's|/tmp/||' | sort | paste -sd,)"
  expect_code "a rank's exit code gets through" 9 "$TESTCLUSTER" run -N2 -n2 sh -c 'exit 9'
  expect_code "MPI_Abort's code gets through" 75 "$TESTCLUSTER" run -N2 -n2 -- "$probe" abort 75
  expect_code "exec's exit code gets through" 5 "$TESTCLUSTER" exec n2 sh -c 'exit 5'
  expect "exec runs on the host" "n2 10.77.0.1" "$(on n2 sh -c 'echo $(hostname) $(getent hosts n1 | cut -d" " -f1)')"
  signals_reach_a_step
}

signals_reach_a_step() {
  local folder=$SYNCBENCH_TESTCLUSTER_STATE/signals id code=0
  mkdir "$folder"
  job -J signals -N2 -n2 bash -c 'trap "touch $0/heard-$(hostname); exit 3" USR1
    touch "$0/ready-$(hostname)"; for ((i = 0; i < 200; ++i)); do sleep 0.1; done' "$folder" 2>/dev/null &
  eventually "both ranks have started" test -e "$folder/ready-n1" -a -e "$folder/ready-n2"
  id=$(slurm squeue --noheader --name=signals --format=%i)
  slurm scancel --signal=USR1 "$id"
  wait $! || code=$?
  expect "scancel --signal=USR1 reaches every rank" "heard-n1,heard-n2,3" \
    "$(cd "$folder" && echo heard-* | tr ' ' ,),$code"
}

hosts_in_cluster() {
  build_probe
  expect "three ranks see three hosts and add up" "0 of 3 on n1: sum 6,1 of 3 on n2: sum 6,2 of 3 on n3: sum 6" \
    "$(OMPI_MCA_mpi_yield_when_idle=1 job -N3 -n3 -- "$probe" | sort | paste -sd,)"
  [[ -e /proc/self/ns/time ]] || skip "this kernel has no time namespaces"
  local clock='import time; print(int(time.clock_gettime(time.CLOCK_MONOTONIC_RAW)))' here
  here=$(job -N1 -n1 -w n1 python3 -c "$clock")
  is_ahead "jobs on n2 see its raw clock 10000 s ahead, to 200 s" "$here" "$(job -N1 -n1 -w n2 python3 -c "$clock")"
  is_ahead "exec on n2 sees it too" "$here" "$(on n2 python3 -c "$clock")"
}

is_ahead() { # <what> <seconds on n1> <seconds on n2, a little later>
  expect "$1" 1 "$(($3 - $2 >= 9800 && $3 - $2 <= 10200))"
}

faults_in_cluster() {
  build_probe
  mtu_acts
  loss_acts
  block_acts
  slow_link_acts
  cpu_quota_acts
  expect "status shows no fault at the end" "none,none" "$("$TESTCLUSTER" status | sed -n 's/.*faults: //p' | paste -sd,)"
}

try_fault() { # <fault's arguments…>: false where this kernel cannot do it
  local code=0
  fault "$@" || code=$?
  ((code != 69)) || { [[ ${SYNCBENCH_REQUIRE_CLUSTER:-0} != 1 ]] && return 1; }
  expect "fault $* is injected" 0 "$code"
}

mtu_on() { on "$1" ip link show dev eth0 | sed -n 's/.* mtu \([0-9]*\) .*/\1/p'; }

mtu_acts() {
  try_fault n2 mtu 576
  expect "only n2 has a small MTU, and status says so" "1500 576 mtu 576" \
    "$(mtu_on n1) $(mtu_on n2) $("$TESTCLUSTER" status | sed -n 's/^n2 .*faults: //p')"
  fault n2 clear
  expect "clear restores the MTU" 1500 "$(mtu_on n2)"
}

connection() { # <host> <address>: to a port where nobody listens
  local code=0
  on "$1" timeout 1 bash -c 'exec 3<>/dev/tcp/$0/9' "$2" 2>/dev/null || code=$?
  case $code in 1) echo refused ;; 124) echo silence ;; *) echo "code $code" ;; esac
}

loss_acts() {
  try_fault n2 loss 20 || return 0
  expect "a job ends in spite of lost packets" "done" "$(job -N2 -n2 -- "$probe" rounds 3000)"
  expect "and packets to n2 were lost" 1 "$(on n2 nft list ruleset | awk '/ counter packets [1-9]/ { print 1 }')"
  fault n2 loss 1000
  expect "nothing gets to n2 from n1 at 1000 permille" silence "$(connection n1 10.77.0.2)"
  fault n2 clear
  expect "clear ends the loss" "refused 0" "$(connection n1 10.77.0.2) $(on n2 nft list ruleset | wc -l)"
}

block_acts() {
  try_fault n1 block n2 || return 0
  expect "n1 and n2 do not hear each other" "silence silence" "$(connection n1 10.77.0.2) $(connection n2 10.77.0.1)"
  fault n2 clear
  expect "clear at one end restores both" "refused refused" "$(connection n1 10.77.0.2) $(connection n2 10.77.0.1)"
  fault n1 block n2 20000-20999
  expect "other ports than the blocked ones are open" "refused refused" "$(connection n1 10.77.0.2) $(connection n2 10.77.0.1)"
  fault n1 clear
  expect "and a job across them runs" "done" "$(job -N2 -n2 -- "$probe" rounds 10)"
}

slow_link_acts() { # 250 kB at 1 Mbit/s take 2 s, less what the bucket of 16 KiB lets through at once
  local discipline='s/qdisc \([a-z_]*\) .*/\1/p'
  try_fault n1 slow-link 1mbit 400ms || return 0
  expect "250 kB over a link of 1 Mbit/s take more than 1.5 s" 1 \
    "$(job -N2 -n2 -- "$probe" send 250000 | awk '{ print ($1 > 1500) }')"
  fault n1 clear
  expect "clear takes the limit away" noqueue "$(on n1 tc qdisc show dev eth0 | sed -n "$discipline")"
}

throttled_periods() { awk '$1 == "nr_throttled" { print $2 }' "$1/cpu.stat"; }

cpu_quota_acts() {
  local folder
  try_fault n1 cpu-quota 20 || return 0
  folder=$(find /sys/fs/cgroup -maxdepth 2 -name sbtc-n1)
  expect_code "a job spins for a second" 124 "$TESTCLUSTER" run -N1 -n1 -w n1 timeout 1 sh -c 'while :; do :; done'
  expect "and was throttled" 1 "$(($(throttled_periods "$folder") > 0))"
  fault n1 clear
  expect "clear lifts the quota" 1 "$(cat "$folder/cpu.cfs_quota_us" "$folder/cpu.max" 2>/dev/null | grep -cE '^(-1|max 100000)$')"
}

template_in_cluster() {
  local template=$HERE/../smallpkt.sbatch stub=$SYNCBENCH_TESTCLUSTER_STATE/stub id
  cd "$SYNCBENCH_TESTCLUSTER_STATE"
  expect_code "sbatch --test-only takes the template" 0 "$TESTCLUSTER" slurm sbatch --test-only "$template"
  printf '#!/bin/sh\necho "$(hostname) $*"\n' >"$stub"
  chmod +x "$stub"
  id=$(SYNCBENCH=$stub slurm sbatch --parsable "$template")
  eventually "the job ends" ended "$id"
  expect "every host ran syncbench with the template's options" \
    "$(for host in n1 n2; do echo "$host --suite smallpkt --profile standard --out $PWD/smallpkt-$id/"; done)" \
    "$(sort "smallpkt-$id.log")"
}

ended() { # <job>
  [[ $(slurm squeue --noheader --states=all --jobs="$1" --format=%T) =~ COMPLETED|FAILED ]]
}

refusals_in_cluster() {
  expect_code "a second cluster is refused" 69 "$TESTCLUSTER" up
  expect_code "also by with, which leaves the first one up" 69 "$TESTCLUSTER" with -- true
  expect "the first cluster still works" n1 "$(job -N1 -n1 -w n1 hostname)"
  expect_code "an unknown host" 64 "$TESTCLUSTER" exec n9 true
  expect_code "an unknown fault" 64 "$TESTCLUSTER" fault n1 gremlins
  expect_code "a loss of more than everything" 64 "$TESTCLUSTER" fault n1 loss 1001
  expect_code "a rate that tc does not know" 64 "$TESTCLUSTER" fault n1 slow-link quick
  expect_code "a host blocked from itself" 64 "$TESTCLUSTER" fault n1 block n1
  expect_code "ports that are no range" 64 "$TESTCLUSTER" fault n1 block n2 20000
  expect_code "a client that is none" 64 "$TESTCLUSTER" slurm ls
}

# Cases from outside

refusals() {
  expect_code "status without a cluster" 3 "$TESTCLUSTER" status
  expect_code "run without a cluster" 69 "$TESTCLUSTER" run true
  expect_code "down without a cluster is fine" 0 "$TESTCLUSTER" down
  expect_code "one host" 64 "$TESTCLUSTER" up --hosts 1
  expect_code "a state folder that each host hides" 64 "$TESTCLUSTER" up --state /tmp/state
  expect_code "a shifted clock on a host that is not there" 64 "$TESTCLUSTER" up --monotonic-shift n3=5
  expect_code "test with a wrong option, which is no reason to skip" 64 "$TESTCLUSTER" test --hosts 1 -- true
  expect_code "with without a command" 64 "$TESTCLUSTER" with --hosts 2
  local full
  full=$(mktemp -d /var/tmp/testcluster_test.XXXXXX)
  touch "$full/mine"
  expect_code "a state folder with somebody's files" 69 "$TESTCLUSTER" up --state "$full"
  expect "which are still there" "mine" "$(ls "$full")"
  rm -r "$full"
  in_cluster refusals
}

remains() {
  notes=$(mktemp -d /var/tmp/testcluster_test.XXXXXX)
  trap 'rm -rf "$notes"' EXIT
  cp /etc/hosts "$notes/hosts"
  expect_code "a command that fails" 7 "$TESTCLUSTER" with -- "$SELF" inside note_and_run "$notes" sh -c 'exit 7'
  nothing_remains "a command that fails"
  local signal
  for signal in TERM:143 INT:130; do
    with_is_killed "${signal%:*}" "${signal#*:}"
    nothing_remains "SIG${signal%:*} in the middle"
  done
  with_is_killed KILL 137
  expect_code "the next cluster takes an orphaned one down first" 0 "$TESTCLUSTER" with -- "$SELF" inside note_and_run "$notes" true
  nothing_remains "an orphaned cluster"
  # So far back that the clock would be negative: the kernel refuses, and n1's slurmd does not start.
  expect_code "a host that does not start" 69 "$TESTCLUSTER" up --monotonic-shift n1=-1000000000
  nothing_remains "a half-failed up"
}

note_and_run() { # <folder> <command…>: what runs now must not run afterwards
  local state=$SYNCBENCH_TESTCLUSTER_STATE host
  fault n1 loss 1
  fault n1 cpu-quota 90 || true
  for host in n1 n2; do ip netns pids "sbtc-$host"; done | while read -r pid; do note_process "$pid"; done >>"$1/processes"
  cat "$state"/daemons/* >>"$1/processes"
  "${@:2}"
}

note_process() { echo "$1 $(awk '{ print $22 }' "/proc/$1/stat")"; }

with_is_killed() { # <signal> <exit code that it must have>, while a job runs and one of its ranks is stopped
  local with code=0
  rm -f "$notes/running"
  # Without this a command in the background would not hear SIGINT.
  env --default-signal=INT "$TESTCLUSTER" with -- "$SELF" inside note_and_run "$notes" "$SELF" inside run_stopped "$notes" \
    >/dev/null 2>&1 &
  with=$!
  eventually "a job runs" test -e "$notes/running"
  kill -s "$1" "$with"
  wait "$with" 2>/dev/null || code=$?
  expect "SIG$1 ends it with $2" "$2" "$code"
}

run_stopped() { # <folder>
  job -N2 -n2 bash -c 'echo "$$ $(awk "{ print \$22 }" /proc/$$/stat)" >>"$0/processes"
    if [[ $(hostname) == n2 ]]; then
      cat "$SYNCBENCH_TESTCLUSTER_STATE"/daemons/client-* >>"$0/processes" # srun too must end
      touch "$0/running"; kill -STOP $$
    fi; sleep 30' "$1"
}

nothing_remains() { # <after what>
  local left
  left=$(while read -r pid started; do
    awk -v started="$started" '$3 != "Z" && $22 == started { print $1, $2 }' "/proc/$pid/stat" 2>/dev/null || true
  done <"$notes/processes")
  expect "after $1 no process remains" "" "$left"
  expect "after $1 no namespace, link, state folder or cgroup remains" "" \
    "$(ip netns list | grep sbtc || true)$(ip link show | grep sbtc || true)$(ls -d /var/tmp/syncbench-testcluster 2>/dev/null || true)$(
      find /sys/fs/cgroup -maxdepth 2 -name 'sbtc-*' 2>/dev/null)"
  expect_code "after $1 /etc/hosts is as it was" 0 cmp /etc/hosts "$notes/hosts"
  : >"$notes/processes"
}

in_cluster() { # <case> <up's options…>
  "$TESTCLUSTER" with "${@:2}" -- "$SELF" inside "$1_in_cluster"
}

if [[ ${1:-} == inside ]]; then
  "${@:2}"
  exit
fi
why=$("$TESTCLUSTER" check 2>&1) || skip "${why#testcluster: }"
case ${1:-} in
  jobs | faults | template) in_cluster "$1" ;;
  hosts) in_cluster hosts --hosts 3 --monotonic-shift n2=10000 ;;
  refusals | remains) "$1" ;;
  *) echo "usage: testcluster_test.sh jobs|hosts|faults|template|refusals|remains" >&2; exit 64 ;;
esac
