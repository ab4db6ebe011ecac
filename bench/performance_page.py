"""The page docs/performance.md, made of what bench/peers has measured."""
import math
import statistics

OURS, BASE = "Arachne", "aiohttp"
CHART_WIDTH = 60


def text(measures, goals):
    return "\n".join(
        [
            "# Performance",
            "",
            "What whole crawls take, from the start of the process to its end: Arachne and others in turns on the same sites, static",
            "files on one nginx on the same machine, 64 fetches at a time. `bench/peers` has measured everything here and written this",
            "page; `bench/peers --page` writes it again.",
            "",
            *(["**A quick run: it shows that all of them run. Its figures say nothing.**", ""] if measures["quick"] else []),
            "## The goals",
            "",
            *goals_table(measures, goals),
            "",
            "## The sites",
            *[line for site in measures["sites"] for line in ["", *site_table(site)]],
            "",
            "CPU is user and kernel mode together. A figure is the median of the rounds, with the least and the most in brackets. *Times",
            f"{BASE}* is the ratio of two crawls of the same round. Pages are the requests that the server counted, without robots.txt.",
            "Memory is the most that was resident in any round. *Warm* is what a page costs once a crawl is under way: a crawl of four",
            "copies of the site at four addresses, less one of the site alone, by the pages they differ by. The server's work is not",
            "counted, though it shares the cores, and with them the wall time. `floor` is a C program that does next to nothing with a",
            "page but to look at each byte once, and `floor, Java` does the same on a JVM; curl fetches a list, and looks for no links.",
            "",
            *chart(measures["sites"][0]),
            "",
            *where_time_goes(measures),
            *differences(measures),
            *machine(measures),
            "",
        ]
    )


# Figures, by round.


def spread(values, form="{:.2f}"):
    middle = form.format(statistics.median(values))
    return middle if len(values) < 2 else f"{middle} ({form.format(min(values))}-{form.format(max(values))})"


def cpu(run):
    return run["user"] + run["kernel"]


FIGURES = {
    "cpu": cpu,
    "wall": lambda run: run["wall"],
    "memory": lambda run: run["memory"] / 1e6,
    "page": lambda run: cpu(run) / run["pages"],
}


def figures(site, name, figure):
    """Of the rounds in which it took part: none if it did not."""
    if figure == "warm":
        return site["warm"].get(name, {})
    return {number: FIGURES[figure](run) for number, run in site["runs"].get(name, {}).items()}


def times(ours, theirs):
    """The ratios of those rounds in which both ran."""
    return [ours[number] / theirs[number] for number in ours if number in theirs]


