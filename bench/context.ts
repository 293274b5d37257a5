/**
 * `context`: how much of a prompt equals that of another attempt of the same role, and what nodes without an agent
 * cost. A real run of `build` with a scripted agent; prompts are read as kept, tokens from the journal.
 *
 * The share is that of the common beginning in the tokens of the shorter prompt, because a provider's cache compares
 * from the first token on. The lowest of all pairs is reported. `bare` is the same for a project without a description
 * of itself.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { render } from '../packages/forge/src/messages/render.ts'
import { tokensOf } from '../packages/forge/src/core/context/tokens.ts'
import { runCodec } from '../packages/forge/src/engine/streams.ts'
import { findRepository, placesOf } from '../packages/forge/src/forge/place/places.ts'
import { listRuns } from '../packages/forge/src/forge/look/run-list.ts'
import { listTranscripts, readPrompt } from '../packages/forge/src/forge/world/transcripts.ts'
import { openSqliteLog } from '../packages/forge/src/adapters/log/sqlite/index.ts'
import type { Event } from '../packages/forge/src/model/event.ts'
import { briefs, projectText } from './context/texts.ts'
import { inScratch, median, round } from './log/scratch.ts'

const program = join(import.meta.dirname, '../packages/forge/src/surfaces/cli/main.ts')

export async function benchContext(): Promise<unknown> {
  const described = await inScratch((directory) => measure(directory, { '.forge/project.md': projectText }))
  const bare = await inScratch((directory) => measure(directory, {}))
  const { share, middle, pairs, tokens } = described
  return { bench: 'context', share, goal: 0.7, middle, bare: bare.share, pairs, prompts: described.prompts, ...tokens }
}

interface Measured {
  readonly share: number
  readonly middle: number
  readonly pairs: number
  readonly prompts: number
  readonly tokens: { readonly agentTokens: number; readonly otherTokens: number; readonly otherAttempts: number }
}

async function measure(directory: string, files: Readonly<Record<string, string>>): Promise<Measured> {
  const events = await runIn(directory, files)
  const run = events.run
  const byRole = promptsByRole(directory, run, events.events)
  const shares = [...byRole.values()].flatMap(sharesOf)
  if (shares.length === 0) throw new Error('no role was dispatched twice')
  return {
    share: round(Math.min(...shares)),
    middle: round(median(shares)),
    pairs: shares.length,
    prompts: [...byRole.values()].flat().length,
    tokens: tokensIn(events.events),
  }
}

/** For every two prompts of a role: the tokens of their common beginning ÷ those of the shorter one. */
export function sharesOf(prompts: readonly string[]): readonly number[] {
  return prompts.flatMap((one, index) =>
    prompts.slice(index + 1).map((other) => {
      const shorter = Math.min(tokensOf(one), tokensOf(other))
      return tokensOf(commonStart(one, other)) / shorter
    }),
  )
}

function commonStart(one: string, other: string): string {
  let at = 0
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1
  return one.slice(0, at)
}

function promptsByRole(directory: string, run: string, events: readonly Event[]): ReadonlyMap<string, string[]> {
  const { transcripts } = placesIn(directory)
  const roles = new Map(
    events.flatMap((event) =>
      event.type === 'attempt.intended' && 'role' in event.task ? [[event.key, event.task.role] as const] : [],
    ),
  )
  const found = new Map<string, string[]>()
  for (const { key, file } of listTranscripts(transcripts, run)) {
    const kept = readPrompt(transcripts, run, file)
    const role = roles.get(key)
    if (kept === undefined || role === undefined) throw new Error(`no prompt was kept of ${key}`)
    found.set(role, [...(found.get(role) ?? []), `${kept.system}\n\n${kept.text}`])
  }
  return found
}

/** Recorded usage in the journal, of agents and of other attempts. */
export function tokensIn(events: readonly Event[]): Measured['tokens'] {
  const agents = new Set<string>()
  let agentTokens = 0
  let otherTokens = 0
  let otherAttempts = 0
  for (const event of events) {
    if (event.type === 'attempt.intended' && 'role' in event.task) agents.add(event.key)
    if (event.type !== 'attempt.finished') continue
    const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = event.usage
    const tokens = inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens
    if (agents.has(event.key)) agentTokens += tokens
    else {
      otherTokens += tokens
      otherAttempts += 1
    }
  }
  return { agentTokens, otherTokens, otherAttempts }
}

function placesIn(directory: string) {
  const repository = findRepository(join(directory, 'project'))
  if (!repository.ok) throw new Error(render(repository.failure.message, 'en'))
  return placesOf(repository.value, {}, directory)
}

async function runIn(
  directory: string,
  files: Readonly<Record<string, string>>,
): Promise<{ run: string; events: readonly Event[] }> {
  const cwd = join(directory, 'project')
  const config = 'agent: scripted:script.json\nverify: ["true"]\n'
  const written = { '.forge/config.yaml': config, 'script.json': JSON.stringify({ version: 1, rules }), ...files }
  for (const [path, text] of Object.entries(written)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  const env = { PATH: process.env['PATH'], HOME: directory, GIT_CONFIG_NOSYSTEM: '1', FORGE_TRUSTED: directory }
  for (const args of [
    ['init', '--quiet'],
    ['add', '--all'],
    ['-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'Start'],
  ])
    execFileSync('git', args, { cwd, env })
  const words = ['--conditions=source', program, 'build', 'Let readers find and keep articles', '--yes']
  const { status, stderr } = spawnSync(process.execPath, words, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the run ended with ${String(status)}: ${stderr}`)
  const log = await openSqliteLog(placesIn(directory).journal, runCodec)
  if (!log.ok) throw new Error(JSON.stringify(log.failure))
  const rows = await listRuns(log.value)
  const run = rows.ok ? (rows.value[0]?.run ?? '') : ''
  const entries = await log.value.read(run, 0)
  await log.value.close()
  if (!entries.ok) throw new Error(JSON.stringify(entries.failure))
  return { run, events: entries.value.map(({ event }) => event) }
}

const usage = { do: 'usage', inputTokens: 2400, outputTokens: 310, costMicros: 11_850 }
const verify = [{ name: 'there', run: 'true' }]
const units = Object.entries(briefs).map(([id, { title, brief }]) => ({
  id,
  title,
  brief,
  writes: [`src/${id}.txt`],
  verify,
}))

const rules = [
  { when: { role: 'planner' }, steps: [usage, { do: 'answer', with: { plan: { units } } }] },
  ...units.map(({ id, writes }) => ({
    when: { role: 'worker', unit: id },
    steps: [usage, { do: 'write', path: writes[0], text: id }, { do: 'answer' }],
  })),
  { steps: [usage, { do: 'answer' }] },
]
