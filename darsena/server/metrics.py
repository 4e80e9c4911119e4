"""Figures for Prometheus."""

from prometheus_client import Counter, Gauge, Histogram

MOVES = Counter("darsena_moves", "Moves played by people and bots")
REFUSALS = Counter("darsena_refusals", "Commands of screens and programs that were refused")
SCREENS = Gauge("darsena_screens", "Open screens", multiprocess_mode="livesum")
TABLES = Gauge("darsena_tables_awake", "Tables in memory", multiprocess_mode="livesum")
SECONDS = Histogram("darsena_move_seconds", "From a move's arrival to its commit")
