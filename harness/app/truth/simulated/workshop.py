"""Makes simulated runs and asks `syncbench-analyze` about them, a few processes at a time."""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import zlib

JOBS = 2


def seed_of(*names):
    """The same seed for the same names, on every machine."""
    return zlib.crc32(" ".join(str(name) for name in names).encode()) & 0x7FFFFFFF


class Told:
    """What was said of one file: findings, the text for people in one line, and the truth."""

    def __init__(self, description, truth, report, text, decomposed=None):
        self.description, self.truth, self.report, self.decomposed = description, truth, report, decomposed
        self.findings = report["findings"]
        self.text = re.sub(r"\s+", " ", text.split("\n", 1)[1] if "\n" in text else text)
        point = truth["points"][0]
        self.faults, self.iterations, self.seconds = point["faults"], point["iterations"], point["seconds"]


class Workshop:
    def __init__(self, folder, keep=False):
        self.folder, self.keep, self.number = pathlib.Path(folder), keep, 0
        self.maker, self.analyzer = os.environ["TRUTH_RUNS"], os.environ["ANALYZE"]

    def make(self, descriptions):
        """One process for all of them; the truths, in the same order."""
        made = subprocess.run([self.maker], input="".join(json.dumps(each) + "\n" for each in descriptions), capture_output=True, text=True)
        if made.returncode != 0:
            raise SystemExit(f"simulated: {made.stderr}")
        return [json.loads(line) for line in made.stdout.splitlines()]

    def analyze(self, *words):
        asked = subprocess.run([self.analyzer, *words], capture_output=True, text=True)
        if asked.returncode not in (0, 1):
            raise SystemExit(f"simulated: syncbench-analyze {' '.join(words)}: exit code {asked.returncode}\n{asked.stderr}")
        return asked.stdout

    def remove(self, file):
        if not self.keep:
            pathlib.Path(file).unlink(missing_ok=True)
            shutil.rmtree(f"{file}.parts", ignore_errors=True)

    def name(self, label):
        self.number += 1
        return str(self.folder / f"{self.number:05}-{label}.h5")

    def explained(self, described, text=True):
        """`described`: (label, description without file) pairs; yields a Told for each, in order."""
        jobs = [{"file": self.name(label)} | description for label, description in described]
        batches = [jobs[k:k + 8] for k in range(0, len(jobs), 8)]

        def work(batch):
            told = []
            for description, truth in zip(batch, self.make(batch)):
                report = json.loads(self.analyze("explain", "--json", description["file"]))["files"][0]
                told.append(Told(description, truth, report, *self.texts(description["file"]) if text else ("",)))
                self.remove(description["file"])
            return told

        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            for batch in pool.map(work, batches):
                yield from batch

    def texts(self, file):
        """What people are told, and the point taken apart."""
        return self.analyze("explain", file), json.loads(self.analyze("decompose", "--by", "rank", "--json", file))["files"][0]["points"][0]

    def percentiles(self, described):
        """The points of each file as `percentiles --json` tells them, in order."""
        jobs = [{"file": self.name(label)} | description for label, description in described]

        def work(description):
            self.make([description])
            points = json.loads(self.analyze("percentiles", "--json", description["file"]))["files"][0]["points"]
            self.remove(description["file"])
            return points

        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            yield from pool.map(work, jobs)
