"""Files and folders may have any name that the system takes: they work, what is shown of them steers no terminal, and commands that
are suggested can be pasted.

usage: names_test.py, with the environment of program_test.py."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest

NAMES = [b"a b", b"it's", b"$(touch owned)", b"`touch owned`", b"new\nline", b"\xff\xfe", b"-dash", b'quo"te\\', b"esc\x1b[31m\x07", b";touch owned;",
         b"*?[a]{b,c}", b"~", b"#x", "µ–😀".encode(), b"\xc2\x9b31m"]
EVERYTHING = b"- a'\"$(touch owned)`touch owned`;\n\x1b[31m\xff"
SHORT = ["--profile", "smoke", "--smallpkt.parts", "sweep", "--bytes", "8", "--iterations", "20", "--warmup", "0"]


class Names(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = os.fsencode(place.name)
        self.programs = os.pathsep.join(os.path.dirname(os.environ[name]) for name in ("SYNCBENCH", "ANALYZE"))

    def run_in_folder(self, *words, expect=0, for_people=True):
        environment = dict(os.environ, PATH=self.programs + os.pathsep + os.environ["PATH"])
        done = subprocess.run([os.fsencode(word) for word in words], cwd=self.folder, env=environment, capture_output=True, timeout=240, check=False)
        said = done.stdout + done.stderr
        self.assertEqual(done.returncode, expect, said)
        self.assertNotIn(b"owned", os.listdir(self.folder), "a name was taken for a command")
        if not for_people:
            return said
        said.decode()  # UTF-8
        self.assertIsNone(re.search(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]", said), said)
        return said

    def measure(self, *options):
        return self.run_in_folder(os.environ["MPIEXEC"], "-n", "2", os.environ["SYNCBENCH"], *SHORT, *options)

    def paste(self, said):
        """Lets bash run the command that the output suggests."""
        (command,) = re.findall(rb"next: (.*)\n", said)
        self.assertTrue(command.startswith(b"syncbench-analyze "), command)
        return self.run_in_folder("bash", "-c", command)

    def test_a_result_of_any_name_is_written_and_its_suggested_command_can_be_pasted(self):
        name = EVERYTHING + b".h5"
        self.paste(self.measure(b"--out=" + name))
        self.assertEqual(os.listdir(self.folder), [name])
        os.mkdir(self.folder + b"/" + EVERYTHING)
        self.paste(self.measure(b"--out=" + EVERYTHING + b"/"))

    def test_a_configuration_and_a_folder_of_modules_may_have_any_name(self):
        with open(self.folder + b"/" + EVERYTHING, "w", encoding="utf-8") as file:
            file.write("iterations = 21\n")
        page = self.run_in_folder(os.environ["SYNCBENCH"], b"--config=" + EVERYTHING, "--print-config")
        self.assertIn(b"iterations = \"21\"", page)
        said = self.run_in_folder(os.environ["MPIEXEC"], "-n", "2", os.environ["SYNCBENCH"], "--backend", "gloo", b"--modules=" + EVERYTHING, expect=69)
        self.assertIn(rb"\xff", said)
        self.run_in_folder(os.environ["SYNCBENCH"], b"--out=" + EVERYTHING, "--print-config", expect=64)
        self.run_in_folder(os.environ["SYNCBENCH"], b"--config=missing" + EVERYTHING, "--print-config", expect=74)

    def test_launches_write_results_of_any_name(self):
        said = self.run_in_folder(os.environ["SYNCBENCH"], *SHORT, "--launches", "1", "--launcher", f"{os.environ['MPIEXEC']} -n 2", b"--out=" + EVERYTHING + b".h5")
        self.paste(said)

    def test_the_analyser_reads_results_of_any_name(self):
        self.measure("--out", "plain.h5")
        for name in NAMES:
            with self.subTest(name=name):
                file = name + b".h5"
                shutil.copy(self.folder + b"/plain.h5", self.folder + b"/" + file)
                path = b"./" + file
                for command in ("summary", "explain", "percentiles"):
                    self.run_in_folder(os.environ["ANALYZE"], command, path)
                    self.run_in_folder(os.environ["ANALYZE"], command, "--json", path)
                self.run_in_folder(os.environ["ANALYZE"], "export", path, for_people=False)
                self.paste(self.run_in_folder(os.environ["ANALYZE"], "check", path))
                os.remove(self.folder + b"/" + file)
                self.assertIn(b"\n", self.run_in_folder(os.environ["ANALYZE"], "summary", path, expect=74))

    def test_parts_of_any_name_are_recovered(self):
        self.measure("--out", "plain.h5")
        for name in NAMES:
            with self.subTest(name=name):
                parts = self.folder + b"/" + name + b".h5.parts"
                os.mkdir(parts)
                shutil.copy(self.folder + b"/plain.h5", parts + b"/p0000.h5")
                said = self.run_in_folder(os.environ["ANALYZE"], "recover", b"./" + name + b".h5.parts")
                self.paste(said)


if __name__ == "__main__":
    unittest.main()
