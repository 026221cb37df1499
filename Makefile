# make book   set up, then build and verify a book (of this repository, or REPO=path)
# make test   set up, then lint and the whole suite
# make soak   the long tier of the fault and load tests, recorded in bench/reliability (hours)
VENV ?= .venv
PYTHON ?= python3
REPO ?= .
BOOK ?= book
BIN = $(VENV)/bin
export PYTHONDONTWRITEBYTECODE = 1

.PHONY: book test lint update bench soak clean

$(VENV)/.run: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.dev: $(VENV)/.run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@

book: $(VENV)/.run
	$(BIN)/repobook build $(REPO) -o $(BOOK)

test: $(VENV)/.dev lint
	$(BIN)/python -m pytest -n 2

lint: $(VENV)/.dev
	$(BIN)/ruff format --check src tests bench
	$(BIN)/ruff check src tests bench
	$(BIN)/mypy
	$(BIN)/lint-imports

update: $(VENV)/.dev
	cd tests && ../$(BIN)/python update.py

bench: $(VENV)/.run
	$(BIN)/python bench/run.py $(REPO)

soak: $(VENV)/.dev
	$(BIN)/python bench/reliability/soak.py
	REPOBOOK_EXAMPLES=20000 $(BIN)/python -m pytest -n 2 --timeout=7200 tests/properties/test_generated_texts.py
	$(BIN)/python bench/reliability/fuzz.py --per-language 10000 --record bench/reliability/fuzz.json
	$(BIN)/python bench/reliability/mutate_sources.py . --record bench/reliability/spans.json
	$(BIN)/python bench/reliability/replay.py . --commits 100 --record bench/reliability/replay.json
	$(BIN)/python bench/reliability/mutants.py --record bench/reliability/mutants.json

clean:
	rm -rf $(VENV) book
