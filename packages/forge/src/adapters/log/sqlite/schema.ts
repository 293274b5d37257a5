/** The tables of the journal, and the marks that identify its file. */

/** `PRAGMA application_id`: "Forg" in ASCII. */
export const APPLICATION_ID = 0x466f7267

/**
 * `PRAGMA user_version`: raised when a table changes its form, or an event does without a migration. A file with
 * another number was written by a newer or older Forge: it is refused by name and not touched.
 */
export const FORMAT = 4

/** No event ever changes. Only redaction drops this guard, within its one transaction. */
export const GUARD =
  "CREATE TRIGGER event_never_changes BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'an event never changes'); END;"
export const UNGUARD = 'DROP TRIGGER event_never_changes;'

/**
 * `event` is append-only by trigger. `attempt` remembers every key for ever; its partial index is what keeps two
 * attempts from being open on one node path (I-11), whatever the code above does.
 */
export const SCHEMA = `
CREATE TABLE run (
  id TEXT NOT NULL PRIMARY KEY,
  epoch INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  head TEXT NOT NULL,
  summary TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
  run TEXT NOT NULL,
  seq INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  message_id TEXT NOT NULL,
  body TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (run, seq)
) STRICT, WITHOUT ROWID;
${GUARD}
CREATE TRIGGER event_never_goes BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'an event never goes'); END;

CREATE TABLE message (
  run TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (run, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE attempt (
  run TEXT NOT NULL,
  key TEXT NOT NULL,
  path TEXT NOT NULL,
  is_open INTEGER NOT NULL,
  PRIMARY KEY (run, key)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_open_attempt ON attempt (run, path) WHERE is_open = 1;

CREATE TABLE timer (
  run TEXT NOT NULL,
  key TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  PRIMARY KEY (run, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE inbox (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  run TEXT NOT NULL,
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (run, id)
) STRICT;

PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${FORMAT};
`
