"""The tables of the papers' store, as migrations from each version to the next."""

from __future__ import annotations

MIGRATIONS = (
    """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sources (
    source INTEGER PRIMARY KEY,
    file TEXT NOT NULL,
    format TEXT NOT NULL,
    content_hash TEXT NOT NULL UNIQUE,
    records INTEGER
);
CREATE TABLE papers (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    base_key TEXT NOT NULL COLLATE NOCASE,
    kind TEXT NOT NULL,
    title TEXT,
    authors TEXT NOT NULL,
    editors TEXT NOT NULL,
    abstract TEXT NOT NULL,
    year INTEGER, month INTEGER, day INTEGER,
    venue TEXT, series TEXT, volume TEXT, issue TEXT, pages TEXT, publisher TEXT, place TEXT,
    keywords TEXT NOT NULL,
    links TEXT NOT NULL,
    ids TEXT NOT NULL,
    collection TEXT
);
CREATE INDEX papers_by_key ON papers (base_key);
CREATE TABLE forms (
    ordinal INTEGER PRIMARY KEY REFERENCES papers ON DELETE CASCADE,
    plain TEXT NOT NULL,
    spans TEXT NOT NULL,
    title TEXT,
    title_spans TEXT NOT NULL,
    name TEXT,
    long_name TEXT,
    gist TEXT NOT NULL,
    links TEXT NOT NULL
);
CREATE TABLE occurrences (
    ordinal INTEGER NOT NULL REFERENCES papers ON DELETE CASCADE,
    source INTEGER NOT NULL REFERENCES sources ON DELETE CASCADE,
    number INTEGER,
    record_key TEXT,
    PRIMARY KEY (ordinal, source, number)
);
CREATE TABLE aliases (
    alias TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (alias, id)
) WITHOUT ROWID;
""",
    """
ALTER TABLE sources ADD COLUMN heading TEXT;
ALTER TABLE sources ADD COLUMN outcome TEXT;
UPDATE sources SET heading = (
    SELECT collection FROM occurrences JOIN papers USING (ordinal)
    WHERE occurrences.source = sources.source ORDER BY ordinal LIMIT 1
);
CREATE TABLE list_rows (
    ordinal INTEGER PRIMARY KEY REFERENCES papers ON DELETE CASCADE,
    heading TEXT NOT NULL,
    detail TEXT NOT NULL,
    titled INTEGER NOT NULL
);
INSERT INTO list_rows
    SELECT ordinal, coalesce(forms.title, name, ''), gist, forms.title IS NOT NULL
    FROM forms;
""",
    """
ALTER TABLE list_rows ADD COLUMN code INTEGER NOT NULL DEFAULT 0;
ALTER TABLE list_rows ADD COLUMN pdf INTEGER NOT NULL DEFAULT 0;
ALTER TABLE list_rows ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
UPDATE list_rows SET
    pdf = (SELECT papers.links LIKE '%"kind":"pdf"%' FROM papers
        WHERE papers.ordinal = list_rows.ordinal),
    code = (SELECT papers.links LIKE '%"kind":"code"%' OR
        forms.links LIKE '%bitbucket.org/%' OR
        forms.links LIKE '%codeberg.org/%' OR
        forms.links LIKE '%github.com/%' OR
        forms.links LIKE '%github.io/%' OR
        forms.links LIKE '%gitlab.com/%' OR
        forms.links LIKE '%huggingface.co/%' OR
        forms.links LIKE '%sr.ht/%'
        FROM papers JOIN forms USING (ordinal) WHERE papers.ordinal = list_rows.ordinal);
INSERT INTO meta VALUES ('library', lower(hex(randomblob(8))));
INSERT INTO meta VALUES ('revision', '1');
CREATE INDEX rows_with_code ON list_rows (ordinal) WHERE code;
CREATE INDEX rows_with_pdf ON list_rows (ordinal) WHERE pdf;
CREATE INDEX rows_with_title ON list_rows (ordinal) WHERE titled;
CREATE INDEX rows_by_revision ON list_rows (revision);
CREATE INDEX papers_by_year ON papers (year, ordinal);
CREATE INDEX occurrences_by_source ON occurrences (source, ordinal);
""",
    """
CREATE INDEX aliases_by_id ON aliases (id);
""",
    """
ALTER TABLE sources ADD COLUMN path TEXT;
ALTER TABLE sources ADD COLUMN asked TEXT;
ALTER TABLE sources ADD COLUMN added_at REAL;
ALTER TABLE sources ADD COLUMN state TEXT NOT NULL DEFAULT 'there';
CREATE TABLE removed_rows (ordinal INTEGER PRIMARY KEY, revision INTEGER NOT NULL);
CREATE INDEX removed_by_revision ON removed_rows (revision);
""",
    """
ALTER TABLE aliases ADD COLUMN lent INTEGER NOT NULL DEFAULT 0;
ALTER TABLE occurrences ADD COLUMN original INTEGER;
CREATE TABLE originals (
    ordinal INTEGER PRIMARY KEY,
    shown INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    title TEXT,
    authors TEXT NOT NULL,
    editors TEXT NOT NULL,
    abstract TEXT NOT NULL,
    year INTEGER, month INTEGER, day INTEGER,
    venue TEXT, series TEXT, volume TEXT, issue TEXT, pages TEXT, publisher TEXT, place TEXT,
    keywords TEXT NOT NULL,
    links TEXT NOT NULL,
    ids TEXT NOT NULL,
    collection TEXT
);
CREATE INDEX originals_by_shown ON originals (shown, ordinal);
CREATE INDEX occurrences_by_number ON occurrences (source, number);
CREATE INDEX occurrences_by_record_key ON occurrences (source, record_key);
CREATE INDEX sources_by_file ON sources (file);
""",
)
