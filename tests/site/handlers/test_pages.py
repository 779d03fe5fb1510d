"""Tests of the pages as they come over the wire, before any script.

They cover text, answers, titles, and sentences for what is wrong.
"""

from __future__ import annotations

import http.client
import json
import re
import urllib.error
import urllib.request
from urllib.parse import quote

import pytest
from fetched import Elements, fetch
from site_shelf import chapters, example, questions_shown, shelf
from turn import in_turn

from drillbook import ask
from drillbook_widgets.pages.chapter import LATER
from drillbook_widgets.pages.content.chapter import read

pytestmark = pytest.mark.slow

EXAMPLE = example(questions_shown()[0])
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'\"--></title><svg onload=alert(1)>",
    "{{ 7*7 }}{% raw %}",
    "javascript:alert(1)",
]


def test_the_front_page_has_every_ruleset_and_its_title_page_every_chapter(site: str) -> None:
    status, page, _ = fetch(site + "/")
    assert status == 200
    for book in shelf().books:
        assert f'id="{book.short}"' in page
        assert f'href="{book.home}"' in page if book.written else "being written" in page
        status, title, _ = fetch(site + book.home)
        assert status == 200
        for chapter in book.chapters:
            assert f'href="{chapter.path}"' in title


@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: f"{chapter.short}-{chapter.slug}")
def test_a_chapter_is_complete_before_any_kernel_runs(site: str, chapter) -> None:  # type: ignore[no-untyped-def]
    before = json.loads(fetch(site + "/health")[1])["kernels"]
    status, page, headers = fetch(site + chapter.path)
    assert status == 200
    reading = read(chapter)
    for heading in reading.contents:
        assert f'id="{heading.anchor}"' in page
    places = re.findall(r'class="still-headline[^"]*">(.*?)</p>', page)
    assert len(places) == sum(1 for block in reading.blocks if block.address)
    assert all(text.strip() for text in places)
    assert "could not be answered" not in page
    assert json.loads(fetch(site + "/health")[1])["kernels"] <= before
    assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]
    ids = [given["id"] for _, given in Elements(page).found if given.get("id")]
    assert len(ids) == len(set(ids)), {one for one in ids if ids.count(one) > 1}


@pytest.mark.parametrize("question", in_turn(questions_shown()))
def test_a_permalink_carries_its_answer_in_title_and_description(site: str, question: str) -> None:
    """A quarter of the questions in each turn."""
    address = example(question)
    status, page, _ = fetch(f"{site}/{address}")
    for _ in range(20):  # on a busy machine it may come without its answer at first
        if LATER not in page:
            break
        status, page, _ = fetch(f"{site}/{address}")
    told = ask(address)
    found = Elements(page)
    assert status == 200
    assert found.title.startswith(told.headline)
    assert found.meta("og:title") == found.title
    assert found.meta("og:description") == f"{told.title} {told.headline}"
    assert page.count(" data-opened") == 1


@pytest.mark.parametrize("words", HOSTILE)
def test_nothing_hostile_in_a_link_becomes_html(site: str, words: str) -> None:
    known = EXAMPLE
    path, _, query = known.partition("?")
    name = query.partition("=")[0]
    for target in (
        f"/{path}?{name}={quote(words)}",
        f"/{path}?{quote(words)}=1",
        f"/{path}?ruling.{quote(words)}=B",
        f"/{path.partition('/')[0]}/{quote(words, safe='')}",
        f"/{quote(words, safe='')}/x",
        f"/{quote(words)}",
    ):
        status, page, _ = fetch(site + target)
        assert status in (200, 404), target
        for tag, given in Elements(page).found:
            assert not any(key.startswith("on") for key in given), (target, tag, given)
            assert "alert(1)" not in (given.get("href") or "") + (given.get("src") or "")
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert "<svg onload" not in page
        assert "49" not in Elements(page).title
        assert "Traceback" not in page


def test_a_wrong_link_says_what_is_wrong_and_shows_a_plate(site: str) -> None:
    path = EXAMPLE.partition("?")[0]
    status, page, _ = fetch(f"{site}/{path}?nonsense=1")
    assert status == 200
    assert "This link could not be read." in page
    assert "nonsense" in page
    assert page.count(" data-opened") == 1


