"""Where the CPU time of a crawl goes: by thread for the whole process, by room for the thread that crawls. Linux only.

    python3 bench/where_time_goes.py JAVA RECORDING...   the rooms of recordings that have jdk.CPUTimeSample, by java of JDK 25
"""
import collections
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

LOOK_EVERY = 0.01
PRODUCT = "dev/arachne/"

# Libraries whose work is told apart from that of the room that calls them.
LIBRARIES = {
    "sun/security/provider/": "digests of bodies (SHA-256)",
    "org/rocksdb/": "RocksDB",
    "org/apache/kafka/streams/": "Kafka Streams",
    "org/apache/kafka/": "Kafka's clients",
    "net/jpountz/": "Kafka's clients",
}

RECORDING = """<?xml version="1.0" encoding="UTF-8"?>
<configuration version="2.0">
  <event name="jdk.CPUTimeSample">
    <setting name="enabled">true</setting>
    <setting name="throttle">1ms</setting>
  </event>
</configuration>
"""

# The names of threads as Linux cuts them, by what they do.
THREADS = [
    (r"C2 Compiler.*", "compiling hot code well (C2)"),
    (r"C1 Compiler.*", "compiling code fast (C1)"),
    (r"java", "start, then the crawl's loop"),
    (r"crawl-\d+", "the loop beside"),
    (r"VM Thread|G1.*|GC.*", "collecting garbage"),
    (r"blocking-.*", "the store's steps, and what else may block"),
    (r".*", "all other threads"),
]


def by_thread(command, crawls=5):
    """Seconds of CPU by what threads do, medians of some crawls; a thread's last hundredth of a second may be missing."""
    runs = [by_thread_once(command) for _ in range(crawls)]
    kinds = dict.fromkeys(what for run in runs for what in run)
    medians = {what: statistics.median(run.get(what, 0) for run in runs) for what in kinds}
    return dict(sorted(medians.items(), key=lambda kind: -kind[1]))


def by_thread_once(command):
    threads = {}
    with tempfile.TemporaryDirectory() as directory:
        process = subprocess.Popen(command, cwd=directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None:
            for thread in pathlib.Path(f"/proc/{process.pid}/task").glob("*"):
                try:
                    threads[thread.name] = (thread / "comm").read_text().strip(), (thread / "schedstat").read_text().split()[0]
                except OSError:
                    pass  # It has ended between two looks.
            time.sleep(LOOK_EVERY)
    seconds = collections.Counter()
    for name, nanos in threads.values():
        what = next(what for pattern, what in THREADS if re.fullmatch(pattern, name))
        seconds[what] += int(nanos) / 1e9
    return seconds


def by_room(command, java):
    """Samples of CPU time in Java threads by the module that was at work or had called what was; and by how the code was run."""
    with tempfile.TemporaryDirectory() as directory:
        settings, recording = f"{directory}/cpu.jfc", f"{directory}/cpu.jfr"
        pathlib.Path(settings).write_text(RECORDING)
        options = f"-XX:StartFlightRecording=filename={recording},settings={settings} -Xlog:jfr*=off"
        subprocess.run(
            command,
            cwd=directory,
            env={**os.environ, "ARACHNE_JAVA_OPTS": options},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
        )
        return rooms(java, recording)


def rooms(java, recording):
    """Samples by room, of one recording."""
    printed = subprocess.run(
        [java.replace("bin/java", "bin/jfr"), "print", "--json", "--events", "jdk.CPUTimeSample", recording],
        capture_output=True,
        check=True,
    ).stdout
    samples = collections.Counter()
    for event in json.loads(printed)["recording"]["events"]:
        trace = event["values"]["stackTrace"]
        if trace:
            samples[room(trace["frames"])] += 1
    return dict(samples.most_common())


def room(frames):
    for frame in frames:
        name = frame["method"]["type"]["name"].replace(".", "/")
        for library, what in LIBRARIES.items():
            if name.startswith(library):
                return what
        if name.startswith(PRODUCT):
            return name.removeprefix(PRODUCT).split("/")[0]
    return "the JDK by itself"


if __name__ == "__main__":
    for recording in sys.argv[2:]:
        print(recording)
        samples = rooms(sys.argv[1], recording)
        for what, count in samples.items():
            print(f"{count:7} {100 * count / sum(samples.values()):5.1f} %  {what}")
