"""A web server and an e-mail server on this machine that keep what they get, for tests of what we send."""

import socketserver
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Hooks(BaseHTTPRequestHandler):
    def do_POST(self):
        server = self.server
        server.got.append((self.path, dict(self.headers), self.rfile.read(int(self.headers["content-length"]))))
        if self.path == "/hang":
            server.release.wait(20)
        self.send_response({"/moved": 302, "/gone": 410, "/broken": 500}.get(self.path, 200))
        self.send_header("Location", "/elsewhere")
        self.end_headers()
        try:
            while self.path == "/endless" and not server.release.is_set():
                self.wfile.write(b"x" * 1000)
        except OSError:
            server.release.set()  # the other side has had enough

    def log_message(self, *_):
        pass


class Letters(socketserver.StreamRequestHandler):
    """As much SMTP as a letter needs."""

    def handle(self):
        self.wfile.write(b"220 sink\r\n")
        while line := self.rfile.readline():
            word = line[:4].upper().strip()
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                letter = b""
                while (line := self.rfile.readline()) != b".\r\n":
                    letter += line.removeprefix(b".")  # the sender doubles a dot that begins a line
                self.server.got.append(letter.decode())
            self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 fine\r\n")
            if word == b"QUIT":
                return


class Sink(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


@contextmanager
def _serving(server):
    server.got, server.release = [], threading.Event()
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.release.set()
        server.shutdown()
        server.server_close()
        thread.join()


def web_server():
    return _serving(ThreadingHTTPServer(("127.0.0.1", 0), Hooks))


def mail_server():
    return _serving(Sink(("127.0.0.1", 0), Letters))
