# The Machine Learning Companion: every target sets up what it needs on first use.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PORT ?= 8000
JOBS ?= $(shell getconf _NPROCESSORS_ONLN)
export PYTHONHASHSEED := 0
# Without bytecode each of the many processes would compile all that it imports.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help install book pdf serve lab test test-unit test-notebooks test-rooms test-part test-way-in axe test-browser test-lab fuzz mutate lint check times \
	normalize seeds toc claims chapter course slides grade study bench wheel test-wheel test-lowest lock clean

help: ## Show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | awk -F'\t' '{printf "  make %-15s %s\n", $$1, $$2}'

# $(call fill,VENV,PINS) makes a venv of pins and the package: uv needs seconds where pip needs a
# minute, and where uv cannot be had or fails, pip does the same.
PIP := -m pip install --quiet --disable-pip-version-check
UV = $(shell grep '^uv==' requirements.lock)
define fill
	@test -x $(1)/bin/python || $(PYTHON) -m venv $(1)
	@{ $(1)/bin/python $(PIP) $(UV) && $(1)/bin/uv pip install --quiet --python $(1)/bin/python $(2); } || \
	  $(1)/bin/python $(PIP) --no-compile $(2)
	@$(1)/bin/python $(PIP) --no-deps -e .
endef

$(READY): pyproject.toml requirements.lock
	@echo "Setting up $(VENV) (half a minute; a few where uv is not to be had)"
	$(call fill,$(VENV),-r requirements.lock)
	@touch $@

install: $(READY)

book: $(READY) toc ## Execute what changed and build the book (ONLY="chen jmlr12/13_dal": just these; EDITION=student or staff)
	@$(BIN)/python -m tools.book --jobs $(JOBS) $(if $(EDITION),--edition $(EDITION)) $(ONLY)

pdf: $(READY) ## Print chapters into _build/pdf, with Chromium (ONLY="chen jmlr12/13_dal", default all)
	@$(MAKE) --no-print-directory book ONLY="$(ONLY)" EDITION=
	@$(BIN)/python -m tools.pdf $(ONLY)

serve: ## Serve the built book at http://localhost:8000
	@test -f _build/html/index.html || $(MAKE) book
	@echo "http://localhost:$(PORT)/"
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory _build/html $(PORT)

lab: $(READY) ## Open the notebooks in JupyterLab, on this machine only
	@$(BIN)/python -m tools.start_page
	$(BIN)/jupyter lab --ip=127.0.0.1 --LabApp.app_settings_dir=tools/lab notebooks/start.ipynb

test: $(READY) ## Unit tests, chapter contract, and every number of every notebook
	@status=0; for kind in unit notebooks; do $(MAKE) test-$$kind || status=1; done; exit $$status

test-unit: $(READY)
	MLCOMPANION_TIMES=unit $(BIN)/python -m pytest $(addprefix -p no:,nbval playwright anyio) -n $(JOBS) --dist loadscope --ignore tests/browser

test-notebooks: $(READY)
	@$(BIN)/python -m tools.execute --jobs $(JOBS)
	$(PYTEST) --nbval notebooks

PYTEST = $(BIN)/python -m pytest $(addprefix -p no:,playwright anyio) -n $(JOBS) --dist loadscope
test-rooms: $(READY) ## The unit tests of the package, the book and the tools, without those of chapters
	$(PYTEST) -p no:nbval --ignore tests/browser --ignore tests/chapters

test-part: $(READY) ## One part's chapters: execute, every number, their tests: make test-part PART=chen
	@$(BIN)/python -m tools.execute --jobs $(JOBS) $(PART)
	$(PYTEST) --nbval notebooks/$(PART)
	$(PYTEST) -p no:nbval $(wildcard tests/chapters/$(PART))

fuzz: $(READY) ## Search for counterexamples with fresh seeds and many more examples
	$(BIN)/python -m pytest -n $(JOBS) --hypothesis-profile=fuzz -m hypothesis --ignore tests/browser

N ?= 60
mutate: $(READY) ## Change N random places of the library and see which tests notice (N=60 [ROOM=stats] [SEED=0] [LEAST=95])
	$(BIN)/python -m tools.mutate $(N) $(if $(ROOM),--room $(ROOM)) $(if $(SEED),--seed $(SEED)) $(if $(LEAST),--least $(LEAST))

REVEAL := courses/node_modules/reveal.js/dist/reveal.js
$(REVEAL): courses/package.json
	cd courses && npm install --no-package-lock --no-audit --no-fund --silent
	@touch $@

AXE := tests/browser/node_modules/axe-core/axe.min.js
$(AXE): tests/browser/package.json
	cd tests/browser && npm install --no-package-lock --no-audit --no-fund --silent
	@touch $@

axe: $(AXE) $(REVEAL)

test-browser: $(READY) $(AXE) $(REVEAL) ## The built book in headless Chromium
	@test -f _build/html/index.html || $(MAKE) book
	MLCOMPANION_TIMES=browser $(BIN)/python -m pytest -p no:nbval -n $$(($(JOBS) + 1)) tests/browser

test-lab: $(READY) ## One chapter of each part, opened in JupyterLab by headless Chromium
	MLCOMPANION_LAB=all $(BIN)/python -m pytest -p no:nbval tests/browser/test_lab.py

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	find src -name '*.py' | xargs -n 400 -P $(JOBS) $(BIN)/python -m numpydoc lint
	$(BIN)/python -m tools.toc --check

