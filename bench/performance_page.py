"""The page docs/performance.md, made of what bench/whole-crawl has measured."""
import math
import statistics

OURS, DISK, TWO_LOOPS = "Arachne", "Arachne, disk store", "Arachne, two loops"
CHART_WIDTH = 60


def text(measures):
    real = measures["sites"][0]
    return "\n".join(
        [
            "# Performance",
            "",
            "What a page costs in whole crawls: CPU time of the process from its start to its end, by the pages it asked for, of Arachne",
            "and of others that took turns with it on the same site. `bench/whole-crawl` has measured everything here and written this",
            "page; `bench/whole-crawl --page` writes it again.",
            "",
            *goals(measures),
            "",
            "## The sites",
            *[line for site in measures["sites"] for line in ["", *site_table(site)]],
            "",
            "CPU is user and kernel mode together. A figure is the median of the rounds, with the least and the most in brackets. *Times",
            "ours* is the ratio of two crawls of the same round. Memory is the most that was resident. The server's work is not counted,",
            "though it shares the cores, and with them the wall time.",
            "",
            *chart(real),
            "",
            *marginal(measures),
            *where_time_goes(measures),
            *differences(measures),
            *machine(measures),
            "",
        ]
    )


# Figures.


def spread(values, form="{:.2f}"):
    middle = form.format(statistics.median(values))
    return middle if len(values) < 2 else f"{middle} ({form.format(min(values))}-{form.format(max(values))})"


def milliseconds_a_page(runs):
    return {number: 1e3 * (run["user"] + run["kernel"]) / run["pages"] for number, run in runs.items()}


def times_ours(site, name):
    """The ratios of those rounds in which both ran."""
    ours, theirs = milliseconds_a_page(site["runs"][OURS]), milliseconds_a_page(site["runs"][name])
    return [theirs[number] / ours[number] for number in theirs]


def of(runs, key):
    return [run[key] for run in runs.values()]


