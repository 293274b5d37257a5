/**
 * `redact`: removes a secret from everything that Forge wrote before it was known to be a secret (T-21).
 *
 * 1. Offline: it holds the locks of all runs, so no driver builds on what changes.
 * 2. It writes files that no other file names and new blobs first, then the journal in one transaction, which also
 * keeps the remaining steps: records, old blobs, the message to each run. If killed before the transaction, everything
 * is unchanged except files that are already clean; if killed after it, the next redaction or driver finishes, even
 * without the secret (`rest.ts`).
 * 3. What changes keeps its meaning: hash chains, hashes of changed content and names of blobs match, and each affected
 * run records the redaction, with a count and without the value.
 * 4. Git is only searched: commits are the user's.
 */
import { basename, join } from 'node:path'
import { createEraser, type Eraser } from '#adapters/exec/index.ts'
import { isThere, readBytes } from '#adapters/files/plain.ts'
import { searchRefs, type FoundCommit } from '#adapters/git/index.ts'
import { hashOfBytes } from '#adapters/log/shared/blob.ts'
import { readWritten, type RewriteStop, type WrittenRow } from '#forge/place/store.ts'
import { runCodec, hostCodec } from '#engine/streams.ts'
import { hostRun } from '#engine/host.ts'
import type { Lock, Locks, Log } from '#engine/ports.ts'
import { raw, say } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import type { Principal } from '#model/question.ts'
import { failed, success, type Result } from '#model/result.ts'
import { slugFrom } from '#model/slug.ts'
import { readKey, type KeySource } from '#forge/world/accounts.ts'
import { gitProgram } from '#forge/place/git-program.ts'
import { openWorkplace, type Place } from '#forge/place/place.ts'
import type { Environment, Places, Repository } from '#forge/place/places.ts'
import { refusal, usageRefusal, type Refusal } from '#forge/refusal.ts'
import { journalRefusal } from '#forge/place/journal-refusal.ts'
import { holdingFiles, holdingTrees, isBlob, isRecord, recordPlace, type HoldingFile } from './files.ts'
import { aloneRedacting, finishRest, noteAll, settleFiles, type Rest } from './rest.ts'
import { createSteps, type RedactSteps } from './steps.ts'
import { cleanedText, rehashOf, type Erase, type Rehash } from './values.ts'

export interface RedactParts {
  readonly repository: Repository
  readonly places: Places
  readonly log: Log<Event>
  readonly locks: Locks
  readonly by: Principal
  readonly now: () => number
  readonly steps: RedactSteps
}

export interface Redaction {
  /** Events that hold it, by run. */
  readonly journal: readonly { readonly run: string; readonly events: number; readonly count: number }[]
  readonly files: readonly HoldingFile[]
  /** Where it still is, and only the user may remove it. */
  readonly trees: readonly HoldingFile[]
  readonly commits: readonly (FoundCommit & { readonly repository: 'control' | 'yours' })[]
  /** Runs whose name holds it. */
  readonly names: readonly string[]
}

export interface SecretRemoval {
  /** Removes a secret from everything that Forge wrote, or only finds it. */
  redact(from: KeySource | { readonly typed: string }, how: 'look' | 'remove'): Promise<Result<Redaction, Refusal>>
}

export function secretRemovalOf(place: Place): SecretRemoval {
  return {
    async redact(from, how) {
      const given = await openWorkplace(place)
      return given.ok ? redactFrom({ ...given.value, steps: createSteps(given.value) }, from, how) : given
    },
  }
}

/** Reads the secret from a source that no other user sees. */
export async function redactFrom(
  parts: RedactParts & { readonly env: Environment },
  from: KeySource | { readonly typed: string },
  how: 'look' | 'remove',
): Promise<Result<Redaction, Refusal>> {
  const secret = 'typed' in from ? success(from.typed.trim()) : await readKey(from, parts.env)
  return secret.ok ? redact(parts, secret.value, how) : secret
}

