/** What agents reach behind walls, and that the record says what was built: real bubblewrap, a real server outside. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claudeCode } from '#adapters/agents/claude-code/index.ts'
import { command } from '#adapters/agents/command/index.ts'
import type { AgentKind, AdapterParts } from '#adapters/agents/session/index.ts'
import type { AgentEnd } from '#engine/ports.ts'
import { withOwnLogin } from '#forge/world/agents/own-login.ts'
import { openSandbox, type SandboxSettings } from '#forge/world/sandbox.ts'
import type { Report } from '#model/attempt.ts'
import { agentTaskOf } from '#testing/builders/index.ts'
import { inPlace } from '../agents/place.ts'
import { must } from '../driven/project.ts'
import { freshKey, inDirectory } from '../processes/living.ts'
import { nonce } from '../processes/rehearsal.ts'
import { isMissing } from '../tools.ts'

let server: Server | undefined
let port = 0
beforeAll(async () => {
  server = createServer((_, response) => response.end('reached'))
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server?.close())

const asking = (): string => `const { writeFileSync } = require('node:fs')
fetch('http://127.0.0.1:${port}').then((response) => response.text(), () => 'refused').then((text) => {
  writeFileSync('net.txt', text)
  writeFileSync(process.env.FORGE_RESULT, JSON.stringify({ nonce: process.env.FORGE_NONCE, status: 'done', note: '' }) + '\\n')
})
`

interface Performed {
  readonly end: AgentEnd
  readonly held: Report | undefined
  readonly reached: string
}

/** One attempt of an agent behind the walls that these settings give it. */
function perform(
  settings: SandboxSettings,
  { kind, argument, brief }: { kind: AgentKind; argument: (root: string) => string; brief: string },
): Promise<Performed> {
  return inDirectory(async (root) => {
    const [tree, state, agent] = [join(root, 'state/tree'), join(root, 'state'), join(root, 'agent')]
    for (const folder of [tree, agent]) mkdirSync(folder, { recursive: true })
    writeFileSync(join(agent, 'agent.cjs'), asking())
    const repository = { root: join(root, 'project'), gitDirectory: join(root, 'project/.git') }
    const sandbox = must(await openSandbox(settings, { repository, state, objects: join(root, 'none') }))
    const around = {
      pathOf: () => tree,
      privateDir: join(state, 'private'),
      scope: root,
      clock: { wall: () => 0 },
      wallsOf: sandbox.wallsOf,
      internet: sandbox.internet,
    } as AdapterParts
    const reports: Report[] = []
    const task = agentTaskOf({ nonce, brief }, { key: freshKey() })
    const session = await kind.create(around, argument(root)).start(task, (report) => reports.push(report))
    const end = await session.ended
    return { end, held: reports.find((report) => report.kind === 'sandbox'), reached: textOf(join(tree, 'net.txt')) }
  })
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const closed = { mode: 'require', network: { ports: [] } } as const
const asCommand = {
  kind: command,
  argument: (root: string) => `'${process.execPath}' ${join(root, 'agent/agent.cjs')} {prompt}`,
}

describe.skipIf(isMissing('bwrap'))('the network of an agent', { timeout: 60_000 }, () => {
  it('T-5 is closed for a command, whatever its prompt says, and the record says so', async () => {
    const performed = await perform(closed, {
      ...asCommand,
      brief: `see http://localhost:${port} and 127.0.0.1:${port}`,
    })
    expect(performed.end).toMatchObject({ end: 'answered' })
    expect(performed.reached).toBe('refused')
    expect(performed.held).toEqual({ kind: 'sandbox', held: 'sandbox', network: 'closed' })
  })

  it('T-5 is what the configuration opens: a port, or everything; each is on record', async () => {
    const some = await perform({ mode: 'require', network: { ports: [port] } }, { ...asCommand, brief: 'do it' })
    expect(some.reached).toBe('reached')
    expect(some.held).toEqual({ kind: 'sandbox', held: 'sandbox', network: 'closed', ports: [port] })
    const open = await perform({ mode: 'require', network: 'open' }, { ...asCommand, brief: 'do it' })
    expect(open.reached).toBe('reached')
    expect(open.held).toEqual({ kind: 'sandbox', held: 'sandbox', network: 'open' })
  })

  it('T-5 is open for one with a login of its own, and on record as open; where a closed one is required it does not start', async () => {
    const argument = (root: string): string => {
      const program = join(root, 'agent/claude')
      writeFileSync(program, '#!/bin/sh\necho 2.1.325\n', { mode: 0o755 })
      return program
    }
    const asked = { kind: claudeCode, argument, brief: 'do it' }
    const auto = await perform({ mode: 'auto', network: { ports: [] } }, asked)
    expect(auto.held).toEqual({ kind: 'sandbox', held: 'sandbox', network: 'open' })
    const strict = await perform(closed, asked)
    expect(strict.held).toBe(undefined)
    const what = expect.saying(/network: closed.*forge accounts add.*network: open/)
    expect(strict.end).toMatchObject({ end: 'failed', failure: { tag: 'unavailable', what } })
  })
})

describe('agents with a login of their own', { timeout: 60_000 }, () => {
  it.skipIf(isMissing('bwrap'))(
    'are refused by name before a run begins where a closed network is required, and the doctor names them',
    () =>
      inPlace(async ({ bin, forge }) => {
        writeFileSync(join(bin, 'codex'), '#!/bin/sh\necho 0.166.0\n', { mode: 0o755 })
        const env = { FORGE_AGENT: 'codex', FORGE_SANDBOX: 'require' }
        const ran = await forge(['build', 'Say hello', '--yes', '--accept-dirty'], env)
        expect(ran.code, ran.err).toBe(2)
        expect(ran.err).toMatch(/codex uses its own login, which needs the internet[\s\S]*forge accounts add/)
        expect((await forge(['status'], env)).out).not.toContain('Say hello')
        expect((await forge(['doctor'], { FORGE_AGENT: 'codex' })).out).toMatch(/network closed; open for codex/)
      }),
  )

  it('are those that no key of their provider is held for, by environment or account, and those that Forge cannot point anywhere', () => {
    const agents = ['claude-code', 'codex', 'gemini', 'command:x', 'acp:x', 'builtin:y', 'scripted:z']
    expect(withOwnLogin(agents, {})).toEqual(['claude-code', 'codex', 'gemini', 'acp:x'])
    const env = { ANTHROPIC_API_KEY: 'k' }
    expect(withOwnLogin(agents, { env, accounts: { work: { OPENAI_API_KEY: 'k' } } })).toEqual(['gemini', 'acp:x'])
  })
})
