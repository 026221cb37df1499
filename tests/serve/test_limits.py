"""What clients may cost the server: slow ones, long requests, many at once. Sizes are those of the catalogue where
REPOBOOK_EXAMPLES is 1000 or more (`make soak`), and smaller, with lowered limits, where it is not."""

from __future__ import annotations

import asyncio
import contextlib
import math
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from measured import IS_FULL, descriptors, most_memory, processor_seconds, run_apart
from runs import run, run_here, write_tree
from served import started

from repobook.serve import guard

SECONDS, SLACK = (guard.HEADER_SECONDS, 2.0) if IS_FULL else (1.0, 5.0)  # of the server for all headers
SLOW, NORMAL, ROUNDS = (200, 8, 10) if IS_FULL else (40, 2, 1)  # clients, clients, one after the other
MANY = guard.MAX_CONNECTIONS if IS_FULL else 8
TIMES = 100 if IS_FULL else 10  # that each long request is sent
RANGES = "bytes=" + ",".join(["0-0", "5-1", "-9", "0-999999999"] * 2_500)

Served = tuple[int, int]  # numbers of the process and of its port


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("limits")
    repo = write_tree(place / "repo", {"shop/cart.py": "def total():\n    return 1\n"})
    done = run_here("build", repo, "-o", place / "book", "--cache", place / "cache", "--format", "md,site", "-j", 1, "-q")  # fmt: skip
    assert done.code == 0, done.said
    return place / "book"


@pytest.fixture(scope="module")
def served(book: Path) -> Iterator[Served]:
    lowered = "" if IS_FULL else f"import repobook.serve.guard as guard; guard.HEADER_SECONDS = {SECONDS}"
    with started(book, first=lowered) as numbers:
        yield numbers


def head(port: int, *more: str, method: str = "GET", target: str = "/index.html") -> bytes:
    """Return the head of a request."""
    lines = (f"{method} {target} HTTP/1.1", f"Host: 127.0.0.1:{port}", *more)
    return "\r\n".join(lines).encode() + b"\r\n\r\n"


def push(port: int, begin: bytes, more: bytes = b"", most: int = 0) -> tuple[int, bytes, int]:
    """Send `begin`, then `more` again and again, up to `most` bytes; return status, head of the answer, and bytes that went."""
    went, answer = 0, b""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        with contextlib.suppress(ConnectionError):  # hung up; what was said before can still be read
            line.sendall(begin)
            while went < most:
                line.sendall(more)
                went += len(more)
        with contextlib.suppress(ConnectionError):
            while part := line.recv(1 << 16):
                answer += part
    assert answer.startswith(b"HTTP/1.1 "), (begin[:100], answer[:100])
    return int(answer.split(b" ", 2)[1]), answer.partition(b"\r\n\r\n")[0].lower(), went


