"""The tables of the shelf, as migrations from each version to the next."""

from __future__ import annotations

MIGRATIONS = (
    """
CREATE TABLE pinned_keys (
    key TEXT PRIMARY KEY,
    paper_id TEXT NOT NULL,
    pinned_at REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX pinned_keys_by_paper ON pinned_keys (paper_id, pinned_at);
CREATE TABLE copies (
    copy INTEGER PRIMARY KEY AUTOINCREMENT,
    what TEXT NOT NULL,
    text TEXT NOT NULL,
    copied_at REAL NOT NULL
);
""",
    """
CREATE TABLE entries (
    subject TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (subject, kind, name)
) WITHOUT ROWID;
CREATE INDEX entries_by_kind ON entries (kind, name);
CREATE TABLE acts (
    act INTEGER PRIMARY KEY AUTOINCREMENT,
    what TEXT NOT NULL,
    done_at REAL NOT NULL,
    state TEXT NOT NULL DEFAULT 'done'
);
CREATE INDEX acts_by_state ON acts (state, act);
CREATE TABLE changes (
    act INTEGER NOT NULL REFERENCES acts,
    subject TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    before TEXT,
    after TEXT,
    PRIMARY KEY (act, subject, kind, name)
) WITHOUT ROWID;
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO counters VALUES ('entries', 0);
CREATE TABLE mark_aliases (
    subject TEXT NOT NULL,
    alias TEXT NOT NULL,
    PRIMARY KEY (subject, alias)
) WITHOUT ROWID;
CREATE TABLE queries (query TEXT PRIMARY KEY, asked_at REAL NOT NULL) WITHOUT ROWID;
""",
)
