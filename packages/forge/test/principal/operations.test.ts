/** Every operation, called by an agent: what decides is refused by one rule and changes nothing, what reads is answered. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { raw } from '#messages/said.ts'
import { callForge } from '#surfaces/cli/command-line.ts'
import { operations } from '#surfaces/operations/list.ts'
import { makePlace, type Place } from '../terminal/place.ts'
import { trusting } from '../calling.ts'

const run = 'open-the-shop'

/** A call of each that an operator could make here: an agent is refused for what it is, not for what it typed. */
const calls: Readonly<Record<string, readonly string[]>> = {
  build: ['Close the shop', '--yes', '--accept-dirty'],
  run: ['build', 'Close the shop', '--yes', '--accept-dirty'],
  bug: ['The shop is closed', '--yes', '--accept-dirty'],
  'sprint new': ['Open all shops', '--yes', '--accept-dirty'],
  'sprint run': [run, '--yes'],
  'sprint add': ['Sell bread', '--run', run],
  'sprint status': [run],
  'sprint retro': [run, '--note', 'fine'],
  demo: [],
  rehearse: ['build', '--path', 'approved'],
  resume: [run, '--yes', '--allow-plan-commands', '--allow-gate-changes'],
  sync: [run],
  land: [run, '--partial'],
  status: [run],
  watch: [run],
  logs: [run],
  show: ['plan', '--run', run],
  progress: [run],
  route: ['implement'],
  prompt: ['plan', 'draft', '--run', run],
  'gate check': ['plan', 'draft', '--run', run],
  'gate stats': [],
  list: ['runs'],
  query: ['runs'],
  why: [run],
  report: [run],
  cost: [run],
  friction: [],
  learnings: [],
  audit: [run],
  events: [run],
  'plan show': [run],
  'plan edit': ['plan.json', '--run', run],
  questions: [],
  answer: [`${run}/0/plan/approve#1`, 'approve', '--no-drive'],
  approve: [run, '--no-drive'],
  reject: [run, '--note', 'no', '--no-drive'],
  pause: [run],
  unpause: [run, '--no-drive'],
  cancel: [run],
  retry: ['plan', '--run', run, '--no-drive'],
  reopen: ['plan', '--run', run, '--reason', 'again', '--no-drive'],
  raise: [run, '--max-attempts', '99', '--no-drive'],
  'preset list': [],
  'preset show': ['build'],
  'preset check': ['none-of-that-name'],
  'preset new': ['mine'],
  init: ['--yes'],
  prune: [],
  redact: ['--from-env', 'SECRET'],
  'accounts add': ['second', '--variable', 'ANTHROPIC_API_KEY', '--from-env', 'SECRET'],
  'accounts list': [],
  'accounts use': ['default'],
  'accounts remove': ['second'],
  'config list': [],
  'config get': ['slots'],
  preflight: [],
  doctor: [],
  agents: [],
  models: [],
  'agents try': ['builtin'],
  'fake-llm': [],
  'agents certify': ['builtin'],
  completion: ['bash'],
  version: [],
}

let place: Place
beforeAll(async () => {
  place = await makePlace()
  const { exitCode, error } = await place.forge(['build', 'Open the shop'])
  expect(exitCode, error).toBe(3)
}, 90_000)
afterAll(() => place.end())

interface Told {
  readonly exit: number
  readonly text: string
}

async function asAgent(words: readonly string[]): Promise<Told> {
  const home = join(place.root, '../home')
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    USER: 'ada',
    FORGE_SANDBOX: 'off',
    ...trusting,
    SECRET: 'a-secret-of-the-user',
    FORGE_KEY: `${run}/0/shop/implement#1`,
    FORGE_TREE: 'shop',
  }
  let text = ''
  const write = (more: string): void => void (text += more)
  const nobody = { ask: () => Promise.resolve(undefined), askHidden: () => Promise.resolve(undefined) }
  const exit = await callForge({
    args: [...words, '--json'],
    terminal: {
      env,
      stdinIsTerminal: false,
      stdoutIsTerminal: false,
      size: () => ({ columns: 80, rows: 24 }),
      out: write,
      error: write,
      ...nobody,
      edit: () => Promise.resolve({ ok: false, failure: raw('nobody') }),
    },
    surroundings: {
      cwd: place.root,
      env,
      home,
      now: () => Date.now(),
      program: '',
      machine: { node: process.versions.node, sqlite: '', platform: process.platform },
    },
    // What only looks and would go on looking ends at once.
    signal: AbortSignal.abort(),
  })
  return { exit, text }
}

/** Every ref, and every byte of the project and of Forge's state. */
function everything(): readonly string[] {
  const refs = execFileSync('git', ['for-each-ref'], { cwd: place.root, encoding: 'utf8' })
  return [refs, ...filesIn(place.root), ...filesIn(join(place.root, '../home'))]
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? [path, ...filesIn(path)] : [`${path} ${readFileSync(path, 'latin1')}`]
  })
}

const isRefused = /"error":\{"code":"agent"/

describe('an agent', { timeout: 90_000 }, () => {
  it('I-23 is asked about every operation that there is', () => {
    expect(Object.keys(calls).toSorted()).toEqual(operations.map(({ name }) => name).toSorted())
  })

  it.each(operations.map(({ name, load }) => ({ name, load })))(
    'U-30 (I-23, T-10) forge $name',
    async ({ name, load }) => {
      const { does } = await load()
      const before = does === 'decides' ? everything() : []
      const { exit, text } = await asAgent([...name.split(' '), ...(calls[name] ?? [])])
      if (does === 'reads') return expect(text).not.toMatch(isRefused)
      expect(text).toMatch(isRefused)
      expect(exit).toBe(8)
      expect(everything()).toEqual(before)
    },
  )

  it('I-23 of the operations those decide that begin, drive, answer, hand over or write what is the user’s', async () => {
    const loaded = await Promise.all(operations.map(({ load }) => load()))
    expect(loaded.filter(({ does }) => does === 'decides').map(({ name }) => name)).toEqual(deciding)
    for (const { bare, load } of operations) if (bare !== undefined) expect(bare.does).toBe((await load()).does)
  })
})

const deciding = [
  'build',
  'run',
  'bug',
  'sprint new',
  'sprint run',
  'sprint add',
  'sprint retro',
  'demo',
  'rehearse',
  'resume',
  'sync',
  'land',
  'plan edit',
  'answer',
  'approve',
  'reject',
  'pause',
  'unpause',
  'cancel',
  'retry',
  'reopen',
  'raise',
  'preset new',
  'init',
  'prune',
  'redact',
  'accounts add',
  'accounts use',
  'accounts remove',
  'agents try',
  'agents certify',
]