async function redact(parts: RedactParts, secret: string, how: 'look' | 'remove'): Promise<Result<Redaction, Refusal>> {
  const eraser = createEraser(secret)
  if (eraser === undefined) return failed(usageRefusal('short-secret', say('secret.textTooShort')))
  if (how === 'look') return success(await lookFor(parts, { eraser, secret, rows: readWritten(parts.places.journal) }))
  return aloneRedacting(parts, async () => {
    const earlier = await finishRest(parts, parts.steps)
    if (!earlier.ok) return earlier
    const removed = await removeAlone(parts, eraser, secret)
    if (!removed.ok || earlier.value === undefined) return removed
    const { journal, files } = earlier.value
    return success({
      ...removed.value,
      journal: [...journal, ...removed.value.journal],
      files: [...files, ...removed.value.files],
    })
  })
}

async function removeAlone(parts: RedactParts, eraser: Eraser, secret: string): Promise<Result<Redaction, Refusal>> {
  const held = await holdAll(parts, readWritten(parts.places.journal))
  if (!held.ok) return held
  let removed: Result<{ readonly found: Redaction; readonly rest: Rest }, Refusal>
  try {
    removed = await removeHeld(parts, eraser, secret)
  } finally {
    for (const lock of held.value) await lock.release()
  }
  if (!removed.ok) return removed
  const noted = await noteAll(removed.value.rest, parts.steps)
  return noted.ok ? success(removed.value.found) : noted
}

async function lookFor(
  { places, repository }: RedactParts,
  { eraser, secret, rows }: { eraser: Eraser; secret: string; rows: readonly WrittenRow[] },
): Promise<Redaction> {
  const runs = [...new Set(rows.map(({ run }) => run))]
  const journal = runs.flatMap((run) => {
    const counts = rows.filter((row) => row.run === run).map(({ body }) => eraser.countIn(body))
    const count = counts.reduce((sum, one) => sum + one, 0)
    return count === 0 ? [] : [{ run, events: counts.filter((one) => one > 0).length, count }]
  })
  const control = { gitDir: join(places.state, 'control.git') }
  const search = { run: gitProgram, holds: (bytes: Uint8Array) => eraser.countIn(bytes) > 0 }
  const own = isThere(join(control.gitDir, 'HEAD'))
    ? await searchRefs({ ...search, place: control, under: ['refs/forge/'] })
    : []
  const user = { gitDir: repository.gitDirectory }
  const yours = await searchRefs({
    ...search,
    place: user,
    under: ['refs/heads/forge/', 'refs/heads/forge-', 'refs/forge/'],
  })
  return {
    journal,
    files: holdingFiles(places.state, eraser),
    trees: holdingTrees(places.state, eraser),
    commits: [
      ...own.map((commit) => ({ ...commit, repository: 'control' as const })),
      ...yours.map((commit) => ({ ...commit, repository: 'yours' as const })),
    ],
    names: runs.filter((run) => eraser.countIn(run) > 0 || isPartOf(run, secret)),
  }
}

/** A run's name has words of its request: eight equal letters in a row are no coincidence. */
function isPartOf(run: string, secret: string): boolean {
  const words = slugFrom(secret)
  const parts = Array.from({ length: Math.max(0, words.length - 7) }, (_, index) => words.slice(index, index + 8))
  return parts.some((part) => run.includes(part))
}

/** No process drives a run meanwhile. */
async function holdAll(
  { locks, now }: RedactParts,
  rows: readonly WrittenRow[],
): Promise<Result<readonly Lock[], Refusal>> {
  const taken: Lock[] = []
  for (const run of new Set(rows.map((row) => row.run))) {
    const lock = await locks.acquire(`run-${run}`, { pid: process.pid, since: now(), does: 'redact' })
    if (lock.ok) {
      taken.push(lock.value)
      continue
    }
    for (const one of taken) await one.release()
    return failed({
      ...refusal('held', say('run.hasOtherProcess', { run }), raw(`forge status ${run}`)),
      exit: 'held',
    })
  }
  return success(taken)
}

/**
 * Every field can hold one of these marks. Names of runs stay, whatever they hold: everything else is found by them.
 */
const marks = ['[redacted]', 'redacted'] as const

