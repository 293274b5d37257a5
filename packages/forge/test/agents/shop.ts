/** A project with one unit to build, or several, by the built-in agent against the fake provider, through the command line. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Script } from '#testing/fake-llm/script.ts'
import { startFakeLlm, type FakeLlm } from '#testing/fake-llm/server.ts'
import { bundledCommandLine, compiled } from '../../../../scripts/bundled.ts'
import { callHere, trusting, type Caller, type Ran } from '../calling.ts'
import { collect } from '../cli/stage.ts'

export interface Shop {
  readonly fake: FakeLlm
  readonly forge: (args: readonly string[]) => Promise<Ran>
  /** Units that were merged, as a stream of JSON tells it. */
  readonly merged: (ran: Ran) => readonly string[]
}

export interface Habits {
  /** Commands that the agent runs before it answers. */
  readonly turns: number
  /** Units that can be built at the same time; default: one, the shop. */
  readonly units?: readonly string[]
  /** What every answer of the provider says it used. */
  readonly usage: { readonly input: number; readonly output: number }
  /** Another configuration than that of one agent for all. */
  readonly config?: string
  /** Trouble of the first request for work. */
  readonly fail?: readonly object[]
  /** Headers of the answer that brings the plan. */
  readonly headers?: Readonly<Record<string, string>>
  /** Variables of the operator besides, or instead. */
  readonly env?: Readonly<Record<string, string>>
  /** Forge as a process of its own: Node itself reads some of the variables, when it starts. */
  readonly starts?: 'a process'
}

export async function onShop(habits: Habits, act: (shop: Shop) => Promise<void>): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'forge-shop-')))
  const project = join(root, 'project')
  const started = await startFakeLlm({ script: scriptOf(habits) })
  if (!started.ok) throw new Error(started.failure)
  const fake = started.value
  try {
    mkdirSync(join(project, '.forge'), { recursive: true })
    writeFileSync(join(project, '.forge/config.yaml'), `${habits.config ?? oneAgent}verify: ["true"]\n`)
    for (const args of [
      ['init', '--quiet', '-b', 'main'],
      ['add', '--all'],
      ['commit', '--quiet', '-m', 'Start'],
    ])
      execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: project })
    const { PATH = '' } = process.env
    const env = {
      PATH,
      HOME: join(root, 'home'),
      ...providersAt(fake.url),
      ...habits.env,
    }
    const call = habits.starts === undefined ? callHere : callProcess
    const forge = (args: readonly string[]): Promise<Ran> => call(args, { cwd: project, env })
    await act({ fake, forge, merged })
  } finally {
    await fake.close()
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function callProcess(args: readonly string[], { cwd, env }: Caller): Promise<Ran> {
  const words = [await bundledCommandLine(), ...args]
  const all = { ...env, ...trusting, NODE_COMPILE_CACHE: compiled }
  return collect(spawn(process.execPath, words, { cwd, env: all, stdio: ['ignore', 'pipe', 'pipe'] }))
}

const oneAgent = 'agent: builtin:claude-sonnet-4-5\n'

function providersAt(url: string): Readonly<Record<string, string>> {
  return {
    ANTHROPIC_API_KEY: 'x',
    ANTHROPIC_BASE_URL: url,
    OPENAI_API_KEY: 'x',
    OPENAI_BASE_URL: url,
    GEMINI_API_KEY: 'x',
    GOOGLE_GEMINI_BASE_URL: url,
  }
}

function scriptOf({ turns, usage, units: ids = ['shop'], fail = [], headers = {} }: Habits): Script {
  const units = ids.map((id) => ({
    id,
    title: `The ${id}`,
    writes: [`${id}.txt`],
    verify: [{ name: 'open', run: `test -f ${id}.txt` }],
  }))
  const nonce = '{{nonce}}'
  const working = Array.from({ length: turns }, () => ({ bash: 'echo open > {{unit}}.txt', usage, fail }))
  return Script.parse({
    version: 1,
    rules: [
      {
        when: { prompt: 'Make a plan for this' },
        steps: [{ answer: { nonce, plan: { summary: 'a shop', units } }, usage, headers }],
      },
      { when: { prompt: 'Judge the change' }, steps: [{ answer: { nonce, verdict: 'approve' }, usage }] },
      {
        capture: { unit: '"unit": ?"([a-z]+)"' },
        steps: [...working, { answer: { nonce, status: 'done' }, usage }],
      },
    ],
  })
}

function merged({ out }: Ran): readonly string[] {
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind?: string; event?: { type: string; unit: string } })
    .flatMap(({ event }) => (event?.type === 'unit.merged' ? [event.unit] : []))
}
