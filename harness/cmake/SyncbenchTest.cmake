# Tests: Catch2 for what runs in one process, an own main and a fixed number of ranks for what needs MPI.
if(NOT SYNCBENCH_TESTS)
  function(syncbench_test)
  endfunction()
  function(syncbench_mpi_test)
  endfunction()
  function(syncbench_cluster_test)
  endfunction()
  function(syncbench_header_test)
  endfunction()
  return()
endif()

find_package(Catch2 REQUIRED) # v2 (Debian 12) and v3 both work: tests include "harness/cmake/testing/catch.hpp"
include(Catch)

add_library(syncbench_testing INTERFACE)
add_library(syncbench::testing ALIAS syncbench_testing)
target_link_libraries(syncbench_testing INTERFACE Catch2::Catch2 syncbench_settings)
# Tests are not optimised, since nothing in them is timed; Catch2's own code neither.
add_library(syncbench_test_runner STATIC ${CMAKE_SOURCE_DIR}/harness/cmake/testing/runner.cpp)
target_link_libraries(syncbench_test_runner PUBLIC syncbench_testing)
target_compile_options(syncbench_test_runner PRIVATE -O0)
add_library(syncbench_test_main STATIC ${CMAKE_SOURCE_DIR}/harness/cmake/testing/main.cpp)
target_link_libraries(syncbench_test_main PUBLIC syncbench_test_runner)
add_library(syncbench_mpi_test_main STATIC ${CMAKE_SOURCE_DIR}/harness/cmake/testing/mpi_main.cpp)
target_link_libraries(syncbench_mpi_test_main PUBLIC syncbench_test_runner MPI::MPI_CXX)

# Catch2 v2 is one large header: every test shares one precompiled copy. A program of its own, for the flags must be those
# of the tests.
add_executable(syncbench_test_pch ${CMAKE_SOURCE_DIR}/harness/cmake/building/precompiled.cpp)
target_link_libraries(syncbench_test_pch PRIVATE syncbench_testing)
target_compile_options(syncbench_test_pch PRIVATE -O0)
target_precompile_headers(syncbench_test_pch PRIVATE ${CMAKE_SOURCE_DIR}/harness/cmake/testing/catch.hpp)

# What both kinds of tests have in common.
function(syncbench_test_executable name main)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;LINKS" ${ARGN})
  add_executable(test_${name} ${ARG_SOURCES})
  list(TRANSFORM ARG_USES PREPEND syncbench::)
  target_link_libraries(test_${name} PRIVATE ${main} ${ARG_USES} ${ARG_LINKS})
  target_compile_options(test_${name} PRIVATE -O0)
  target_precompile_headers(test_${name} REUSE_FROM syncbench_test_pch)
endfunction()

# Variables that let any number of ranks run anywhere: as root, on fewer cores than ranks, without pinning that fails there.
set(SYNCBENCH_MPI_ENVIRONMENT OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1
  OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
  # Open MPI and its helper libraries keep memory until exit, and to say whose it is takes as long as a short run; leaks of ours
  # still show in the tests without MPI.
  ASAN_OPTIONS=detect_leaks=0 OMPI_MCA_btl_vader_single_copy_mechanism=none)

# syncbench_test(<name> SOURCES file... [USES room...] [LINKS library...]): every TEST_CASE becomes one ctest test.
function(syncbench_test name)
  syncbench_test_executable(${name} syncbench_test_main ${ARGN})
  # hwloc's plugin for PCI keeps memory until exit, and is unloaded before anybody can tell whose it was.
  catch_discover_tests(test_${name} TEST_PREFIX "${name}: " PROPERTIES TIMEOUT 120 ENVIRONMENT HWLOC_COMPONENTS=-pci)
endfunction()

# syncbench_mpi_test(<name> RANKS n... SOURCES file... [USES room...] [OF value... VARIABLE name] [ENVIRONMENT variable=value...]): the
# whole executable once for each number of ranks; with OF, also once for each value of an environment variable.
function(syncbench_mpi_test name)
  cmake_parse_arguments(ARG "" "VARIABLE" "RANKS;SOURCES;USES;LINKS;OF;ENVIRONMENT" ${ARGN})
  syncbench_test_executable(${name} syncbench_mpi_test_main SOURCES ${ARG_SOURCES} USES ${ARG_USES} LINKS ${ARG_LINKS})
  if(NOT ARG_OF)
    set(ARG_OF "-")
  endif()
  foreach(value IN LISTS ARG_OF)
    set(sentence ${name})
    if(ARG_VARIABLE)
      set(sentence "${name} of ${value}")
    endif()
    foreach(ranks IN LISTS ARG_RANKS)
      add_test(NAME "${sentence} on ${ranks} ranks"
        COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} $<TARGET_FILE:test_${name}>)
      set_tests_properties("${sentence} on ${ranks} ranks" PROPERTIES LABELS RANK_${ranks} PROCESSORS 2 TIMEOUT 600
        ENVIRONMENT "${SYNCBENCH_MPI_ENVIRONMENT};SYNCBENCH_TEST_RANKS=${ranks};${ARG_ENVIRONMENT};${ARG_VARIABLE}=${value}")
    endforeach()
  endforeach()
endfunction()

# syncbench_cluster_test(<sentence> HOSTS n [SHIFTS host=seconds...] COMMAND command... [ENVIRONMENT variable=value...]): a command
# inside slurm/testcluster. Skipped where the machine cannot run one, or the MPI is not the one that its srun starts.
function(syncbench_cluster_test sentence)
  cmake_parse_arguments(ARG "" "HOSTS" "SHIFTS;COMMAND;ENVIRONMENT" ${ARGN})
  if(MPI_EXECUTABLE_SUFFIX STREQUAL ".mpich")
    return()
  endif()
  list(TRANSFORM ARG_SHIFTS PREPEND "--monotonic-shift;")
  add_test(NAME ${sentence} COMMAND ${CMAKE_SOURCE_DIR}/slurm/testcluster test --hosts ${ARG_HOSTS} ${ARG_SHIFTS} -- ${ARG_COMMAND})
  set_tests_properties(${sentence} PROPERTIES LABELS CLUSTER RUN_SERIAL ON TIMEOUT 600 SKIP_RETURN_CODE 77 ENVIRONMENT "${ARG_ENVIRONMENT}")
endfunction()

# syncbench_header_test(<room>): every header of the room compiles alone.
function(syncbench_header_test room)
  if(NOT SYNCBENCH_HEADER_TESTS)
    return()
  endif()
  file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  file(GLOB_RECURSE headers RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *.hpp)
  set(sources "")
  foreach(header IN LISTS headers)
    if(header MATCHES "tests/|^backends/|^bench/")
      continue()
    endif()
    string(MAKE_C_IDENTIFIER ${header} stem)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/alone/${stem}.cpp)
    file(GENERATE OUTPUT ${source} CONTENT "#include \"${folder}/${header}\"\n#include \"${folder}/${header}\" // twice: the guard\n")
    list(APPEND sources ${source})
  endforeach()
  add_library(headers_of_${room} OBJECT ${sources})
  target_link_libraries(headers_of_${room} PRIVATE syncbench::${room} syncbench_settings)
  target_compile_options(headers_of_${room} PRIVATE -O0 -g0)
endfunction()
