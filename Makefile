# make book   set up, then build and verify a book (of this repository, or REPO=path)
# make test   set up, then lint and the whole suite
# make soak   the long tier of the fault and load tests, recorded in bench/reliability (hours)
VENV ?= .venv
PYTHON ?= python3
REPO ?= .
BOOK ?= book
BIN = $(VENV)/bin
export PYTHONDONTWRITEBYTECODE = 1

.PHONY: compile book test lint update bench soak clean

$(VENV)/.run: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.dev: $(VENV)/.run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@

# Programs of this folder write no bytecode, so that a book of it finds the tree at rest; they read what is written here.
compile: $(VENV)/.run
	$(BIN)/python -m compileall -q src

book: compile
	$(BIN)/repobook build $(REPO) -o $(BOOK)

test: $(VENV)/.dev lint compile
	$(BIN)/python -m pytest -n 2

lint: $(VENV)/.dev
	$(BIN)/ruff format --check src tests bench
	$(BIN)/ruff check src tests bench
	$(BIN)/mypy
	$(BIN)/lint-imports

update: $(VENV)/.dev
	cd tests && ../$(BIN)/python update.py

bench: compile
	$(BIN)/python bench/run.py $(REPO)

soak: $(VENV)/.dev compile
	$(BIN)/python bench/reliability/soak.py
	$(BIN)/python bench/reliability/sizes.py
	REPOBOOK_EXAMPLES=20000 $(BIN)/python -m pytest -n 2 --timeout=7200 tests/properties/test_generated_texts.py
	REPOBOOK_EXAMPLES=5000 $(BIN)/python -m pytest -n 2 --timeout=7200 tests/faults/test_git_canary.py tests/faults/test_injection.py \
	  tests/faults/test_containment.py tests/faults/test_together.py tests/serve
	$(BIN)/python bench/reliability/fuzz.py --per-language 10000 --record bench/reliability/fuzz.json
	$(BIN)/python bench/reliability/mutate_sources.py . --record bench/reliability/spans.json
	$(BIN)/python bench/reliability/replay.py . --commits 100 --record bench/reliability/replay.json
	$(BIN)/python bench/reliability/mutants.py --record bench/reliability/mutants.json

clean:
	rm -rf $(VENV) book
