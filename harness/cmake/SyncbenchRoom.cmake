# Rooms and their arrows.
#
# Every include names the file from the repository's root: `#include "harness/core/timeline.hpp"`. A room links only the rooms
# under USES, so code of another room does not link. The test `rooms: includes follow the table of arrows` reads the includes.

# What is installed finds the libraries that it was linked with, wherever they are: a module's or a package manager's prefix.
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)

set(SYNCBENCH_BUILDING ${CMAKE_CURRENT_LIST_DIR}/building)

# One interface target for all compile settings of our own code.
add_library(syncbench_settings INTERFACE)
# The repository's root, and beside it what CMake makes of a header at the same place in the build tree.
target_include_directories(syncbench_settings INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/generated)
target_compile_options(syncbench_settings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
  -Wnon-virtual-dtor -Woverloaded-virtual -Wnull-dereference -Wcast-align -Wswitch-enum -fno-math-errno)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # -Wnull-dereference follows inlined library code under the sanitizers and under -O3 and is wrong there.
  target_compile_options(syncbench_settings INTERFACE -Wno-null-dereference)
endif()
if(SYNCBENCH_WERROR)
  target_compile_options(syncbench_settings INTERFACE -Werror)
endif()
if(SYNCBENCH_SANITIZE)
  target_compile_options(syncbench_settings INTERFACE -fsanitize=${SYNCBENCH_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(syncbench_settings INTERFACE -fsanitize=${SYNCBENCH_SANITIZE})
endif()

# The standard's headers and fmt's take most of the time of compiling one of our files: all rooms share one precompiled copy.
# Files still name what they use: headers are compiled alone, without it (syncbench_header_test).
option(SYNCBENCH_PRECOMPILE "share one precompiled header of the standard library and fmt" ON)
function(syncbench_precompiled_header name)
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/harness/cmake/building/precompiled.cpp)
  target_link_libraries(${name} PRIVATE syncbench_settings fmt::fmt)
  target_compile_options(${name} PRIVATE ${ARGN})
  target_precompile_headers(${name} PRIVATE <algorithm> <array> <chrono> <cmath> <cstdint> <filesystem> <functional>
    <limits> <map> <memory> <numeric> <optional> <set> <span> <string> <string_view> <utility> <variant> <vector> <fmt/format.h>)
endfunction()
if(SYNCBENCH_PRECOMPILE)
  syncbench_precompiled_header(syncbench_precompiled)
  if(SYNCBENCH_SANITIZE)
    syncbench_precompiled_header(syncbench_precompiled_hot -O1) # Clang's can only be used by what is optimised as it is
  endif()
endif()

# syncbench_quick_to_compile(<target>...): names rooms without a hot loop. With SYNCBENCH_QUICK_BUILD, as developers use it, they are
# compiled at -O1, which takes a third less time.
function(syncbench_quick_to_compile)
  if(NOT SYNCBENCH_QUICK_BUILD)
    return()
  endif()
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O1>)
  endforeach()
endfunction()

# syncbench_include_closure(<variable> <header>...): the given headers and all headers of ours that they include, directly or not,
# named from the repository's root.
function(syncbench_include_closure variable)
  set(open ${ARGN})
  set(found "")
  while(open)
    list(POP_FRONT open header)
    if(header IN_LIST found)
      continue()
    endif()
    list(APPEND found ${header})
    file(STRINGS ${CMAKE_SOURCE_DIR}/${header} lines REGEX "^#include \"")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" included "${line}")
      list(APPEND open ${included})
    endforeach()
  endwhile()
  list(SORT found)
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# syncbench_room(<name> [OBJECT] [HOT] SOURCES file... [USES room...] [LINKS public library...] [PRIVATE_LINKS library...])
# Defines the library `syncbench_<name>` (alias `syncbench::<name>`) from the current folder.
# OBJECT: for code that registers itself; a static library would drop it silently.
# HOT: loops over samples and payload, which take minutes under sanitizers where they are not optimised. The other rooms are not
# optimised there, which takes half the time to compile.
function(syncbench_room name)
  cmake_parse_arguments(ARG "OBJECT;HOT" "" "SOURCES;USES;LINKS;PRIVATE_LINKS" ${ARGN})
  set(kind STATIC)
  if(ARG_OBJECT)
    set(kind OBJECT)
  endif()
  add_library(syncbench_${name} ${kind} ${ARG_SOURCES})
  add_library(syncbench::${name} ALIAS syncbench_${name})
  list(TRANSFORM ARG_USES PREPEND syncbench::)
  target_link_libraries(syncbench_${name} PUBLIC ${ARG_USES} ${ARG_LINKS} PRIVATE syncbench_settings ${ARG_PRIVATE_LINKS})
  set(precompiled syncbench_precompiled)
  if(ARG_HOT AND SYNCBENCH_SANITIZE)
    target_compile_options(syncbench_${name} PRIVATE -O1)
    set(precompiled syncbench_precompiled_hot)
  endif()
  if(SYNCBENCH_PRECOMPILE)
    target_precompile_headers(syncbench_${name} REUSE_FROM ${precompiled})
  endif()
endfunction()

# syncbench_program(<name> SOURCES file... USES room... [LINKS library...]): an installed executable at the build tree's root.
function(syncbench_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;LINKS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  list(TRANSFORM ARG_USES PREPEND syncbench::)
  target_link_libraries(${name} PRIVATE syncbench_settings ${ARG_USES} ${ARG_LINKS})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

# syncbench_module(<name> SOURCES file... USES room... [LINKS library...]): libsyncbench-<name>.so beside the programs, installed
# into the library folder. Exports nothing but what the program looks for: what it shares with the program it has for itself.
function(syncbench_module name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;LINKS" ${ARGN})
  add_library(syncbench_module_${name} MODULE ${ARG_SOURCES})
  list(TRANSFORM ARG_USES PREPEND syncbench::)
  target_link_libraries(syncbench_module_${name} PRIVATE syncbench_settings ${ARG_USES} ${ARG_LINKS})
  set(exports ${SYNCBENCH_BUILDING}/module.map)
  target_link_options(syncbench_module_${name} PRIVATE LINKER:--version-script=${exports})
  set_target_properties(syncbench_module_${name} PROPERTIES PREFIX lib OUTPUT_NAME syncbench-${name} LINK_DEPENDS ${exports}
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  if(SYNCBENCH_PRECOMPILE)
    target_precompile_headers(syncbench_module_${name} REUSE_FROM syncbench_precompiled)
  endif()
  install(TARGETS syncbench_module_${name} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/syncbench)
endfunction()
