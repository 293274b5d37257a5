/**
 * `redact`: a secret that was written before anybody knew it to be one is taken out of everything that Forge wrote (T-21).
 *
 * 1. Offline: the locks of all runs are held meanwhile, so no driver builds on what changes.
 * 2. New blobs, then the journal in one transaction, then all other files, then the old blobs go: whoever dies between
 *    two of these runs it again and it goes on from there.
 * 3. What changes keeps its meaning: hash chains, hashes of what changed and names of blobs fit, and each run that was
 *    touched has it on record, with a count and without the value.
 * 4. Git is only looked at: commits are the user's.
 */
import { join } from 'node:path'
import { createEraser, type Eraser } from '#adapters/exec/index.ts'
import { searchRefs, type FoundCommit } from '#adapters/git/index.ts'
import { readWritten, rewriteJournal, type WrittenRow } from '#adapters/log/sqlite/index.ts'
import { runCodec, hostCodec } from '#engine/streams.ts'
import { hostRun } from '#engine/host.ts'
import { holdRun } from '#engine/hold.ts'
import type { Lock, Locks, Log } from '#engine/ports.ts'
import type { Event } from '#model/event.ts'
import type { Principal } from '#model/question.ts'
import { failed, success, type Result } from '#model/result.ts'
import { slugFrom } from '#model/slug.ts'
import { readKey, type KeySource } from '#forge/accounts.ts'
import { gitProgram } from '#forge/git-program.ts'
import type { Environment, Places, Repository } from '#forge/places.ts'
import { refusal, usageRefusal, type Refusal } from '#forge/refusal.ts'
import { logRefusal } from '#forge/rows.ts'
import { holdingFiles, holdingTrees, isThere, rewriteBlobs, rewriteFiles, type HoldingFile } from './files.ts'
import { cleanedText, rehashOf, type Erase } from './values.ts'

export interface RedactParts {
  readonly repository: Repository
  readonly places: Places
  readonly log: Log<Event>
  readonly locks: Locks
  readonly by: Principal
  readonly now: () => number
}

export interface Redaction {
  /** Events that hold it, by run. */
  readonly journal: readonly { readonly run: string; readonly events: number; readonly count: number }[]
  readonly files: readonly HoldingFile[]
  /** Where it still is, and nobody but you may take it out. */
  readonly trees: readonly HoldingFile[]
  readonly commits: readonly (FoundCommit & { readonly repository: 'control' | 'yours' })[]
  /** Runs whose name holds it. */
  readonly names: readonly string[]
}

/** The secret from where nobody else sees it. */
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
  if (eraser === undefined)
    return failed(usageRefusal('short-secret', 'a text of fewer than 8 characters cannot be told from ordinary words'))
  const rows = readWritten(parts.places.journal)
  const found = await lookFor(parts, { eraser, secret, rows })
  if (how === 'look') return success(found)
  const held = await holdAll(parts, rows)
  if (!held.ok) return held
  try {
    const removed = await remove(parts, eraser, found)
    if (!removed.ok) return removed
  } finally {
    for (const lock of held.value) await lock.release()
  }
  const noted = await noteAll(parts, found)
  return noted.ok ? success(found) : noted
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
  const own = (await isThere(join(control.gitDir, 'HEAD')))
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
    files: await holdingFiles(places.state, eraser),
    trees: await holdingTrees(places.state, eraser),
    commits: [
      ...own.map((commit) => ({ ...commit, repository: 'control' as const })),
      ...yours.map((commit) => ({ ...commit, repository: 'yours' as const })),
    ],
    names: runs.filter((run) => eraser.countIn(run) > 0 || isPartOf(run, secret)),
  }
}

/** A run is named by words of its request: eight letters in a row that both have are no chance. */
function isPartOf(run: string, secret: string): boolean {
  const words = slugFrom(secret)
  const parts = Array.from({ length: Math.max(0, words.length - 7) }, (_, index) => words.slice(index, index + 8))
  return parts.some((part) => run.includes(part))
}

/** Nobody drives anything meanwhile. */
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
    return failed({ ...refusal('held', `another Forge drives run ${run}`, `forge status ${run}`), exit: 'held' })
  }
  return success(taken)
}

/** The mark is one that every field can hold; names of runs stay, whatever they hold: everything else is found by them. */
const marks = ['[redacted]', 'redacted'] as const

async function remove({ places }: RedactParts, eraser: Eraser, found: Redaction): Promise<Result<undefined, Refusal>> {
  const rows = readWritten(places.journal)
  const bodies = rows.map(({ body }) => body)
  for (const mark of marks) {
    const named = found.names.filter((name) => eraser.countIn(name) > 0)
    const erase = eraseWith(eraser, mark, named)
    const blobs = await rewriteBlobs(places.state, found.files, (bytes) => eraser.bytes(bytes, mark))
    const rehash = rehashOf(bodies, erase, blobs)
    if (mark !== marks[1] && !rows.every((row) => isReadable(row, cleanedText(row.body, erase, rehash)))) continue
    const rewritten = rewriteJournal(places.journal, {
      isHeld: (run) => rows.some((row) => row.run === run),
      body: (_run, body) => cleanedText(body, erase, rehash),
      text: (text) => (eraser.countIn(text) === 0 ? text : cleanedText(text, erase, rehash)),
    })
    if (!rewritten.ok) return failed(stopRefusal(rewritten.failure))
    await rewriteFiles(places.state, found.files, {
      text: (text) => cleanedText(text, erase, rehash),
      bytes: (bytes) => eraser.bytes(bytes, mark),
    })
    return success(undefined)
  }
  return success(undefined)
}

function stopRefusal(stop: Extract<ReturnType<typeof rewriteJournal>, { ok: false }>['failure']): Refusal {
  if (stop.why === 'unheld') return refusal('held', `run ${stop.run} began meanwhile`, 'wait for it to end, then again')
  return logRefusal(stop)
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

/** On record with each run that held it: how often, by whom, and nothing of what. */
async function noteAll(parts: RedactParts, found: Redaction): Promise<Result<undefined, Refusal>> {
  const [at, by] = [parts.now(), parts.by]
  for (const { run, count } of found.journal.filter((one) => one.run !== hostRun)) {
    const message = { type: 'redact', id: `redact-${at}-${process.pid}`, at, by, count } as const
    const self = { pid: process.pid, since: at, does: 'redact' }
    const held = await holdRun(parts, run, self, (actor) => actor.post(message))
    if (!held.ok) return failed(refusal('held', `run ${run} could not be told`, 'forge redact again'))
    if (!held.value.ok) return failed(logRefusal(held.value.failure))
  }
  return success(undefined)
}