def table(head, rows):
    # The first column is text, the others are figures.
    lines = [head, ["---"] + ["--:"] * (len(head) - 1), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


# Parts of the page.


def goals_table(measures, goals):
    sites, rows = {site["key"]: site for site in measures["sites"]}, []
    for goal in goals:
        values = measured(goal, sites)
        what, of = CLAIMS[goal.figure]
        if goal.times or goal.times_site:
            of = f", times {goal.times or goal.crawler}'s" + (f" on *{goal.times_site}*" if goal.times_site else "")
        claim = f"{goal.crawler} on *{goal.site}*: {what}{of}"
        # The most of memory counts, not its median.
        have = (max if goal.figure == "memory" else statistics.median)(values) if values else None
        rows.append([claim, f"{goal.most:.3g}", spread(values, "{:.3g}") if values else "-", verdict(have, goal.most)])
    return table(["", "at most", "measured", ""], rows)


CLAIMS = {
    "cpu": ("CPU", ", s"),
    "wall": ("wall", ", s"),
    "memory": ("memory", ", MB"),
    "page": ("CPU a page", ", s"),
    "warm": ("CPU a page once warm", ", s"),
}


def measured(goal, sites):
    if goal.site not in sites:
        return []
    ours = figures(sites[goal.site], goal.crawler, goal.figure)
    if goal.times_site:
        theirs = figures(sites[goal.times_site], goal.crawler, goal.figure).values()
        return [value / statistics.median(theirs) for value in ours.values()]
    return times(ours, figures(sites[goal.site], goal.times, goal.figure)) if goal.times else list(ours.values())


def verdict(have, goal):
    if have is None:
        return "not measured"
    return "holds" if have <= goal else f"**missed by {100 * (have / goal - 1):.1f} %**"


def site_table(site):
    rows = []
    base = figures(site, BASE, "cpu")
    for name, runs in site["runs"].items():
        seconds, warm = figures(site, name, "cpu"), figures(site, name, "warm")
        ratios = times(seconds, base)
        rows.append(
            [
                name,
                str(list(runs.values())[-1]["pages"]),
                str(len(runs)),
                spread(list(seconds.values()), "{:.3f}"),
                spread(ratios, "{:.3f}") if ratios else "-",
                f"{1e6 * statistics.median(figures(site, name, 'page').values()):.0f}",
                spread([1e6 * value for value in warm.values()], "{:.0f}") if warm else "-",
                spread(list(figures(site, name, "wall").values())),
                f"{max(figures(site, name, 'memory').values()):.0f}",
            ]
        )
    head = ["", "pages", "rounds", "CPU, s", f"times {BASE}", "CPU a page, µs", "warm, µs", "wall, s", "memory, MB"]
    return [f"### {site['title']} (*{site['key']}*)", "", *table(head, rows)]


def chart(site):
    """Bars of the CPU time a page, on a scale on which a finger's breadth is a factor."""
    costs = {name: 1e6 * statistics.median(figures(site, name, "page").values()) for name in site["runs"]}
    least, most = min(costs.values()) / 2, max(costs.values())
    lines = []
    for name, cost in sorted(costs.items(), key=lambda item: item[1]):
        length = round(CHART_WIDTH * math.log(cost / least) / math.log(most / least))
        lines.append(f"    {name:20} {'█' * length} {cost:.0f}")
    return [f"Microseconds of CPU a page on *{site['key']}*; the scale is logarithmic:", "", *lines]


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
        lines += [f"On *{site['key']}* all asked for the same as {OURS}, each URL once, but:", ""]
        for name, found in site["differences"].items():
            parts = [f"{len(found[key])} {what}{examples(found[key])}" for key, what in WAYS.items() if found[key]]
            lines += [f"- {name}: {'; '.join(parts)}"] if parts else []
        if not lines[-1]:
            lines[-2] = f"On *{site['key']}* all asked for the same as {OURS}, each URL once."
        else:
            lines.append("")
    return lines


WAYS = {"missing": "less", "more": "more", "twice": "asked more than once"}


def examples(targets):
    return f" (`{'`, `'.join(targets[:3])}`{', ...' if len(targets) > 3 else ''})"


def machine(measures):
    about = measures["machine"]
    packages = ", ".join(f"{name} {version}" for name, version in about["packages"].items())
    loops = [1e3 * loop for site in measures["sites"] for loop in site["loops"]]
    return [
        "## How",
        "",
        f"On {about['date']}, {about['cores']} cores of {about['cpu']}, {about['memory'] / 2**30:.0f} GB; {about['system']}.",
        f"{about['arachne']}, commit {about['commit']}; {packages}.",
        "",
        f"The load of the machine was {about['load']:.1f} before the start. Before each round a loop of fixed work took"
        f" {spread(loops, '{:.0f}')} ms of CPU: the more that differs, the less is told by the figures above.",
        "",
        "    bench/peers",
        "",
        "runs, in empty directories, with `{home}` for the checkout, `{roots}` for URLs, `{list}` for a list of all URLs, `{java}`",
        "for the JVM of Arachne, and `{authorities}` for those of the system and the server's certificate. Arachne and aiohttp are",
        "told of it by `-Djavax.net.ssl.trustStore` and `SSL_CERT_FILE`.",
        "",
        *dict.fromkeys(f"    {command}" for command in measures["commands"]),
    ]