ifdef CHAPTER
check: $(READY)
	@$(BIN)/python -m tools.check $(CHAPTER) --jobs $(JOBS)
else
check: lint ## Lint and the fast unit tests (CHAPTER=part/NN_slug: one chapter and what it imports)
	$(BIN)/python -m pytest -q -x -n $(JOBS) tests/teaching \
	  $(filter-out tests/test_bad_input.py tests/test_jit.py,$(wildcard tests/test_*.py))
endif

times: $(READY) ## Where the time goes, by chapter and stage (also as _build/times/index.html)
	@$(BIN)/python -m tools.times

normalize: $(READY) ## Re-execute notebooks (NB="path …", default all) and store what git should hold
	$(BIN)/python -m tools.normalize $(NB)

seeds: $(READY) ## Lines of a chapter whose verdict turns with the seed: make seeds CHAPTER=part/slug [RUNS=5]
	@$(BIN)/python -m tools.seeds $(CHAPTER) $(if $(RUNS),--seeds $(RUNS))

toc: $(READY)
	@$(BIN)/python -m tools.toc

claims: $(READY) ## Scaffold a chapter's claims file: make claims CHAPTER=part/NN_slug
	@$(BIN)/python -m tools.new_claims $(CHAPTER)

chapter: $(READY) ## Scaffold a chapter as a draft: make chapter CHAPTER=part/NN_slug
	@$(BIN)/python -m tools.new_chapter $(CHAPTER)

course: $(READY) $(REVEAL) ## Build a course: make course NAME=sparsity [CHAPTERS="a b"]; without NAME: list
	@$(BIN)/python -m tools.course $(NAME) $(if $(CHAPTERS),--chapters $(CHAPTERS))

slides: $(READY) ## Print the slides of a course that was built: make slides NAME=sparsity
	@$(BIN)/python -m tools.print_slides $(NAME)

grade: $(READY) ## Grade what was handed in: make grade NAME=sparsity [WEEK=1]; says what a human must look at
	@$(BIN)/python -m tools.grade $(NAME) $(if $(WEEK),--week $(WEEK))

SIZE ?= default
study: $(READY) ## Run a study: make study NAME=…|all [SIZE=paper] [WORKERS=2] [HOURS=8] [STALE=1] [DRY=1]
	$(BIN)/python -m tools.study $(NAME) --size $(SIZE) $(if $(WORKERS),--workers $(WORKERS)) \
	  $(if $(SCHEDULER),--scheduler $(SCHEDULER)) $(if $(RETRY),--retry) $(if $(FRESH),--fresh) \
	  $(if $(HOURS),--hours $(HOURS)) $(if $(STALE),--stale) $(if $(FORCE),--force) \
	  $(if $(DRY),--dry)

BENCH := .venv-bench
$(BENCH)/.ready: requirements.lock benchmarks/requirements.lock
	@echo "Setting up $(BENCH): the book's pins and the peers"
	$(call fill,$(BENCH),-r requirements.lock -r benchmarks/requirements.lock)
	@touch $@

bench: $(BENCH)/.ready ## Race against peers (NAMES="lasso dal jmlr12/13_dal", default all), in a venv of their own
	$(BENCH)/bin/python benchmarks/run.py $(NAMES)

wheel: $(READY) ## Build a wheel into dist/
	@rm -rf build
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

test-wheel: $(READY) ## Install a wheel into empty venvs, with the lowest and with the pinned versions
	$(BIN)/python -m pytest -m slow tests/test_install.py

test-way-in: $(READY) ## The example that CONTRIBUTING prints, in a copy of the repository
	$(BIN)/python -m pytest -p no:nbval -m slow tests/test_way_in.py

LOWEST := .venv-lowest
$(LOWEST)/.ready: requirements-lowest.lock
	@echo "Setting up $(LOWEST): the lowest versions of what the package needs"
	$(call fill,$(LOWEST),-r requirements-lowest.lock)
	@touch $@

#: What the rooms add to importing old libraries, which are imported in half the time.
SHARE_OF_IMPORTS = tests/test_install.py::test_importing_all_rooms_costs_less_than_what_they_stand_on
#: The tests of rooms and chapters, without those of the book, the studies and the repository, which need its tools.
LOWEST_TESTS = $(filter-out $(patsubst %,tests/%/,browser courses studies valid_calls __pycache__),$(wildcard tests/*/)) \
	--ignore-glob '*/test_study_*' --deselect $(SHARE_OF_IMPORTS) $(patsubst %,tests/test_%.py,bad_input install jit validation) src/mlcompanion
test-lowest: $(LOWEST)/.ready ## The package's unit tests on the lowest versions that it allows
	$(LOWEST)/bin/python -m pytest -n $(JOBS) --dist loadscope $(LOWEST_TESTS)

lock: $(READY) ## Resolve the pins of requirements*.lock and environment.yml anew (UPGRADE=1: the newest)
	$(BIN)/python -m tools.lock $(if $(UPGRADE),--upgrade)

clean: ## Remove everything that is built
	rm -rf _build build dist .pytest_cache .hypothesis .ruff_cache