async def drip(port: int) -> float:
    """Send a byte of a header again and again, as seldom as the limit allows two; return the seconds until the server hangs up.

    Where it does not, or answers, they are infinite.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    begun = time.monotonic()
    writer.write(b"GET / HTTP/1.1\r\nHost: 127")
    said = None
    while said is None and time.monotonic() - begun < 3 * SECONDS + 10:
        try:
            said = await asyncio.wait_for(reader.read(100), SECONDS / 2)
        except TimeoutError:
            writer.write(b"0")
        except ConnectionError:
            said = b""
    writer.close()
    return time.monotonic() - begun if said == b"" else math.inf


async def ask_until(port: int, is_over: asyncio.Event) -> list[float]:
    """Ask for a page, each time on a connection of its own; return the seconds that each answer took."""
    times = []
    while not is_over.is_set():
        begun = time.monotonic()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head(port, "Connection: close"))
        answer = await reader.read()
        writer.close()
        assert answer.startswith(b"HTTP/1.1 200 ") and answer.rstrip().endswith(b"</main>")
        times.append(time.monotonic() - begun)
    return times


def test_limits_are_those_of_the_catalogue() -> None:
    """S07: what the quick tests lower."""
    assert (guard.HEADER_SECONDS, guard.MAX_CONNECTIONS) == (10.0, 512)


def test_slow_clients_are_cut_off_and_hold_nobody_up(served: Served) -> None:
    """S07, F16: each is hung up on in time, though it goes on sending; others are answered; no descriptor is lost."""
    process, port = served

    async def scene() -> tuple[list[float], list[float]]:
        is_over = asyncio.Event()
        others = [asyncio.create_task(ask_until(port, is_over)) for _ in range(NORMAL)]
        ended: list[float] = []
        for _ in range(ROUNDS):
            ended += await asyncio.gather(*(drip(port) for _ in range(SLOW)))
        is_over.set()
        return ended, [seconds for times in await asyncio.gather(*others) for seconds in times]

    push(port, head(port, "Connection: close"))
    before = descriptors(process)
    ended, times = run_apart(scene())
    times.sort()
    assert len(ended) == SLOW * ROUNDS
    assert min(ended) >= SECONDS - 0.5 and max(ended) <= SECONDS + SLACK
    print(f"{len(ended)} slow clients: {max(ended):.1f} s at most; {len(times)} answers meanwhile: p99 {times[len(times) * 99 // 100]:.3f} s")  # fmt: skip
    assert len(times) >= 10 * ROUNDS and times[len(times) * 99 // 100] <= 1.0
    end = time.monotonic() + 10
    while descriptors(process) > before and time.monotonic() < end:
        time.sleep(0.05)
    assert descriptors(process) <= before


def test_more_connections_than_there_is_room_for(book: Path) -> None:
    """S07, S16: who comes then is told so, with the headers that every answer has, and holds no descriptor."""
    lowered = "" if IS_FULL else f"import repobook.serve.guard as guard; guard.MAX_CONNECTIONS = {MANY}"
    with started(book, first=lowered) as (process, port), contextlib.ExitStack() as idle:
        push(port, head(port, "Connection: close"))
        before = descriptors(process)
        lines = [
            idle.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60)) for _ in range(MANY)
        ]
        for _ in range(40):
            status, said, _ = push(port, head(port))
            assert status == 503 and b"connection: close" in said
            assert b"content-security-policy: default-src 'none'" in said and b"nosniff" in said
        assert descriptors(process) <= before + MANY + 2
        lines.pop().close()
        end = time.monotonic() + 8
        while (status := push(port, head(port, "Connection: close"))[0]) == 503 and time.monotonic() < end:
            pass
        assert status == 200


def test_long_requests_are_refused_and_memory_stays_flat(served: Served) -> None:
    """S08: each is told why, none is read to its end, and the most memory that the server ever had grows no more."""
    process, port = served
    megabyte, gigabyte = b"x" * (1 << 20), 1 << 30
    chunk = b"100000\r\n" + megabyte + b"\r\n"
    announced = f"Content-Length: {gigabyte}"
    requests: list[tuple[set[int], bytes, bytes, int]] = [
        ({414, 431}, head(port, "Connection: close", target="/" + "a" * 1_000_000), b"", 0),
        ({414, 431}, head(port, "Connection: close", target="/" + "a" * 10_000), b"", 0),
        ({431}, head(port, *["X: y"] * 10_000), b"", 0),
        ({431}, head(port, *["X: y"] * 200), b"", 0),
        ({431}, head(port)[:-4] + b"\r\nX: ", megabyte, gigabyte),
        ({431}, b"", megabyte, gigabyte),
        ({413}, head(port, announced), megabyte, gigabyte),
        ({413}, head(port, "Transfer-Encoding: chunked"), chunk, gigabyte),
        ({405}, head(port, announced, method="POST"), megabyte, gigabyte),
        ({413}, head(port, "Content-Length: 5") + b"abcde", b"", 0),
    ]

    def send_all() -> None:
        for wanted, begin, more, most in requests:
            status, _, went = push(port, begin, more, most)
            assert status in wanted, begin[:100]
            assert went < 1 << 27, "read as if it were wanted"

    send_all()
    before = most_memory(process)
    for _ in range(TIMES):
        send_all()
    grown = most_memory(process) - before
    print(f"{TIMES * len(requests)} long requests: {grown} MB more than {before} MB")
    assert grown <= 16


def test_ten_thousand_ranges_cost_no_time(served: Served) -> None:
    """S09: ranges overlapping, negative, turned round: 10 ms of the processor at most, on average over a hundred."""
    process, port = served
    assert len(RANGES.split(",")) == 10_000
    fits = RANGES[:15_000].rpartition(",")[0]
    for ranges, wanted in ((RANGES, {200, 400, 416, 431}), (fits, {200})):
        asked = head(port, f"Range: {ranges}", "Connection: close")
        before = processor_seconds(process)
        for _ in range(100):
            assert push(port, asked)[0] in wanted
        assert processor_seconds(process) - before <= 100 * 0.010


def test_only_the_loopback_listens(served: Served) -> None:
    """S14: as the system lists it; neither another address of the loopback nor the one of IPv6 is answered."""
    _, port = served
    found = set()
    for name in ("tcp", "tcp6"):
        with contextlib.suppress(FileNotFoundError):  # a system without IPv6
            for line in Path(f"/proc/net/{name}").read_text().splitlines()[1:]:
                _, own, _, state, *_ = line.split()
                if state == "0A" and own.endswith(f":{port:04X}"):
                    found.add(own.partition(":")[0])
    assert found == {socket.inet_aton("127.0.0.1")[::-1].hex().upper()}
    for address in ("127.0.0.2", "::1"):
        with pytest.raises(OSError):
            socket.create_connection((address, port), timeout=5).close()


def test_no_option_opens_the_server_to_others(book: Path) -> None:
    """S14: there is no flag that could be forgotten on; an address is refused in one line, before anything is read."""
    for option in ("--host", "--address", "--bind", "-b"):
        done = run("serve", book, option, "0.0.0.0", "--no-browser")
        assert done.code == 2 and "No such option" in done.err and "Traceback" not in done.said


def test_taken_port_is_told_in_one_line(book: Path, served: Served, tmp_path: Path) -> None:
    """S14: for a book and for a repository, which then is not even looked at; nothing is left behind."""
    _, port = served
    for where in (book, tmp_path / "repo"):
        (tmp_path / "repo").mkdir(exist_ok=True)
        done = run("serve", where, "--port", port, "--no-browser", TMPDIR=str(tmp_path))
        assert (done.code, done.out) == (2, "")
        assert re.fullmatch(rf"repobook: .*port {port}: Address already in use\. .*--port.*\n", done.err), done.err  # fmt: skip
        assert [path.name for path in tmp_path.iterdir()] == ["repo"]
