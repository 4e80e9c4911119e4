N ?= 10000
GAME ?= puerto_banana
PEERS ?=
REQUESTS ?= 100000
KILLS ?= 10

help: ## this list
	@grep -E '^[a-z]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

check: ## everything that must be green: tests, laws, types, lint, docs
	uv run pytest

test: ## the tests without types and lint
	uv run pytest --deselect tests/test_tidy.py

play: ## a game in the terminal; GAME=...
	uv run darsena play $(GAME)

laws: ## the laws on many random plays, and compiled games against the rules; N=10000
	uv run pytest tests/games/test_laws.py tests/games/test_codecs.py darsena/games --laws $(N) -k 'laws or codecs or fast or batch or features'

bench: ## moves per CPU-second; PEERS="--extra peers" installs and measures OpenSpiel and PettingZoo too
	uv run $(PEERS) python -m bench

load: ## tables over WebSocket against a real server; DATABASE=postgresql://... two workers on it; PEER=folder of a boardgame.io load script
	uv run python -m bench.load --tables 50 --seats 4
	uv run python -m bench.load --tables 50 --seats 4 --rate 200
	uv run python -m bench.load --tables 30 --seats 7 --game isla_bohnita
	$(if $(DATABASE),uv run python -m bench.load --tables 50 --seats 4 --database $(DATABASE) --workers 2)
	$(if $(DATABASE),uv run python -m bench.load --tables 1000 --seats 2 --rate 100 --database $(DATABASE) --workers 2)
	$(if $(PEER),cd $(PEER) && node load.js --matches 50 --players 4 && node load.js --matches 50 --players 4 --db flatfile)

hostile: ## many hostile requests to a server of their own; REQUESTS=100000
	uv run python -m tests.server.flood --requests $(REQUESTS)

faults: ## kills, crashes, a full disk, clocks that jump, clients that hang, then everything is checked; KILLS=10
	uv run python -m bench.faults --kills $(KILLS)

sizes: ## what 10 to 10,000 tables cost; DATABASE=postgresql://... on it too
	uv run python -m bench.sizes
	$(if $(DATABASE),uv run python -m bench.sizes --database $(DATABASE))

record: ## write the playthroughs anew; read the difference
	uv run python -m tests.games.playthrough

messages: ## bring the catalogues up to date with the sentences in the code
	uv run python -m tests.messages

clean: ## remove what can be made again
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis dist
	find darsena tests bench -name __pycache__ -prune -exec rm -rf {} +
	find darsena -name '*.mo' -delete

.PHONY: help check test play laws bench load hostile faults sizes record messages clean
