"""The sites of bench/peers: static files on one nginx, which counts what is asked for."""
import collections
import contextlib
import itertools
import os
import pathlib
import random
import shutil
import socket
import subprocess
import time
import urllib.request

DOCUMENTATION = pathlib.Path("/usr/share/doc/openjdk-17-doc/api")
AUTHORITIES = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")

# A site of so many copies is that of so many addresses.
COPIES = 4

HTTP, HTTPS, HTTP2 = "http", "https", "HTTP/2"
PROTOCOLS = {HTTP: "HTTP/1.1", HTTPS: "HTTP/1.1", HTTP2: "HTTP/2.0"}  # as nginx calls them

NGINX = """
{user}
daemon off;
worker_processes 1;
pid {home}/nginx.pid;
worker_rlimit_nofile 20000;
events {{ worker_connections 4096; }}
http {{
  include /etc/nginx/mime.types;
  log_format request '$server_protocol $request_uri';
  access_log {home}/access.log request;
  client_body_temp_path {home}; proxy_temp_path {home}; fastcgi_temp_path {home}; uwsgi_temp_path {home}; scgi_temp_path {home};
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  keepalive_timeout 75s;
  http2_max_concurrent_streams 128;
  ssl_certificate {home}/server.pem;
  ssl_certificate_key {home}/server.key;
  {servers}
}}
"""


# Pages.


def text():
    words = ["weaver", "thread", "loom", "spider", "web", "silk", "knot", "warp", "weft", "shuttle"]
    return " ".join(random.Random(1).choices(words, k=10_000))


TEXT = text()


def path(number):
    return f"{number // 1000}/{number}.html"


def page(number, pages, size, links):
    """Of so many bytes. Half of its links lead to its children in a tree that reaches every page, the others anywhere."""
    chance = random.Random(number)
    children = range(number * (links // 2) + 1, (number + 1) * (links // 2) + 1)
    targets = [child if child < pages else chance.randrange(pages) for child in children]
    targets += [chance.randrange(pages) for _ in range(links - len(targets))]
    anchors = [""] + [f'<a href="/{path(target)}">page {target}</a>\n' for target in targets]
    head = f"<!doctype html>\n<title>Page {number}</title>\n<p>"
    each, rest = divmod(size - len(head) - sum(map(len, anchors)), len(anchors))
    parts = [head, TEXT[:rest]]
    for anchor in anchors:
        start = chance.randrange(len(TEXT) - each)
        parts += [anchor, TEXT[start : start + each]]
    return "".join(parts)


def linked_pages(directory, pages, size, links):
    """The root of a site of linked pages: the same bytes each time. They are kept for the next run."""
    root = directory / f"{pages}-{size}-{links}"
    if not root.exists():
        print(f"writing {pages:,} pages of {size:,} bytes", flush=True)
        unfinished = directory / "unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        for number in range(pages):
            file = unfinished / path(number)
            if number % 1000 == 0:
                file.parent.mkdir(parents=True)
            file.write_text(page(number, pages, size, links))
        unfinished.rename(root)
    return root


# The server.


def free_port():
    return free_ports(1)[0]


def free_ports(count):
    """Ports that are free now, each another one: all are taken before the first is given back."""
    with contextlib.ExitStack() as probes:
        taken = [probes.enter_context(socket.socket()) for _ in range(count)]
        for probe in taken:
            probe.bind(("", 0))
        return [probe.getsockname()[1] for probe in taken]


class Nginx:
    """Serves sites, each on ports of its own: a port for each protocol."""

    def __init__(self, home, roots, java_home, locations={}):
        """Some roots have locations of their own, in the words of nginx."""
        self.home, self.locations = home, locations
        places = list(itertools.product(roots, PROTOCOLS))
        self.ports = dict(zip(places, free_ports(len(places))))
        self.make_certificate(java_home)
        # A worker of another user could not read what is in a home directory.
        user = "user root;" if os.getuid() == 0 else ""
        servers = "\n  ".join(self.server(root, protocol, port) for (root, protocol), port in self.ports.items())
        (home / "nginx.conf").write_text(NGINX.format(user=user, home=home, servers=servers))
        self.process = subprocess.Popen(["/usr/sbin/nginx", "-e", home / "error.log", "-c", home / "nginx.conf"])
        while not (home / "nginx.pid").exists():
            if self.process.poll() is not None:
                raise SystemExit(f"nginx did not start: {(home / 'error.log').read_text()}")
            time.sleep(0.01)

    def server(self, root, protocol, port):
        words = {HTTP: "", HTTPS: " ssl", HTTP2: " ssl http2"}[protocol]
        listen = " ".join(f"listen 127.0.0.{copy}:{port}{words};" for copy in range(1, COPIES + 1))
        return f"server {{ {listen} root {root}; location = /counted {{ access_log off; return 204; }} {self.locations.get(root, '')} }}"

    def make_certificate(self, java_home):
        """Makes a certificate, and adds it to copies of the authorities that are trusted here: clients read all of these."""
        names = ",".join(f"IP:127.0.0.{copy}" for copy in range(1, COPIES + 1))
        command = "openssl req -x509 -days 99 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256"
        openssl = [*command.split(), "-keyout", "server.key", "-out", "server.pem", "-subj", "/CN=peers", "-addext", f"subjectAltName={names}"]
        subprocess.run(openssl, cwd=self.home, check=True, capture_output=True)
        (self.home / "authorities.pem").write_text(AUTHORITIES.read_text() + (self.home / "server.pem").read_text())
        shutil.copyfile(java_home / "lib/security/cacerts", self.home / "cacerts")
        command = "keytool -importcert -noprompt -alias peers -file server.pem -keystore cacerts -storepass changeit"
        keytool = [java_home / "bin/keytool", *command.split()[1:]]
        subprocess.run(keytool, cwd=self.home, check=True, capture_output=True)

    def environment(self):
        """What programs read to trust this server."""
        return {
            "ARACHNE_JAVA_OPTS": f"-Djavax.net.ssl.trustStore={self.home}/cacerts",
            "SSL_CERT_FILE": f"{self.home}/authorities.pem",
        }

    def url(self, root, protocol, copy, target):
        scheme = "http" if protocol == HTTP else "https"
        return f"{scheme}://127.0.0.{copy}:{self.ports[root, protocol]}{target}"

    def asked(self):
        """How often each target was asked for since the last call, and by which protocols. Not robots.txt."""
        # The only worker answers this when it has written down all that it had to do before.
        urllib.request.urlopen(f"http://127.0.0.1:{next(iter(self.ports.values()))}/counted").close()
        log = self.home / "access.log"
        requests = [line.split(" ", 1) for line in log.read_text().splitlines()]
        os.truncate(log, 0)
        targets = collections.Counter(target for _, target in requests if target != "/robots.txt")
        return targets, {protocol for protocol, _ in requests}

    def close(self):
        self.process.terminate()
        self.process.wait()
