/** A state directory with a secret in everything that Forge writes, made from a recorded journal, and how tests redact it. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createBlobs, openSqliteLog } from '#adapters/log/sqlite/index.ts'
import { configOf } from '#forge/place/config.ts'
import { runCodec } from '#engine/streams.ts'
import { openStores } from '#forge/place/stores.ts'
import { findRepository, placesOf, type Places } from '#forge/place/places.ts'
import { redactFrom, type Redaction } from '#forge/housekeeping/redact/redact.ts'
import type { RedactSteps } from '#forge/housekeeping/redact/steps.ts'
import { cleanedText, rehashOf } from '#forge/housekeeping/redact/values.ts'
import type { Refusal } from '#forge/refusal.ts'
import { hashText } from '#model/digest.ts'
import type { Event } from '#model/event.ts'
import type { Result } from '#model/result.ts'
import { must } from '../driven/project.ts'

/** Of no shape that anybody would know. */
export const secret = 'Tr0ub4dor & correct horse'

/** Two runs hold it, one does not. */
export const runs = ['toy', 'second', 'clean'] as const

export interface RedactPlace {
  readonly cwd: string
  /** A home of its own, with the same state. */
  copy(): string
  end(): void
}

export async function makeRedactPlace(journal: string): Promise<RedactPlace> {
  const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'forge-redact-'))
  const cwd = join(root, 'project')
  execFileSync('git', ['init', '--quiet', cwd])
  const first = join(root, 'home')
  await fill(placesIn(cwd, first), readFileSync(journal, 'utf8').trim().split('\n'))
  let copies = 0
  return {
    cwd,
    copy() {
      copies += 1
      const home = join(root, `home-${copies}`)
      cpSync(first, home, { recursive: true, preserveTimestamps: true })
      return home
    },
    end: () => rmSync(root, { recursive: true, force: true }),
  }
}

export function placesIn(cwd: string, home: string): Places {
  return placesOf(must(findRepository(cwd)), {}, home)
}

async function fill(places: Places, lines: readonly string[]): Promise<void> {
  const blobs = createBlobs(places.blobs)
  const put = async (text: string): Promise<string> => must(await blobs.put(Buffer.from(text)))
  const prompts = {
    worker: await put(`Work with ${secret}.`),
    reviewer: await put(`Review what ${secret} opens.`),
    planner: await put('Plan.'),
  }
  const log = must(await openSqliteLog(places.journal, runCodec))
  const bodies = runs.map((run) => bodiesOf(lines, run, prompts))
  for (const [index, run] of runs.entries()) {
    const events = (bodies[index] ?? []).map((body) => must(runCodec.decode(body)))
    const writer = must(await log.claim(run))
    // A word that was turned is gone from its table; its bytes stay in a free place of the file until that is packed.
    if (run !== 'clean') must(await log.leave(run, { id: `m-${run}`, body: { note: secret } }))
    const summary = { about: run === 'clean' ? '' : secret }
    must(await writer.turn(0, `m-${run}`, () => ({ events, opened: [], closed: [], timers: [], summary })))
  }
  await log.close()
  fillFiles(
    places,
    (bodies[0] ?? []).map((body) => JSON.parse(body) as Event),
  )
}

/** The recorded events of one run, with hashes that fit what is in them. */
function bodiesOf(lines: readonly string[], run: string, prompts: Readonly<Record<string, string>>): readonly string[] {
  const own = lines
    .map((line) => line.replaceAll('"toy"', `"${run}"`).replaceAll('"toy/', `"${run}/`))
    .map((line) => line.replace('"prompts":{}', `"prompts":${JSON.stringify(run === 'clean' ? {} : prompts)}`))
  if (run === 'clean') return own
  const leak = (text: string): string => (['build it', 'a plan'].includes(text) ? `${text} with ${secret}` : text)
  const rehash = rehashOf(own, leak, new Map())
  return own.map((line) => cleanedText(line, leak, rehash))
}

function fillFiles(places: Places, events: readonly Event[]): void {
  const drafted = events.find((event) => event.type === 'attempt.finished')
  const proposed = events.find((event) => event.type === 'plan.proposed')
  if (drafted?.type !== 'attempt.finished' || proposed?.type !== 'plan.proposed') throw new Error('no plan')
  const { outcome, usage, durationMs } = drafted
  // The session stands for any hash in a record of something that changes.
  const ended = { performance: 1, session: proposed.hash, end: { outcome, usage, durationMs } }
  const records = {
    [drafted.key]: ended,
    [`toy/0/${secret}/implement#1`]: { performance: 1 },
    other: { performance: 2 },
  }
  for (const [key, record] of Object.entries(records))
    write(join(places.state, 'records', `${hashText(key)}.json`), JSON.stringify({ key, record }))
  for (const [name, text] of [
    ['draft.jsonl', `it printed ${secret}`],
    ['work.jsonl', `in base64 ${Buffer.from(secret).toString('base64')}`],
    ['quiet.jsonl', 'nothing'],
  ] as const)
    write(join(places.transcripts, 'toy', name), text)
}

const longAgo = new Date(1_700_000_000_000)

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode: 0o600 })
  utimesSync(path, longAgo, longAgo)
}

/** What a process that decides has. */
export async function partsIn(cwd: string, home: string) {
  const opened = openStores({ cwd, env: {}, home }, () => Promise.resolve(runCodec))
  const parts = {
    repository: must(opened.repository()),
    places: must(opened.places()),
    log: must(await opened.log()),
    locks: must(opened.locks()),
    blobs: must(opened.blobs()),
    config: must(await configOf({ cwd, env: {}, home }, opened).config()),
    env: {},
    home,
    by: { kind: 'operator', name: 'ada' } as const,
    now: () => 1_800_000_000_000,
  }
  return { parts, close: () => opened.close() }
}

export type RedactPlaceParts = Awaited<ReturnType<typeof partsIn>>['parts']

export function redactIn(parts: RedactPlaceParts, steps: RedactSteps): Promise<Result<Redaction, Refusal>> {
  return redactFrom({ ...parts, steps }, { typed: secret }, 'remove')
}
