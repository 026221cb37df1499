"""F26: take one safeguard away at a time; the tests named for it must turn red.

    python bench/reliability/mutants.py [--only NAME ...] [--record FILE]

The source is patched in a copy. A safeguard whose text is not found, or a mutant that cannot even run, is an error of this list,
and said to be one. A record is written after every safeguard and keeps the rows of those that are not run: the list can be run
in pieces.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SECONDS = 60  # for a test; on a busy machine give more
_HUNG = re.compile(r"Timeout \(>[\d.]+s\)|timeout of the run")
# What a mutant says that took away more than a safeguard: that its tests fail then shows nothing.
BROKEN = (
    "NameError",
    "SyntaxError",
    "IndentationError",
    "UnboundLocalError",
    "ImportError",
    "ModuleNotFoundError",
)


@dataclass(frozen=True)
class Mutant:
    """What is taken away: a text in a file of the package, what stands there instead, and who must notice."""

    name: str
    path: str
    text: str
    instead: str
    tests: tuple[str, ...]
    times: int = 1  # how often the text stands in the file
    may_hang: bool = False  # without it something never ends, or not in time

    def take_away(self, text: str) -> str:
        """Return the text of the file without the safeguard; "" where it does not stand there as often as it must."""
        return text.replace(self.text, self.instead) if text.count(self.text) == self.times else ""


FAULTS, POOL = "tests/hostile/test_faults.py", "tests/faults/test_pool_faults.py"
REPLACE, MARKDOWN = "tests/surface/test_replace.py", "tests/properties/test_markdown.py"
UNITS, ANSWERS = "tests/incremental/test_kept_pages.py", "tests/incremental/test_kept_answers.py"
FACTS = "tests/incremental/test_renewed_facts.py"
STEPS = "tests/incremental/test_steps.py"
KEPT = "tests/incremental/test_kept_pages.py"
TAKEN, KNOWN = "tests/incremental/test_taken_pages.py", "tests/verify/test_verify_known.py"
TWIN, COMING = "tests/incremental/test_twin.py", "tests/incremental/test_coming_and_going.py"
REPACK = "tests/incremental/test_repack.py"
INSETS = "tests/incremental/test_insets.py"
SPARE = "tests/incremental/test_spare.py"
TOLD, SPOKEN = "tests/incremental/test_judged.py", "tests/incremental/test_spoken.py"
SERVER, APP = "tests/faults/test_containment.py", "tests/serve/test_app.py"

MUTANTS = (
    Mutant("a defect costs its part", "render/mishap.py", "return instead(tell_mishap(error))", "raise", ("tests/faults/test_mishaps.py",)),
    Mutant("a check that gets no threads goes on alone", "verify/parallel.py", "                _get_ready(self._pool)\n", "", ("tests/hostile/test_machine.py -k without_threads",), may_hang=True),
    Mutant("kept state that is no file is dropped", "record.py", "        for path in strange:\n", "        for path in ():\n", ("tests/faults/test_damage.py -k pipes",), may_hang=True),
    Mutant("children are heard", "speech.py", "        hear_children()\n", "", (f"{REPLACE} -k no_child",), may_hang=True),
    Mutant("candidates are one at least", "link/references/answers.py", "    if not found:\n        return IS_UNRESOLVED\n", "", ("tests/links/test_packed_answers.py",)),
    Mutant("a part that is missing is told", "verify/form.py", "for match in _MISHAP.finditer(page.prose):", "for match in ():", ("tests/faults/test_mishaps.py",)),
    Mutant("questions note what they are asked about", "render/asked.py", "            _note_fixed(values)\n", "", (f"{COMING} -k questions_note",)),
    Mutant("threads end before the folder goes", "publish.py", "wait_for_all()  #", "pass  #", (f"{REPLACE} -k before_the_folder_goes",)),
    Mutant("time without a processor", "workers.py", "and now > self._put_off(worker)", "", (f"{POOL} -k time_without",)),
    Mutant("no image in titles", "render/markdown.py", '.replace("![", "!\\\\[")', "", (MARKDOWN,)),
    Mutant("another interpreter, another nursery", "nursery.py", "found.has_ended or found.program != _program()", "found.has_ended", ("tests/faults/test_nursery.py",)),
    Mutant("kept pages of one book", "kept.py", "            self.drop()\n            return\n", "            return\n", (f"{UNITS} -k book_before",)),
    Mutant("a book that looks otherwise is read", "record.py", "and holds_sums(self._output, looks, SUMS, stated[\"sums\"])", "", (TAKEN, UNITS)),
    Mutant("presumed: no name came or went", "record.py", "if restless is None or not holds_names(self._output, frozenset(restless), files, folders):", "if restless is None:", ("tests/incremental/test_current.py -k another_put",)),
    Mutant("presumed: what the last build wrote is looked at", "record.py", 'if as_seen(os.lstat(f"{self._output}/{path}")) != files.get(path):', "if False:", (f"{UNITS} -k copied",)),
    Mutant("presumed: a book with a problem is made once more", "build.py", "is_doubted = record.is_untouched and bool(_wrong(outcome))", "is_doubted = False", (TAKEN,)),
    Mutant("presumed: edited pages are told", "build.py", "if record.is_presumed and record.find_edited(checked):", "if False:", ("tests/incremental/test_current.py -k beside_an_edit",)),
    Mutant("presumed: only with a twin", "build.py", "if record.is_presumed and not kept.twin.is_taken:", "if False:", (f"{TAKEN} -k without_a_twin",)),
    Mutant("the database that a build begins with", "basis.py", "if last is not None and mark_of(last.database) != last.mark:", "if False:", (f"{TAKEN} -k disk_lost",)),
    Mutant("twin: folders that may have got a name are listed", "twin.py", "            for folder in restless:\n", "            for folder in ():\n", (f"{TWIN} -k trusted",)),
    Mutant("a build that is stopped leaves what belongs to the last book", "kept.py", "if _is_stop(error):", "if False:", (f"{UNITS} -k stopped",)),
    Mutant("a name of a file is no commit", "history.py", 'data.split(b"\\x01" + mark.encode() + b" ")', '__import__("re").split(rb"\\x01(?:[0-9a-f]{32} )?", data)', ("tests/history/test_history.py -k no_commits",)),
    Mutant("history by its commit", "history.py", '        return NO_COMMIT if _has_branches(git_folder) else ""\n', '        revision = "HEAD"\n', ("tests/history",)),
    Mutant("odd names of branches", "revision.py", 'if not _REF.fullmatch(name) or ".." in name', 'if not name.isascii() or ".." in name', ("tests/history",)),
    Mutant("stars one after the other", "link/owners.py", "(?>[^/]*?{chunk})", "[^/]*{chunk}", ("tests/links/test_owners.py",), may_hang=True),
    Mutant("names that are not ours stay", "publish.py", "            _refuse_strange_names(config, descriptor)\n", "", (f"{REPLACE} -k called_like_our_work",)),
    Mutant("a cache by another name", "config.py", "if is_inside(os.path.realpath(config.cache), config.root) and", "if is_inside(config.cache, config.root) and", (f"{REPLACE} -k cache",)),
    Mutant("pages given back are taken again", "store/growing.py", "        if self._free:\n", "        if False:\n", (f"{REPACK} -k given_back", REPACK)),
    Mutant("a patch restores what differs", "store/patch.py", "for number in changed | {1}", "for number in {1}", (REPACK,)),
    Mutant("escape of Markdown", "render/markdown.py", 'return "\\\\" + found[0]', "return found[0]", (MARKDOWN,)),
    Mutant("fence length", "render/markdown.py", '"`" * max(3, run + 1)', '"```"', (MARKDOWN,)),
    Mutant("pipes in tables", "render/markdown.py", 'if "|" not in text:', "if True:", (MARKDOWN,)),
    Mutant("bidirectional marks", "render/markdown.py", "\\u2028-\\u202e", "\\u2028-\\u2029", ("tests/hostile/test_names.py -k right_to_left",)),
    Mutant("escape of HTML", "render/web/html.py", '.replace("<", "&lt;")', "", ("tests/site/test_hostile_site.py -k tags",), times=2),
    Mutant("content policy", "render/web/frame.py", "script-src 'self';", "script-src *;", ("tests/site", "tests/serve")),
    Mutant("NOFOLLOW of files", "scan/folders.py", "FILE_FLAGS = os.O_RDONLY | os.O_NOFOLLOW", "FILE_FLAGS = os.O_RDONLY", ("tests/scan/test_scan_read.py",)),
    Mutant("NOFOLLOW of folders", "scan/folders.py", "os.O_DIRECTORY | os.O_NOFOLLOW", "os.O_DIRECTORY", ("tests/scan/test_scan_read.py", "tests/scan/test_scan_walk.py")),
    Mutant("links stay inside", "scan/links.py", "if not current:", "if False:", ("tests/scan/test_scan_walk.py", "tests/hostile/test_kinds.py -k outcome")),
    Mutant("bounded read", "scan/read.py", "limit = listing.options.max_file_bytes", "limit = 1 << 62", ("tests/scan/test_scan_read.py",)),
    Mutant("a file that changes is read again", "scan/read.py", "is_same = after.st_size == size", "is_same = True or after.st_size == size", ("tests/scan/test_scan_read.py",)),
    Mutant("secrets are listed only", "scan/secret.py", "if lower in _NAMES:", "if False:", ("tests/scan/test_scan_read.py",)),
    Mutant("own output is ignored", "scan/walk.py", "and _is_book(folder)", "and False", ("tests/hostile/test_repositories.py -k book_in_the_repository",)),
    Mutant("lease retry", "workers.py", "if job.tries < 2:", "if job.tries < 1:", (f"{FAULTS} -k tried_twice",)),
    Mutant("hard time limit", "workers.py", "if worker.leases and now > worker.deadline and", "if False and", (f"{POOL}::test_only_the_faulty_files_fail[3]",), may_hang=True),
    Mutant("result size limit", "workers.py", "if size > MAX_RESULT or not worker.leases", "if not worker.leases", (f"{POOL}::test_only_the_faulty_files_fail[6]",), may_hang=True),
    Mutant("answers for the right file", "workers.py", "worker.leases[0].id != job_id", "False", (f"{FAULTS} -k mistake",), may_hang=True),
    Mutant("start failures", "workers.py", "if self._start_failures >= MAX_START_FAILURES:", "if False:", (f"{FAULTS} -k broken_installation",), may_hang=True),
    Mutant("memory limit", "work.py", "resource.setrlimit(resource.RLIMIT_AS", "(lambda *words: None)(resource.RLIMIT_AS", (f"{FAULTS} -k eat",)),
    Mutant("depth of JSON", "analyze/json_walk.py", "ValueError, RecursionError, IndexError", "ValueError, IndexError", ("tests/hostile/test_contents.py -k deep.json",)),
    Mutant("key of the cache", "store/cache.py", "\\0{rules}", "", ("tests/faults/test_edits.py -k another_version",)),
    Mutant("checksum of cached rows", "store/cache.py", ".digest()[:16] != row[0]", ".digest()[:16] is row[0]", (f"{FAULTS} -k wrong_facts",)),
    Mutant("lock", "publish.py", "fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)", "pass", (f"{REPLACE} -k second_build", "tests/faults/test_together.py")),
    Mutant("only what the manifest lists is removed", "publish.py", "if path not in book.files and", "if False and", (f"{REPLACE} -k others",)),
    Mutant("checksums vouch for a book only where one holds", "marks.py", "hashlib.sha256(data).hexdigest() == sums[name]", "data", ("tests/faults/test_damaged_books.py -k somebody_else",)),
    Mutant("an edited tree is read once more", "build.py", "_MAX_TRIES = 2", "_MAX_TRIES = 1", ("tests/faults/test_edits.py -k once_more",)),
    Mutant("sync before the switch", "publish.py", "    sync(staging)\n", "", (f"{REPLACE} -k durable",)),
    Mutant("pages ask: statements", "render/asked.py", "reads.trace.statements[key] = _digest(rows)", "pass", (f"{UNITS} -k any_edit", TOLD)),
    Mutant("pages ask: answers that are kept", "render/asked.py", "reads.trace.questions[name, values] = found[1]", "pass", (f"{UNITS} -k any_edit", TOLD)),
    Mutant("changes: rows that go", "store/changes.py", "rows.append((every, list(values), None))", "pass", (TOLD,)),
    Mutant("changes: columns", "store/judged.py", "if bits & want:", "if bits >> len(known.columns):", (TOLD,)),
    Mutant("changes: order of rows", "store/changes.py", "if any(one != other for one, other in zip_longest(*orders)):", "if False:", (TOLD,)),
    Mutant("told: a condition behind LEFT JOIN", "store/spoken.py", "{optional.number} if optional is not None else", "{optional.number} if False else", (SPOKEN,)),
    Mutant("told: nothing is sure because of itself", "store/judged.py", "rests not in open_ones and not", "not", (f"{UNITS} -k any_edit", TOLD)),
    Mutant("told: a sample is asked", "render/current_units.py", "        fresh = set(self.fresh)\n        if rows_now(", "        return\n        if rows_now(", (f"{UNITS} -k told_wrongly",)),
    Mutant("told: a sample that is wrong costs all", "typeset.py", "        if is_wrong:", "        if False:", (f"{UNITS} -k told_wrongly",)),
    Mutant("coming: names that are looked for", "render/ground.py", 'reads.names.add(path.rpartition("/")[2] + self._end)', "pass", (f"{COMING} -k looked_up", COMING)),
    Mutant("coming: who goes through all", "render/ground.py", "    def values(self) -> Any:\n        self._note(ALL)", "    def values(self) -> Any:\n        pass", (f"{COMING} -k looked_up", COMING)),
    Mutant("coming: files of symbols", "render/ground.py", "reads.files.add(file * ROOM + SPAN)", "pass", (f"{COMING} -k looked_up", COMING)),
    Mutant("coming: folders above", "render/page_judge.py", "above.add(folder)", "break", (f"{COMING} -k comes_or_goes", COMING)),
    Mutant("coming: symbols before", "store/changes.py", "if found not in seen:", "if not seen:", (TOLD,)),
    Mutant("coming: lists of names", "typeset.py", 'if job.what != "names" or ground == kept.last_ground:', "if True:", (f"{COMING} -k large_repository",)),
    Mutant("spare: names of others", "spare.py", "os.fstat(descriptor).st_nlink != 1", "False", (f"{SPARE} -k somebody_has",)),
    Mutant("spare: readers", "spare.py", "fcntl.F_WRLCK", "fcntl.F_RDLCK", (f"{SPARE} -k somebody_reads",)),
    Mutant("spare: its mark", "spare.py", "return mark_of(place) == mark", "return True", (f"{SPARE} -k damaged",)),
    Mutant("spare: pages that differ", "spare.py", "for number in numbers:", "for number in ():", (f"{SPARE} -k copied",)),
    Mutant("spare: its rights", "spare.py", "os.chmod(place, 0o666 & ~mask)", "pass", (f"{SPARE} -k rights",)),
    Mutant("spare: room for others", "kept.py", 'if entry.path.endswith(".spare") == are_spares', "if True", (f"{SPARE} -k room",)),
    Mutant("prose: what links have changed since", "index.py", "if changed == self._changed:", "if True:", (f"{STEPS} -k purpose", STEPS)),
    Mutant("insets: names that others list", "render/insets.py", "names_shown(before) != names_shown(now)", "False", (f"{INSETS} -k names_that_change", INSETS)),
    Mutant("insets: bytes of the page", "render/insets.py", "hashlib.sha256(data).hexdigest() != checksum", "False", (f"{INSETS} -k filled_stands", INSETS)),
    Mutant("insets: a table that stands there twice", "render/insets.py", "or page.find(shown.table, at + 1) >= 0", "", (f"{INSETS} -k there_once", INSETS)),
    Mutant("insets: what is filled is asked", "render/current_units.py", "[one for one in unit.insets if not self._is_answered(one.question)]", "[]", (INSETS,)),
    Mutant("insets: where they stand now", "render/units.py", "shelf.keep(number, filled.get(number))", "shelf.keep(number)", (f"{INSETS} -k build_after_build", INSETS)),
    Mutant("pages of another ground", "kept.py", "self._last = places if fixed == self._fixed else {}", "self._last = places", (f"{UNITS} -k other_options",)),
    Mutant("pages that somebody touched", "record.py", 'book = self._output if self.is_untouched else ""', "book = self._output", (f"{TAKEN} -k before",)),
    Mutant("answers of changed names", "link/references/plan.py", "change.touches(tree.groups[file], file in speakers)", "False", (f"{ANSWERS} -k new_function", ANSWERS)),
    Mutant("names are let go", "link/references/job.py", "    if index.is_full:", "    if False:", ("tests/links/test_huge.py",)),
    Mutant("answers are let go", "render/asked.py", "if known is not None and len(known) > MANY_ANSWERS:", "if False:", ("tests/faults/test_render_again.py",)),
    Mutant("memory that others left", "workers.py", "if status == MEMORY and not worker.is_alone:", "if False:", ("tests/faults/test_pool_faults.py -k lack",)),
    Mutant("checksum of kept facts", "basis.py", "return not checksum or _checksum(place) == checksum", "return True", (f"{FACTS} -k damaged",)),
    Mutant("checksum of the list of facts", "basis.py", "        if hashlib.sha256(packed).digest() != checksum:\n            kept", "        if False:\n            kept", (f"{FACTS} -k damaged",)),
    Mutant("facts of another tree", "basis.py", "basis.frame == frame_mark(listing, marks)", "True", (f"{FACTS} -k another_tree",)),
    Mutant("room for symbols", "store/store.py", "return room(known) == room(symbols)", "return True", (f"{FACTS} -k more_than",)),
    Mutant("files of another kind", "store/store.py", '"documented", file.kind, file.language)', '"documented", known[2], known[3])', (f"{FACTS} -k more_than",)),
    Mutant("first word of a block", "search/index.py", "if at and starts[at] in words", "if False", ("tests/search/test_renewed_words.py",)),
    Mutant("foreign output folder", "config.py", "if os.listdir(target) and not is_ours(target):", "if False:", ("tests/surface/test_requests.py",)),
    Mutant("git: fsmonitor", "history.py", '    "core.fsmonitor=false",\n', "", ("tests/faults/test_git_canary.py -k reading",)),
    Mutant("git: no fetch", "history.py", '    "GIT_NO_LAZY_FETCH": "1",\n', "", ("tests/faults/test_git_canary.py -k reading",)),
    Mutant("git: repositories of others", "history.py", "if not _is_own(root, git_folder):", "if False:", ("tests/hostile/test_git_data.py -k another_user",)),
    Mutant("git: what its answer rests on", "current.py", "history_grounds(config.root) if config.has_history else []", "[]", ("tests/history/test_history.py -k another_answer",)),
    Mutant("host check", "serve/app.py", 'if headers[b"host"][0].lower() not in self._hosts:', "if False:", (SERVER, APP)),
    Mutant("origin check", "serve/app.py", 'if not origin.startswith(b"http://") or origin[7:].lower() not in self._hosts:', "if False:", (SERVER, APP)),
    Mutant("data cannot end a script", "serve/app.py", '.replace("<", "\\\\u003c")', "", (APP,)),
    Mutant("nothing outside of the site", "serve/shelf.py", "flags = os.O_RDONLY | os.O_NOFOLLOW", "flags = os.O_RDONLY", (SERVER, APP)),
    Mutant("linear expressions", "search/linear.py", "return re2.compile(pattern.encode(), options)", 'return __import__("re").compile(pattern.encode())', ("tests/search",), may_hang=True),
    Mutant("verify: checksums", "verify/units.py", "elif digest != stated[0]:", "elif False:", ("tests/verify/test_verify_book.py",)),
    Mutant("verify: pages taken over that look otherwise", "verify/__init__.py", "(inode, size, modified, mode) == (last[0], last[1], last[2], last[4])", "last", (f"{KNOWN} -k looks_otherwise", TAKEN)),
    Mutant("verify: pages touched after the manifest", "verify/__init__.py", "if changed < written", "if changed", (f"{KNOWN} -k set_back", KNOWN, TAKEN)),
    Mutant("verify: pages drawn by lot", "verify/reading.py", "return frozenset(unread).difference(drawn)", "return frozenset(unread)", (f"{KNOWN} -k so_many", f"{TAKEN} -k drawn")),
    Mutant("verify: one page that differs has all of them read", "verify/across.py", "    if differing:", "    if False:", (f"{KNOWN} -k so_many",)),
    Mutant("verify: sources of pages that are not read", "verify/across.py", "differing.union(sources.differing()) & unchanged", "differing & unchanged", (f"{TAKEN} -k sources",)),
    Mutant("verify: sources that look otherwise", "verify/units.py", "!= (entry.sha256, seen) or", "is None or", (f"{TAKEN} -k sources",)),
    Mutant("verify: files that are stated otherwise", "verify/targets.py", '= _digest_file(entry, "")', "= self.files[at : at + DIGEST_BYTES]", (f"{KNOWN} -k again_what", KNOWN)),
    Mutant("verify: nothing is taken over where a file was wrong", "verify/settled.py", 'text = b"" if wrong else manifest', "text = manifest", (f"{KNOWN} -k that_was_wrong", KNOWN)),
    Mutant("verify: nothing rests on a file that was wrong", "verify/settled.py", "targets.forget_files(self.wrong_files(wrong))", "pass", (f"{KNOWN} -k that_was_wrong", KNOWN)),
    Mutant("verify: sources drawn by lot", "verify/reading.py", "self._parts.of_sources([*others, *drawn])", "self._parts.of_sources(others)", (f"{TAKEN} -k sources",)),
    Mutant("verify: one source that differs has all of them read", "verify/across.py", "unchanged.intersection(sources.compare_rest())", "()", (f"{KNOWN} -k source_that_differs",)),
    Mutant("sources that were changed a moment ago", "scan/marks.py", "looked and looked[-1].st_ctime_ns < fresh", "looked", (f"{TAKEN} -k taken_over",)),
    Mutant("pages touched between check and switch", "record.py", "find_touched(checked, looks, self._looks, written) if looks", '"" if looks', (f"{TAKEN} -k without_a_twin",)),
    Mutant("record: how files looked when they were checked", "record.py", "looks = look_again(self._output, checked, written)", "looks, _ = look_at(self._output)", (f"{TAKEN} -k check_and_switch",)),
    Mutant("twin: names of files of the last book alone", "twin.py", "seen is None or seen[0] != inode or", "seen is None or", (f"{TWIN} -k trusted",)),
    Mutant("twin: what is written over", "twin.py", 'return path.endswith(".md") and path not in written', "return True", (TWIN,)),
    Mutant("twin: what is no page any more", "twin.py", "if not self._names <= set(pages):", "if False:", (f"{TWIN} -k any_more",)),
    Mutant("verify: pages that stay and look otherwise", "verify/looking.py", "return different.keys() | gone, odd", "return different.keys() - self._looked.keys() | set(gone), odd", (f"{TAKEN} -k touched", TAKEN)),
    Mutant("files of others that come during a build", "publish.py", "elif path not in known and not entry.is_symlink():", "elif False:", (f"{REPLACE} -k during_a_build",)),
    Mutant("folders of the last book that look otherwise", "publish.py", '.rstrip("/"))) != seen', '.rstrip("/"))) is None', (f"{REPLACE} -k during_a_build",)),
    Mutant("folders that were changed a moment ago", "looks.py", "own if own[3] < fresh else UNSURE", "own", (f"{REPLACE} -k moment_ago",)),
    Mutant("half of an answer", "aside.py", 'if data.endswith(b"\\n") else self._ask()', 'if data.endswith(b"\\n") else None', ("tests/scan/test_scan_aside.py",)),
    Mutant("verify: stale citations", "verify/sources.py", "if before == self.now[first_line - 1 : last_line]:", "if before:", ("tests/verify/test_verify_source.py",)),
    Mutant("steps: answers are compared", "steps.py", "== digest for values, digest in open_ones", "is not None for values, digest in open_ones", (f"{STEPS} -k another_one", STEPS)),
    Mutant("steps: a sample is asked", "steps.py", "raise Distrust(text)", "pass", (f"{STEPS} -k wrongly",)),
    Mutant("steps: checksum of what was asked", "steps.py", "if hashlib.sha256(data).digest() == checksum else {}", "if data else {}", (f"{STEPS} -k only_as_it_was_written",)),
    Mutant("steps: what comes of one is seen by the next", "steps.py", "                self._compare(store, self.last.tracked, step)", "                pass", (STEPS,)),
    Mutant("steps: one that is taken is taken back first", "steps.py", "for sql in step.clear:", "for sql in ():", (STEPS,)),
    Mutant("facts: rows that differ are noted", "store/renew.py", 'tracked.note(table.removeprefix("scratch."), before[table], after[table])', "pass", (STEPS,)),
    Mutant("answers: rows that differ are noted", "store/answers.py", "        tracked.note(table, before[table], after[table])", "        pass", (STEPS,)),
    Mutant("pages: ends of cells that differ", "store/repack.py", "self.changed | self._find_owners(trees)", "self.changed", (f"{REPACK} -k end_of_a_cell", REPACK)),
    Mutant("pages: the same happens at the leaves", "store/repack.py", "if known.events != filling.events or", "if", (REPACK,)),
    Mutant("pages: the end of an index is not settled", "store/repack.py", "is_smooth and mate < last", "is_smooth", (REPACK,)),
    Mutant("pages: indexes are put in order", "store/normal.py", "numbers += tree.leaves", "pass", (REPACK,)),
    Mutant("pages: another SQLite", "store/repack.py", "old.word(_VERSION) != version or ", "", (f"{REPACK} -k other_files", REPACK)),
    Mutant("units: what a killed build left goes", "kept.py", "self._stream.truncate(end)", "pass", (f"{KEPT} -k not_written_again",)),
    Mutant("units: a log of what nobody needs is written anew", "kept.py", "0 < end <= 2 * needed and", "0 < end and", (f"{KEPT} -k not_written_again",)),
    Mutant("units: a lost log", "kept.py", "and os.path.isfile(self._log)", "", (f"{KEPT} -k lost_log",)),
    Mutant("names: blocks that the index has written", "index.py", "[row[0] for row in blocks.rows]", "[]", ("tests/incremental/test_kept_names.py -k builds_of_many",)),
    Mutant("verify: both halves of a source", "verify/parts.py", "return [(frozenset(tops), False), (frozenset(tops), True)]", "return [(frozenset(tops), True)]", (f"{TAKEN} -k sources_edited",)),
    Mutant("verify: the new book is looked at again", "verify/looking.py", "only = frozenset({\"\"}) if self._is_at_top else None", "only = frozenset()", (f"{TAKEN} -k stray", TAKEN)),
    Mutant("purposes that were taken back", "link/folders.py", "store.write(\"INSERT INTO scratch.repeated VALUES (?, ?, ?, ?)\", shared)", "pass", (STEPS,)),
)  # fmt: skip


def try_mutant(mutant: Mutant, folder: Path, limit: int = SECONDS) -> dict[str, object]:
    """Patch a copy of the package, run the tests, and say which of them went red."""
    source = folder / "src"
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(ROOT / "src", source)
    path = source / "repobook" / mutant.path
    text = path.read_text()
    patched = mutant.take_away(text)
    if not patched:
        return {"name": mutant.name, "outcome": "text not found"}
    path.write_text(patched)
    began = time.monotonic()
    for tests in mutant.tests:
        where, _, named = tests.partition(" -k ")
        words = [sys.executable, "-m", "pytest", "-q", "-x", "-rfE", "-n", "0", f"--timeout={limit}", "-p", "no:cacheprovider", "--no-header"]  # fmt: skip
        words += [f"--basetemp={folder / 'pytest'}", where, *(["-k", named] if named else [])]
        environment = os.environ | {
            "PYTHONPATH": str(source),
            "PYTHONDONTWRITEBYTECODE": "1",
            "COLUMNS": "200",
        }
        try:
            done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=6 * limit, check=False)  # fmt: skip
            code, said = done.returncode, done.stdout
        except subprocess.TimeoutExpired:
            code, said = 1, "timeout of the run"
        if code not in (0, 1) and "Timeout" not in said + done.stderr:
            return {"name": mutant.name, "outcome": f"tests could not run ({code})", "said": said[-500:]}
        broken = next((word for word in BROKEN if f"E   {word}: " in said), "")
        if broken:
            return {"name": mutant.name, "outcome": f"does not run ({broken})", "said": said[-500:]}
        if code:
            red = next((line for line in said.split("\n") if line.startswith(("FAILED", "ERROR"))), where)
            # On a busy machine a test may run out of its time with every safeguard in place.
            outcome = "red" if mutant.may_hang or not _HUNG.search(said) else "out of time"
            return {"name": mutant.name, "outcome": outcome, "by": red[:200], "seconds": round(time.monotonic() - began, 1)}  # fmt: skip
    return {"name": mutant.name, "outcome": "survived", "seconds": round(time.monotonic() - began, 1)}


def main() -> None:
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("--only", nargs="*", default=[mutant.name for mutant in MUTANTS])
    reader.add_argument("--record", type=Path)
    reader.add_argument("--seconds", type=int, default=SECONDS, help="for a test")
    asked = reader.parse_args()
    rows = _recorded(asked.record)
    done = []
    with tempfile.TemporaryDirectory(prefix="repobook-mutants-") as folder:
        for mutant in MUTANTS:
            if mutant.name in asked.only:
                rows[mutant.name] = row = try_mutant(mutant, Path(folder), asked.seconds)
                done.append(row["outcome"])
                print(json.dumps(row), flush=True)
                if asked.record:
                    _record(asked.record, rows)
    red = done.count("red")
    print(f"{red} of {len(done)} safeguards are noticed when they are gone", flush=True)
    raise SystemExit(red != len(done))


def _recorded(path: Path | None) -> dict[str, dict[str, object]]:
    """Return the rows of an earlier piece by their names."""
    if path is None or not path.exists():
        return {}
    return {row["name"]: row for row in json.loads(path.read_text())["rows"]}


def _record(path: Path, found: dict[str, dict[str, object]]) -> None:
    rows = [found[mutant.name] for mutant in MUTANTS if mutant.name in found]
    commit = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)  # fmt: skip
    head = {
        "date": datetime.date.today().isoformat(),
        "commit": commit.stdout.strip(),
        "safeguards": len(rows),
        "red": sum(row["outcome"] == "red" for row in rows),
        "rows": rows,
    }
    path.write_text(json.dumps(head, indent=1) + "\n")


if __name__ == "__main__":
    main()