@pytest.mark.parametrize(
    "path",
    [
        "/bn/no-such-thing",
        "/xx/anything",
        "/a/b/c/d",
        "/%00",
        "/bn/%E0%80%AF",
        "/..%2f..%2fetc/passwd",
        "/voila/render/index.ipynb",
        "/voila/files/pyproject.toml",
        "/api/kernels",
        "/api/contents",
        "/assets/000000000000/site/../pages.py",
        "/static/x",
    ],
)
def test_an_unknown_address_is_a_readable_404(site: str, path: str) -> None:
    status, page, _ = fetch(site + path)
    assert status == 404
    assert "Traceback" not in page
    assert path.startswith("/assets") or ('href="/"' in page and "lead" in page)


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("/bn/shot//", "/bn/shot"),
        ("/bn/shot/?distance=30", "/bn/shot?distance=30"),
        ("//bn//shot", "/bn/shot"),
        ("/bn//", "/bn/"),
        ("/compare/", "/compare"),
    ],
)
def test_a_slash_too_many_leads_to_the_page_without_it(site: str, path: str, wanted: str) -> None:
    with urllib.request.urlopen(site + path, timeout=20) as answer:
        assert (answer.status, answer.url) == (200, site + wanted)


@pytest.mark.parametrize(
    "path", ["//elsewhere.example/", "//elsewhere.example//%5c", "/\\elsewhere.example/", "/bn//gone/"]
)
def test_a_slash_too_many_leads_to_no_other_site(site: str, path: str) -> None:
    link = http.client.HTTPConnection(site.removeprefix("http://"), timeout=20)
    link.request("GET", path)
    answer = link.getresponse()
    assert answer.status in (302, 404)
    assert re.match(r"/[^/\\]", answer.headers.get("Location", "/x"))
    link.close()
    assert fetch(site + path)[0] == 404


def test_a_near_miss_is_suggested(site: str) -> None:
    path = EXAMPLE.partition("?")[0]
    status, page, _ = fetch(f"{site}/{path[:-1]}")
    assert status == 404
    assert f'href="/{path}"' in page


def test_what_is_unlike_the_name_is_not_suggested(site: str) -> None:
    short = EXAMPLE.partition("/")[0]
    assert "Perhaps you are looking for" not in fetch(f"{site}/{short}/nonsense")[1]


def test_a_ruleset_has_its_title_page(site: str) -> None:
    """Its short name alone, as one types it, leads there; a name that is none says so."""
    short = EXAMPLE.partition("/")[0]
    for path in (f"/{short}", f"/{short}/"):
        status, page, _ = fetch(site + path)
        assert status == 200
        assert f'data-book-page="{short}"' in page
    status, page, _ = fetch(f"{site}/nosuchrules")
    assert status == 404
    assert "There is no ruleset “nosuchrules”" in page


def test_methods_that_make_no_sense_are_refused_with_a_sentence(site: str) -> None:
    for path in ("/", "/bn/x", "/live", "/health"):
        status, page, _ = fetch(site + path, data=b"{}")
        assert status in (403, 404, 405)
        assert "Traceback" not in page


def test_a_kernel_is_not_started_from_another_site(site: str) -> None:
    status, said, _ = fetch(
        site + "/live",
        data=json.dumps({"chapter": EXAMPLE}).encode(),
        headers={"Origin": "http://elsewhere.example", "Content-Type": "application/json"},
    )
    assert status in (403, 404)
    assert "sorry" in json.loads(said)


def test_the_old_socket_protocol_is_refused(site: str) -> None:
    kernel = "00000000-0000-0000-0000-000000000000"
    status, page, _ = fetch(
        f"{site}/api/kernels/{kernel}/channels",
        headers={
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        },
    )
    assert status in (400, 404)
    assert "Traceback" not in page


def test_health_is_json(site: str) -> None:
    status, said, _ = fetch(site + "/health")
    found = json.loads(said)
    assert status == 200
    assert found["status"] == "ok"
    assert found["chapters"] == len(chapters())


def test_files_are_kept_by_the_browser_for_good_and_come_compressed(site: str) -> None:
    page = fetch(site + "/")[1]
    style = re.search(r'href="(/assets/[^"]+/print\.css)"', page)
    assert style is not None
    request = urllib.request.Request(site + style[1], headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["Content-Encoding"] == "gzip"
