"""Plants secrets wherever a user's surroundings may hold one, runs the real program, and looks for them in all that it leaves
behind. usage: secrets_test.py, with the programs' paths in the environment (see CMakeLists.txt)."""
import json
import os
import pathlib
import subprocess
import tempfile

import h5py
import numpy

SYNCBENCH, ANALYZE, MPIEXEC = (os.environ[name] for name in ("SYNCBENCH", "ANALYZE", "MPIEXEC"))

# Each is in one place only, so that one that is found says where it came from.
ENVIRONMENT = {
    "SLURM_JWT": "eyJhbGciOiJIUzI1NiJ9.cGxhbnRlZDAx.c2lnbmF0dXJl",
    "NCCL_TOKEN": "planted-plain-02",
    "UCX_API_KEY": "planted-plain-03",
    "FI_SECRET": "planted-plain-04",
    "OMPI_MCA_planted_password": "planted-plain-05",
    "UCX_PROXY": "http://user:planted06@proxy.example.org:8080",
    "NCCL_DEBUG_FILE": "/scratch/ghp_planted07TokenOfNobody/nccl.log",
    "SLURM_JOB_NAME": "deploy-glpat-planted08TokenOfN",
    "SLURM_SUBMIT_HOST": "login-9f86d081884c7d659a2feaa0c55ad009.example.org",
    "SLURM_SUBMIT_DIR": "/home/user/AKIAPLANTED10EXAMPLE/runs",
    "HDF5_PLUGIN_PATH": "https://user:planted11@example.org/plugins",
    "MY_DATABASE_PASSWORD": "planted-plain-12",
    "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI/K7MDENG+bPxRfiCYPLANTED13=",
    "SYNCBENCH_TOKEN": "planted-plain-14",
}
ARGUMENTS = [
    "--label", "api_token=planted-plain-15",
    "--label", "mirror=https://user:planted16@example.org/repository",
    "--label", "note=ghp_planted17TokenOfNobody0000",
    "--label", "key_file=-----BEGIN OPENSSH PRIVATE KEY-----planted18",
    "--modules", "/nowhere/ghp_planted19TokenOfNobody0000/modules",
    "--label", "digest=9f86d081884c7d659a2feaa0c55ad020",
]
MARKS = ["cGxhbnRlZDAx"] + [f"planted-plain-{i:02}" for i in (2, 3, 4, 5, 12, 14, 15)] + [f"planted{i:02}" for i in (6, 7, 8, 11, 16, 17, 18, 19)] + [
    "c55ad009", "AKIAPLANTED10", "PLANTED13", "c55ad020"]
assert len(MARKS) == 20 == len(ENVIRONMENT) + len(ARGUMENTS) // 2


def texts_of(path):
    """All texts of a result file, however they are stored."""
    texts = []

    def add(value):
        array = numpy.asarray(value)
        if array.dtype.names:
            for name in array.dtype.names:
                add(array[name])
        elif array.dtype.kind in "SOU":
            texts.extend(item.decode("utf-8", "replace") if isinstance(item, bytes) else str(item) for item in array.reshape(-1))

    def visit(_, item):
        for value in item.attrs.values():
            add(value)
        if isinstance(item, h5py.Dataset):
            add(item[()])

    with h5py.File(path) as file:
        visit("/", file)
        file.visititems(visit)
    return texts


def require_clean(where, text):
    found = [mark for mark in MARKS if mark in text]
    assert not found, f"{where} holds {found}: {text[max(0, text.find(found[0]) - 200):][:400]}"


with tempfile.TemporaryDirectory(prefix="syncbench-secrets.") as folder:
    path = pathlib.Path(folder) / "run.h5"
    environment = {**os.environ, **ENVIRONMENT}
    command = [MPIEXEC, "-n", "2", SYNCBENCH, "--profile", "smoke", "--bytes", "8", "--smallpkt.pieces", "1", "--iterations", "20", *ARGUMENTS, "--out", str(path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr
    require_clean("the output", done.stdout + done.stderr)
    texts = texts_of(path)
    assert any("[redacted]" in text for text in texts), "nothing was redacted: the secrets were not looked at"
    for text in texts:
        require_clean("the file", text)
    require_clean("the file as it lies on the disk", path.read_bytes().decode("latin-1"))
    for command in ("explain", "summary", "percentiles", "export", "check"):
        for options in ([], ["--format", "json"] if command == "export" else ["--json"]):
            done = subprocess.run([ANALYZE, command, str(path), *options], env=environment, capture_output=True, text=True, timeout=100)
            assert done.returncode == 0, done.stderr
            require_clean(f"{command} {options}", done.stdout + done.stderr)
            if options:
                json.loads(done.stdout)
print("20 secrets were planted, and none was found")