def table(head, rows):
    # The first column is text, the others are figures.
    lines = [head, ["---"] + ["--:"] * (len(head) - 1), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


# Parts of the page.


def goals(measures):
    real = measures["sites"][0]
    rows = []

    def ratio(claim, name, goal):
        if name in real["runs"]:
            have = statistics.median(times_ours(real, name))
            rows.append([claim, f"1/{goal}", f"1/{have:.1f}", verdict(1 / have, 1 / goal)])

    def at_most(claim, goal, have, unit):
        rows.append([claim, f"{goal:g}{unit}", f"{have:.3g}{unit}", verdict(have, goal)])

    ratio("CPU a page, of the aiohttp crawler's", "aiohttp", 5)
    ratio("CPU a page, of the plain Java crawler's", "plain Java", 8)
    ratio("CPU a page, of Scrapy's", "Scrapy", 100)
    copies = measures.get("copies", {})
    if OURS in copies and "aiohttp" in copies:
        have = once_warm(copies["aiohttp"], "cpu") / once_warm(copies[OURS], "cpu")
        rows.append(["CPU a page once warm, of the aiohttp crawler's", "1/10", f"1/{have:.1f}", verdict(1 / have, 1 / 10)])
    if DISK in real["runs"]:
        at_most("CPU with the disk store, times that with the memory store", 1.25, statistics.median(times_ours(real, DISK)), "")
    ours = real["runs"][OURS]
    at_most("First 100 pages", 1.0, statistics.median(of(ours, "first_pages")), " s")
    at_most("`arachne --version`", 0.15, statistics.median(run["wall"] for run in measures["version"]), " s")
    at_most("Memory at the peak", 400, max(of(ours, "memory")) / 1e6, " MB")
    if TWO_LOOPS in copies:
        rows.append(two_loops(copies, measures["machine"]["cores"]))
    head = ["on the API documentation of JDK 17, 64 at a time", "goal", "measured", ""]
    return ["## The goals", "", *table(head, rows)]


def two_loops(copies, cores):
    """Two loops can be faster only where there are cores for them, for the compiler and for the server."""
    one, two = copies[OURS], copies[TWO_LOOPS]
    claim = "Pages a second once warm of two loops, times those of one"
    if cores >= 4:
        have = once_warm(one, "wall") / once_warm(two, "wall")
        return [claim, "1.8", f"{have:.2f}", verdict(1 / have, 1 / 1.8)]
    dearer = once_warm(two, "cpu") / once_warm(one, "cpu")
    return [claim, "1.8 on four cores", f"on {cores} cores only the CPU a page is told: {dearer:.2f} times", ""]


def once_warm(runs, key):
    return statistics.median(run[key] for run in runs)


def verdict(have, goal):
    return "holds" if have <= goal else f"**missed by {100 * (have / goal - 1):.0f} %**"


def site_table(site):
    rows = []
    for name, runs in site["runs"].items():
        first = [seconds for seconds in of(runs, "first_pages") if seconds]
        rows.append(
            [
                name,
                str(of(runs, "pages")[-1]),
                str(len(runs)),
                spread(list(milliseconds_a_page(runs).values()), "{:.3f}"),
                "" if name == OURS else spread(times_ours(site, name), "{:.1f}"),
                spread(of(runs, "wall")),
                spread(first) if first else "-",
                f"{max(of(runs, 'memory')) / 1e6:.0f}",
            ]
        )
    head = ["", "pages", "rounds", "CPU a page, ms", "times ours", "wall, s", "first 100 pages, s", "memory, MB"]
    return [f"### {site['title']}", "", *table(head, rows)]


def chart(site):
    """Bars of the CPU time a page, on a scale on which a finger's breadth is a factor."""
    costs = {name: statistics.median(milliseconds_a_page(runs).values()) for name, runs in site["runs"].items()}
    least, most = min(costs.values()) / 2, max(costs.values())
    lines = []
    for name, cost in sorted(costs.items(), key=lambda item: item[1]):
        length = round(CHART_WIDTH * math.log(cost / least) / math.log(most / least))
        lines.append(f"    {name:20} {'█' * length} {cost:.2f}")
    return [f"Milliseconds of CPU a page, {site['title'][0].lower() + site['title'][1:]}; the scale is logarithmic:", "", *lines]


def marginal(measures):
    if not measures.get("copies"):
        return []
    rows = [[name, spread([1e3 * run["cpu"] for run in runs], "{:.3f}")] for name, runs in measures["copies"].items()]
    return [
        "## Once warm",
        "",
        "A crawl of four copies of the site at four addresses, less one of the site alone, by the pages they differ by.",
        "",
        *table(["", "CPU a page, ms"], rows),
        "",
    ]


def where_time_goes(measures):
    if "threads" not in measures:
        return []
    return [
        "## Where the time goes",
        "",
        "Of crawls of the real site, seconds of CPU by thread, medians of five, from `/proc/PID/task/*/schedstat`:",
        "",
        *side_by_side(measures["threads"], "{:.2f}"),
        "",
        "What the Java threads were at, by module, in samples of their CPU time (JFR, `jdk.CPUTimeSample`; its own work is left out):",
        "",
        *side_by_side(measures["rooms"], "{:.0f}"),
        "",
    ]


def side_by_side(parts_by_crawler, form):
    """A column for each crawler: its parts, and their share of its whole."""
    names = dict.fromkeys(name for parts in parts_by_crawler.values() for name in parts)
    heads, rows = [""], [[name] for name in names]
    for crawler, parts in parts_by_crawler.items():
        heads += [crawler, "share"]
        whole = sum(parts.values())
        for row in rows:
            part = parts.get(row[0], 0)
            row += [form.format(part), f"{100 * part / whole:.0f} %"]
    return table(heads, rows)


def differences(measures):
    lines = ["## What each asked for", ""]
    for site in measures["sites"]:
        lines += [f"{site['title']}: what {OURS} asked for, and", ""]
        for name, found in site["differences"].items():
            parts = [f"{len(found[key])} {what}{examples(found[key])}" for key, what in WAYS.items() if found[key]]
            lines.append(f"- {name}: {'; '.join(parts) or 'the same, each once'}")
        lines.append("")
    return lines


WAYS = {"missing": "less", "more": "more", "twice": "asked more than once"}


def examples(targets):
    return f" (`{'`, `'.join(targets[:3])}`{', ...' if len(targets) > 3 else ''})"


def machine(measures):
    about = measures["machine"]
    packages = ", ".join(f"{name} {version}" for name, version in about["packages"].items())
    loops = [1e3 * loop for site in measures["sites"] for loop in site["loops"]]
    commands = [f"    {crawler['command']}" for crawler in measures["crawlers"]]
    return [
        "## How",
        "",
        f"On {about['date']}, {about['cores']} cores of {about['cpu']}, {about['memory'] / 2**30:.0f} GB; {about['system']}.",
        f"{about['arachne']}, commit {about['commit']}; {packages}.",
        "",
        f"The load of the machine was {about['load']:.1f} before the start. Before each round a loop of fixed work took"
        f" {spread(loops, '{:.0f}')} ms of CPU: the more that differs, the less is told by the figures above.",
        "",
        "    bench/whole-crawl",
        "",
        "runs, in empty directories, with `{home}` for the checkout, `{roots}` for URLs and `{java}` for the JVM of Arachne:",
        "",
        *commands,
    ]
