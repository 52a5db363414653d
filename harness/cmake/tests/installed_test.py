"""Programs and modules that were installed find libraries outside the system's folders, also after the build tree has moved."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent / "installed"


def run(*command):
    subprocess.run([str(each) for each in command], check=True, stdout=subprocess.DEVNULL)


def install(build, prefix, *options):
    run("cmake", "-S", SOURCE, "-B", build, f"-DCMAKE_CXX_COMPILER={sys.argv[1]}", "-DCMAKE_INSTALL_LIBDIR=lib", *options)
    run("cmake", "--build", build)
    run("cmake", "--install", build, "--prefix", prefix)


def works(prefix, program="bin/program"):
    module = prefix / "lib" / "syncbench" / "libsyncbench-example.so"
    environment = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
    return subprocess.run([prefix / program, module], env=environment, check=False).returncode == 0


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        install(folder / "library", folder / "elsewhere", "-DMAKE_LIBRARY=ON")
        prefix = folder / "prefix"
        install(folder / "build", prefix, f"-DCMAKE_PREFIX_PATH={folder / 'elsewhere'}")
        shutil.rmtree(folder / "build")
        assert works(prefix), "as installed, without the build tree"
        prefix = prefix.rename(folder / "moved")
        assert works(prefix), "the installed tree was moved"
        (prefix / "link").symlink_to("bin/program")
        assert works(prefix, "link"), "through a symbolic link"
        shutil.rmtree(folder / "elsewhere")
        assert not works(prefix), "without the library it cannot work: this test could fail"


main()
