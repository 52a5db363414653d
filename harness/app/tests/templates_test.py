"""Every batch template asks syncbench for something that it can do: run without Slurm, srun being a stub that drops its own options,
and syncbench one that only plans.

templates_test.py FOLDER: with the templates; needs SYNCBENCH and ANALYZE in the environment."""
import os
import pathlib
import subprocess
import sys
import tempfile

failed = 0


def program(path, *lines):
    path.write_text("#!/bin/bash\n" + "\n".join(lines) + "\n")
    path.chmod(0o755)


templates = sorted(pathlib.Path(sys.argv[1]).glob("*.sbatch"))
suites = subprocess.run([os.environ["SYNCBENCH"], "--list"], check=True, capture_output=True, text=True).stdout
for template in templates:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program(folder / "srun", 'while [[ $1 == -* ]]; do shift; done', 'exec "$@"')
        program(folder / "syncbench", f'exec "{os.environ["SYNCBENCH"]}" "$@" --dry-run --ranks 4 --nodes 2')
        program(folder / "syncbench-analyze", 'echo "analyze $1"', f'exec "{os.environ["ANALYZE"]}" "$1" --help')
        environment = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}", "SYNCBENCH": str(folder / "syncbench"), "SLURM_JOB_ID": "7",
                                    "SLURM_SUBMIT_DIR": str(folder)}
        done = subprocess.run(["bash", str(template)], env=environment, capture_output=True, text=True, timeout=60)
        wanted = ["points, about"] + (["analyze launches"] if template.stem == "init" else [])
        wrong = [f"no {each!r}" for each in wanted if each not in done.stdout]
        if template.stem not in suites:
            wrong.append("no such suite")
        if not (folder / f"{template.stem}-7").is_dir():
            wrong.append(f"no folder {template.stem}-7 for results")
        if done.returncode or wrong:
            failed += 1
            print(f"{template.name}: exit code {done.returncode}, {', '.join(wrong)}\n{done.stdout[-500:]}{done.stderr[-500:]}")
if len(templates) < 7:
    sys.exit(f"only {len(templates)} templates in {sys.argv[1]}")
sys.exit(1 if failed else 0)
