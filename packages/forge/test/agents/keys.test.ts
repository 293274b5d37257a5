/** Which keys of the operator's environment reach which agent, and why: a table over every program that Forge drives (T-21, I-38). */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AdapterParts } from '#adapters/agents/session/index.ts'
import type { Agents } from '#engine/ports.ts'
import { findKind } from '#forge/world/agents/kinds.ts'
import { createMetering } from '#forge/world/meter.ts'
import { agentTaskOf } from '#testing/builders/index.ts'

afterEach(() => vi.unstubAllEnvs())

const keys = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'OPENAI_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'GH_TOKEN',
  'COPILOT_GITHUB_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'NPM_TOKEN',
] as const

const operators = (name: string): string => `of-the-operator-${name}`
const throwAway = 'throw-away-0123456789'

type Door = Pick<AdapterParts, 'endpointOf'> & { readonly metered?: (agents: Agents) => Agents }

const proxy: Door = {
  endpointOf: () => Promise.resolve({ baseUrl: 'http://127.0.0.1:9', key: throwAway, isRefused: () => false }),
}

/** The keys that stand in the environment of anything that the adapter starts, whatever their names are there. */
async function reaching(name: string, door: Door, set: readonly string[] = keys): Promise<readonly string[]> {
  const root = mkdtempSync(join(tmpdir(), 'forge-keys-'))
  try {
    for (const key of keys) vi.stubEnv(key, set.includes(key) ? operators(key) : undefined)
    const program = join(root, 'program')
    for (const folder of ['seen', 'tree', 'home/.gemini', 'home/.qwen'])
      mkdirSync(join(root, folder), { recursive: true })
    // Without a login these are not started at all.
    for (const login of ['.gemini/oauth_creds.json', '.qwen/oauth_creds.json'])
      writeFileSync(join(root, 'home', login), '')
    vi.stubEnv('HOME', join(root, 'home'))
    const line = `#!/bin/sh\nenv > "${root}/seen/$$"\ncase "$1" in --version|-V) echo 99.0.0; exit 0;; esac\nexit 1\n`
    writeFileSync(program, line, { mode: 0o755 })
    const { metered = (agents: Agents) => agents, ...ends } = door
    const around: AdapterParts = {
      pathOf: () => join(root, 'tree'),
      privateDir: join(root, 'private'),
      scope: root,
      clock: { wall: () => 1_000_000 },
      warn: () => undefined,
      ...ends,
    }
    const kind = findKind(name)
    if (kind === undefined) throw new Error(`no agent ${name}`)
    const session = await metered(kind.create(around, program)).start(agentTaskOf(), () => undefined)
    await session.ended
    const seen = readdirSync(join(root, 'seen')).map((file) => readFileSync(join(root, 'seen', file), 'utf8'))
    expect(seen.length).toBeGreaterThan(0)
    return keys.filter((key) => seen.some((text) => text.includes(operators(key))))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** Without a proxy before it an agent needs what it logs in with, and gets nothing else: not even keys of its own vendor that it does not log in with. */
const ofLogin = {
  // Its variables for a key, a bearer token and a subscription.
  'claude-code': ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
  // Logs in by its own file; a key goes through the proxy or not at all.
  codex: [],
  // These keep their logins in files of their own.
  gemini: [],
  opencode: [],
  goose: [],
  qwen: [],
  // Its login is that of the forge that hosts the code.
  copilot: ['GH_TOKEN', 'COPILOT_GITHUB_TOKEN'],
  'claude-agent-acp': ['CLAUDE_CODE_OAUTH_TOKEN'],
  'codex-acp': [],
  // A program of the operator: what it is to have, agents.pass names.
  command: [],
} as const satisfies Readonly<Record<string, readonly (typeof keys)[number][]>>

describe('T-21 I-38 keys of the operator', { timeout: 60_000 }, () => {
  it.each(Object.entries(ofLogin))(
    'T-21 with a login of its own, %s gets what it logs in with: %j',
    async (name, own) => {
      expect(await reaching(name, {})).toEqual(own)
    },
  )

  it.each(Object.keys(ofLogin))('T-1 T-21 I-38 behind the proxy no key reaches %s', async (name) => {
    expect(await reaching(name, proxy)).toEqual([])
  })

  it.each([
    // A key that the proxy can use: then nothing of the operator's reaches the worker, not even its subscription.
    [['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN', 'OPENAI_API_KEY'], []],
    // A subscription cannot be pointed elsewhere: its own token, and no key of another provider.
    [['CLAUDE_CODE_OAUTH_TOKEN', 'OPENAI_API_KEY', 'GEMINI_API_KEY'], ['CLAUDE_CODE_OAUTH_TOKEN']],
  ])('T-21 I-38 with %j set, the meter lets %j reach Claude Code', async (set, reached) => {
    const env = Object.fromEntries(set.map((key) => [key, operators(key)]))
    const metering = createMetering({ env, wall: () => 1_000_000 })
    const door: Door = { endpointOf: metering.endpointOf, metered: (agents) => metering.metered(agents) }
    expect(await reaching('claude-code', door, set)).toEqual(reached)
  })
})