async function removeHeld(
  parts: RedactParts,
  eraser: Eraser,
  secret: string,
): Promise<Result<{ readonly found: Redaction; readonly rest: Rest }, Refusal>> {
  const { steps, places } = parts
  const rows = readWritten(places.journal)
  const found = await lookFor(parts, { eraser, secret, rows })
  const contents = contentsOf(places.state, found.files)
  const { mark, erase, rehash } = wayOf(eraser, { rows, found, contents })
  for (const { path, bytes } of contents) {
    if (isBlob(path)) await steps.writeBlob(eraser.bytes(bytes, mark))
    else if (!isRecord(path)) await steps.replaceFile(path, eraser.bytes(bytes, mark))
  }
  const rest = restOf(
    parts,
    found,
    recordsOf(contents, (text) => cleanedText(text, erase, rehash)),
  )
  const edit = {
    isHeld: (run: string) => rows.some((row) => row.run === run),
    body: (_run: string, body: string) => cleanedText(body, erase, rehash),
    text: (text: string) => (eraser.countIn(text) === 0 ? text : cleanedText(text, erase, rehash)),
  }
  const rewritten = await steps.rewriteJournal(edit, JSON.stringify(rest))
  if (!rewritten.ok) return failed(stopRefusal(rewritten.failure))
  const settled = await settleFiles(rest, steps)
  return settled.ok ? success({ found, rest }) : settled
}

interface Content {
  readonly path: string
  readonly bytes: Uint8Array
}

function contentsOf(state: string, files: readonly HoldingFile[]): readonly Content[] {
  return files.map(({ path }) => ({ path, bytes: readBytes(join(state, path)) }))
}

interface Way {
  readonly mark: string
  readonly erase: Erase
  readonly rehash: Rehash
}

/** The first mark with which every event stays valid. */
function wayOf(
  eraser: Eraser,
  { rows, found, contents }: { rows: readonly WrittenRow[]; found: Redaction; contents: readonly Content[] },
): Way {
  const bodies = rows.map(({ body }) => body)
  const named = found.names.filter((name) => eraser.countIn(name) > 0)
  const blobs = contents.filter(({ path }) => isBlob(path))
  const way = (mark: string): Way => {
    const erase = eraseWith(eraser, mark, named)
    const names = blobs.map(({ path, bytes }) => [basename(path), hashOfBytes(eraser.bytes(bytes, mark))] as const)
    return { mark, erase, rehash: rehashOf(bodies, erase, new Map(names)) }
  }
  const [first, second] = marks
  const best = way(first)
  const isWhole = rows.every((row) => isReadable(row, cleanedText(row.body, best.erase, best.rehash)))
  return isWhole ? best : way(second)
}

function recordsOf(contents: readonly Content[], clean: (text: string) => string): Rest['records'] {
  return contents
    .filter(({ path }) => isRecord(path))
    .map(({ path, bytes }) => {
      const text = clean(Buffer.from(bytes).toString('utf8'))
      return { path, place: recordPlace(path, text), text }
    })
}

function restOf({ now, by }: RedactParts, { journal, files }: Redaction, records: Rest['records']): Rest {
  const at = now()
  return {
    id: `redact-${at}-${process.pid}`,
    at,
    by,
    journal: [...journal],
    files: [...files],
    records,
    blobs: files.map(({ path }) => path).filter(isBlob),
  }
}

function stopRefusal(stop: RewriteStop): Refusal {
  if (stop.why === 'unheld')
    return refusal('held', say('secret.runBeganMeanwhile', { run: stop.run }), say('hint.waitForItsEnd'))
  return journalRefusal(stop)
}

function eraseWith(eraser: Eraser, mark: string, names: readonly string[]): Erase {
  return (text) => {
    const name = names.find((one) => text.includes(one))
    if (name === undefined) return eraser.text(text, mark)
    return text
      .split(name)
      .map((part) => eraser.text(part, mark))
      .join(name)
  }
}

function isReadable({ run }: WrittenRow, body: string): boolean {
  const decoded = run === hostRun ? hostCodec.decode(body) : runCodec.decode(body)
  return decoded.ok
}
