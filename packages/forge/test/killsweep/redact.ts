/** The kill -9 sweep through `forge redact`: killed around each of its steps, then finished by another redaction or a driver. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createEraser } from '#adapters/exec/index.ts'
import { readRest, readWritten } from '#adapters/log/sqlite/index.ts'
import { runCore } from '#core/next/core.ts'
import { audit } from '#forge/handover/audit.ts'
import { driveTrusted } from '#forge/drive/drive.ts'
import { createSteps } from '#forge/housekeeping/redact/steps.ts'
import { canonicalJson } from '#model/canonical.ts'
import { hashOf, hashText } from '#model/digest.ts'
import type { Json } from '#model/json.ts'
import { bundledProgram, compiled } from '../../../../scripts/bundled.ts'
import { must } from '../driven/project.ts'
import { journalFolder } from '../journals/journals.ts'
import type { KillPlan } from './points.ts'
import {
  makeRedactPlace,
  partsIn,
  redactIn,
  runs,
  secret,
  type RedactPlace,
  type RedactPlaceParts,
} from './redact-place.ts'

const child = fileURLToPath(new URL('redact-child.ts', import.meta.url))

/** The points that it passed, or that it was killed. */
async function redactApart(cwd: string, home: string, { at, moment }: KillPlan): Promise<readonly string[] | 'killed'> {
  const words = [await bundledProgram(child), cwd, home, String(at), moment]
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled }
  const options = { env, timeout: 60_000, killSignal: 'SIGKILL' } as const
  try {
    const { stdout } = await promisify(execFile)(process.execPath, words, options)
    return JSON.parse(stdout) as readonly string[]
  } catch (error) {
    const { signal, killed, stderr } = error as { signal?: string; killed?: boolean; stderr?: string }
    if (signal === 'SIGKILL' && killed !== true) return 'killed'
    throw new Error(stderr ?? String(error), { cause: error })
  }
}

/** Everything that must be the same in the end, whoever died on the way. */
export interface RedactEnd {
  /** Files of any kind below the state directory with any form of the secret. */
  readonly holders: readonly string[]
  readonly isRestKept: boolean
  /** Of each run: `run.redacted` events with their counts, invariants that the audit finds violated, the folded state. */
  readonly runs: readonly { run: string; redacted: readonly number[]; violated: readonly string[]; state: string }[]
  /** Blobs that events name and that are not there, and blobs with other bytes than their names say. */
  readonly wrongBlobs: readonly string[]
  /** Bodies of all events. */
  readonly journal: string
  /** Path, content and, of transcripts, time. */
  readonly files: readonly string[]
}

async function endOf({ parts }: { readonly parts: RedactPlaceParts }): Promise<RedactEnd> {
  const { places } = parts
  const all = filesUnder(places.state)
  const eraser = createEraser(secret)
  const rows = readWritten(places.journal)
  const kept = all.filter((file) => !/^(?:journal|locks)\//.test(relative(places.state, file)))
  return {
    holders: all
      .filter((file) => eraser?.countIn(readFileSync(file)) !== 0)
      .map((file) => relative(places.state, file)),
    isRestKept: must(readRest(places.journal)) !== undefined,
    runs: await Promise.all(runs.map((run) => runEnd(parts, run))),
    wrongBlobs: wrongBlobs(
      places.blobs,
      rows.map(({ body }) => body),
    ),
    journal: hashText(canonicalJson(rows.map(({ run, body }) => [run, body]))),
    files: kept.map((file) => {
      const time = file.startsWith(places.transcripts) ? ` ${statSync(file).mtimeMs}` : ''
      return `${relative(places.state, file)} ${hashText(readFileSync(file, 'latin1'))}${time}`
    }),
  }
}

async function runEnd(parts: RedactPlaceParts, run: string): Promise<RedactEnd['runs'][number]> {
  const events = must(await parts.log.read(run, 0)).map(({ event }) => event)
  const { invariants } = must(await audit(parts, run))
  const state = runCore.fold(runCore.initial(run), events)
  return {
    run,
    redacted: events.flatMap((event) => (event.type === 'run.redacted' ? [event.count] : [])),
    violated: invariants.filter((one) => one.state !== 'ok').map(({ id }) => id),
    state: hashOf(JSON.parse(JSON.stringify(state)) as Json),
  }
}

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
}

