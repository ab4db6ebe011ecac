"""A site with broken links in known places, for bench/link-check: static pages, and redirects for the server."""
import dataclasses
import pathlib
import random

import served_sites

WORDS = served_sites.TEXT.split()
PICTURE = b"GIF89a\1\0\1\0\x80\1\0\xff\0\xff\0\0\0!\xf9\4\1\n\0\1\0,\0\0\0\0\1\0\1\0\0\2\2D\1\0;"

LINK, FOOTER, IMAGE, SET, STYLE, SCRIPT = "page link", "link in every footer", "image", "image in srcset", "image in CSS", "script"
REDIRECT, LOOP, FRAGMENT = "redirect to 404", "redirect loop", "anchor (#id)"
EXTERNAL, DEAD = "external page", "external host without a server"
KINDS = [LINK, FOOTER, IMAGE, SET, STYLE, SCRIPT, REDIRECT, LOOP, FRAGMENT, EXTERNAL, DEAD]


@dataclasses.dataclass(frozen=True)
class Fault:
    """A broken link: where it stands, from line and column 1 of its tag, and its target, behind redirects."""

    kind: str
    page: str
    line: int
    column: int
    link: str
    target: str


class PlantedSite:
    """
    Pages in a tree, each with a style sheet, a picture, an anchor and a link to another host, all of which are there; and of
    twenty pages in a row most have a fault each. Faults are known once the addresses are.
    """

    def __init__(self, pages):
        self.pages, self.faults = pages, []

    def write(self, root, site, other, dead):
        """Writes the files below root; the URLs are those of the site, of another that is there, and of one that is not."""
        self.faults, self.site = [], site
        (root / "images").mkdir(parents=True)
        (root / "styles").mkdir()
        (root / "images/there.gif").write_bytes(PICTURE)
        (root / "styles/there.css").write_text("p { color: #333 }\n")
        (root / "robots.txt").write_text("User-agent: *\nDisallow:\n")
        for number in range(self.pages):
            file = root / served_sites.path(number)
            file.parent.mkdir(exist_ok=True)
            file.write_text(self.page(number, other, dead, root))

    def locations(self):
        """The redirects, in the configuration of nginx."""
        return r"""
            location ~ ^/moved/(\d+)$ { return 301 /gone/moved-$1.html; }
            location ~ ^/loop/(\d+)$ { return 302 /loop/$1/back; }
            location ~ ^/loop/(\d+)/back$ { return 302 /loop/$1; }"""

    def page(self, number, other, dead, root):
        path, chance = "/" + served_sites.path(number), random.Random(number)
        lines = ["<!DOCTYPE html>", f'<html lang="en"><head><meta charset="utf-8"><title>Page {number}</title>']
        lines.append('<link rel="stylesheet" href="/styles/there.css"></head><body>')
        lines.append(f'<h1 id="start">Page {number}</h1><p><img src="/images/there.gif" alt="a picture"></p>')

        def plant(kind, before, link, target, markup):
            """A line of which the tag of the fault is a part."""
            lines.append(before + markup.format(link))
            absolute = link if "://" in link else self.site + link
            target = target if "://" in target else self.site + target
            self.faults.append(Fault(kind, self.site + path, len(lines), len(before) + 1, absolute, target))

        words = "<p>" + " ".join(chance.choices(WORDS, k=chance.randrange(3, 9))) + " "
        anchor, image = '<a href="{}">a link</a></p>', '<img src="{}" alt="a picture"></p>'
        gone = f"/gone/{number}.html"
        match number % 20:
            case 1:
                plant(LOOP, words, f"/loop/{number}", f"/loop/{number}", anchor)
            case 3 | 4:
                plant(LINK, words, gone, gone, anchor)
            case 7:
                plant(IMAGE, words, f"/images/gone-{number}.gif", f"/images/gone-{number}.gif", image)
            case 8:
                large = f"/images/large-{number}.gif"
                plant(SET, words, large, large, '<img src="/images/there.gif" srcset="{} 2x" alt="a picture"></p>')
            case 9:
                there = "/" + served_sites.path((number + 1) % self.pages)
                plant(FRAGMENT, words, f"{there}#part-{number}", f"{there}#part-{number}", anchor)
            case 11:
                plant(REDIRECT, words, f"/moved/{number}", f"/gone/moved-{number}.html", anchor)
            case 13:
                plant(EXTERNAL, words, other + gone, other + gone, anchor)
            case 15:
                plant(DEAD, words, dead + gone, dead + gone, anchor)
            case 17:
                lines.append(f'<link rel="stylesheet" href="/styles/{number}.css">')
                background = f"/images/background-{number}.gif"
                (root / f"styles/{number}.css").write_text(f"body {{\n  background: url({background});\n}}\n")
                target = self.site + background
                self.faults.append(Fault(STYLE, f"{self.site}/styles/{number}.css", 2, 0, target, target))
            case 19:
                plant(SCRIPT, words, f"/scripts/{number}.js", f"/scripts/{number}.js", '<script src="{}"></script></p>')
        for target in self.targets(number, chance):
            text = " ".join(chance.choices(WORDS, k=chance.randrange(20, 40)))
            lines.append(f'<p>{text} <a href="/{served_sites.path(target)}#start">page {target}</a></p>')
        lines.append(f'<p><a href="{other}/{served_sites.path(number)}">another site</a></p>')
        plant(FOOTER, "<footer>", "/imprint.html", "/imprint.html", '<a href="{}">Imprint</a></footer>')
        return "\n".join(lines) + "\n</body></html>\n"

    def targets(self, number, chance):
        """Five children in the tree that reaches every page, and five others."""
        children = [child for child in range(5 * number + 1, 5 * number + 6) if child < self.pages]
        return children + [chance.randrange(self.pages) for _ in range(5)]