function wrongBlobs(folder: string, bodies: readonly string[]): readonly string[] {
  const files = filesUnder(folder)
  const names = files.map((file) => basename(file))
  const prompts = bodies.flatMap((body) => /"prompts":(\{[^}]*\})/.exec(body)?.[1] ?? [])
  const named = prompts.flatMap((text) => Object.values(JSON.parse(text) as Record<string, string>))
  const damaged = files.filter((file) => hashText(readFileSync(file, 'utf8')) !== basename(file))
  return [...named.filter((hash) => !names.includes(hash)), ...damaged]
}

/** A driver knows no secret. */
export type Finisher = 'redact' | 'driver'

export interface RedactStrike extends KillPlan {
  readonly label: string
  readonly by: Finisher
}

export interface RedactStruck extends Omit<RedactStrike, 'at'> {
  /** How the process ended that was to be killed. */
  readonly struck: 'killed' | 'lived'
  readonly end: RedactEnd
}

export interface RedactSwept {
  readonly labels: readonly string[]
  readonly calm: RedactEnd
  readonly before: RedactEnd
  readonly struck: readonly RedactStruck[]
}

export async function sweepRedact(
  choose: (all: readonly RedactStrike[]) => readonly RedactStrike[],
): Promise<RedactSwept> {
  const place = await makeRedactPlace(join(journalFolder, 'v1-plain.jsonl'))
  try {
    const before = await lookAt(place.cwd, place.copy())
    const home = place.copy()
    const labels = await redactApart(place.cwd, home, { at: 0, moment: 'before' })
    if (labels === 'killed') throw new Error('killed without a plan')
    const struck: RedactStruck[] = []
    for (const strike of choose(strikesOf(labels))) struck.push(await strikeAt(place, strike))
    return { labels, before, calm: await lookAt(place.cwd, home), struck }
  } finally {
    place.end()
  }
}

/** After the journal is rewritten a driver can finish, too. */
function strikesOf(labels: readonly string[]): readonly RedactStrike[] {
  const rewritten = labels.indexOf('rewriteJournal')
  return labels.flatMap((label, index) =>
    (['before', 'after'] as const).flatMap((moment) => {
      const isRewritten = index > rewritten || (index === rewritten && moment === 'after')
      const finishers: readonly Finisher[] = isRewritten ? ['redact', 'driver'] : ['redact']
      return finishers.map((by) => ({ label, at: index + 1, moment, by }))
    }),
  )
}

async function strikeAt(place: RedactPlace, { label, at, moment, by }: RedactStrike): Promise<RedactStruck> {
  const { cwd } = place
  const home = place.copy()
  const struck = (await redactApart(cwd, home, { at, moment })) === 'killed' ? 'killed' : 'lived'
  const { parts, close } = await partsIn(cwd, home)
  if (by === 'redact') must(await redactIn(parts, createSteps(parts)))
  else await driveIn(parts)
  await close()
  return { label, moment, by, struck, end: await lookAt(cwd, home) }
}

/** It finds no agent and drives nothing; what was left is finished before that. */
async function driveIn(parts: RedactPlaceParts): Promise<void> {
  const driven = await driveTrusted({ ...parts, trust: { ground: 'nothing' } }, {
    what: { resume: 'toy' },
    signal: new AbortController().signal,
    onRun: () => undefined,
    onEntry: () => undefined,
    say: () => undefined,
  } as unknown as Parameters<typeof driveTrusted>[1])
  if (driven.ok || driven.failure.code !== 'no-agent') throw new Error(JSON.stringify(driven))
}

async function lookAt(cwd: string, home: string): Promise<RedactEnd> {
  const opened = await partsIn(cwd, home)
  const end = await endOf(opened)
  await opened.close()
  return end
}
