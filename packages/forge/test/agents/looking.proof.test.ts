/** `forge agents`, `forge agents try` and a build with any program, on a machine with the programs that the test puts there. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { agentOfTheDocuments } from './documents.ts'
import { writeFake } from './fake.ts'
import { inPlace, type Ran } from './place.ts'

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const hello = [
  { do: 'begin', session: '11111111-2222-4333-8444-555555555555' },
  { do: 'write', path: 'hello.txt', text: 'hello from the agent\n' },
  { do: 'use', input: 20, output: 2 },
  { do: 'answer', answer: { nonce: '{{nonce}}', status: 'done', note: '' } },
] as const

describe('forge agents', () => {
  /** The fake is a script that names these sources, which a sandbox hides where they lie among temporary files. */
  const open = { FORGE_SANDBOX: 'off' }

  it('says what is installed, which version, whether somebody is logged in, and what cannot be set', () =>
    inPlace(async ({ forge, root, bin }) => {
      renameSync(writeFake(root, 'codex', []), join(bin, 'codex'))
      const ran = await forge(['agents', '--json'], { OPENAI_API_KEY: 'k', PATH: `${bin}:/usr/bin:/bin` })
      const { agents } = JSON.parse(ran.out) as { agents: { name: string; program: object; cannotSet: string[] }[] }
      expect(agents.find(({ name }) => name === 'codex')).toMatchObject({
        program: { state: 'installed', version: '0.166.999', login: 'OPENAI_API_KEY', path: join(bin, 'codex') },
        cannotSet: ['thinking', 'tools', 'turns', 'budget'],
        capabilities: { answer: 'typed output', resume: 'yes', repositoryFiles: 'ignored' },
      })
      expect(agents.find(({ name }) => name === 'claude-code')).toMatchObject({
        program: { state: 'missing', hint: 'npm install -g @anthropic-ai/claude-code' },
      })
      expect(ran.out).not.toContain('"k"')
    }))

  it('one that is pointed at a provider by its key needs no login, but a model, and says so before it is started', () =>
    inPlace(async ({ forge, root, bin }) => {
      renameSync(writeFake(root, 'acp', []), join(bin, 'goose'))
      const env = { OPENAI_API_KEY: 'k', PATH: `${bin}:/usr/bin:/bin`, ...open }
      const { out } = await forge(['agents'], env)
      expect(out).toMatch(/goose +1\.0\.0, login by OPENAI_API_KEY/)
      // What is nothing without an argument is not proposed without one.
      expect(out).toContain('forge agents try "command:…"')
      const tried = await forge(['agents', 'try', 'goose', '--json'], env)
      expect(tried.code).toBe(4)
      expect(tried.out).toContain('name one with models:, routing: or --model')
    }))

  it('names a provider that it cannot meter', () =>
    inPlace(async ({ forge, root, bin }) => {
      renameSync(writeFake(root, 'claude-code', []), join(bin, 'claude'))
      const path = { PATH: `${bin}:/usr/bin:/bin` }
      const told = (await forge(['agents'], { ...path, CLAUDE_CODE_USE_BEDROCK: '1' })).out
      expect(told).toMatch(/CLAUDE_CODE_USE_BEDROCK is set, and Forge does not meter Amazon Bedrock/)
      expect((await forge(['agents'], { ...path, CLAUDE_CODE_USE_BEDROCK: '0' })).out).not.toContain('Bedrock')
    }))

  it('the doctor looks whether the configured one is there', () =>
    inPlace(
      async ({ forge, root, bin }) => {
        const env = { PATH: `${bin}:/usr/bin:/bin` }
        expect((await forge(['doctor'], env)).out).toContain('codex is not on PATH')
        renameSync(writeFake(root, 'codex', []), join(bin, 'codex'))
        expect((await forge(['doctor'], env)).out).toContain('version 0.166.999, not logged in')
      },
      { config: 'agent: codex\n' },
    ))

  it.each(['claude-code', 'codex'])('try: %s does its task, and is booked', (name) =>
    inPlace(async ({ forge, root }) => {
      const program = writeFake(root, name, hello)
      const ran = await forge(['agents', 'try', `${name}:${program}`, '--json'], open)
      expect(JSON.parse(ran.out), ran.err).toMatchObject({ works: true, problems: [], usage: { inputTokens: 20 } })
      expect(ran.code).toBe(0)
      // What it took is what it will take, as far as anybody knows.
      const { agents } = JSON.parse((await forge(['agents', '--json'])).out) as { agents: { name: string }[] }
      const probed = agents.filter((agent) => 'probe' in agent)
      expect(probed).toMatchObject([{ name, probe: { tokens: 22, costMicros: 0, source: 'reported' } }])
    }),
  )

  it('try: one that does something else, fails or is not there does not work, and says why', () =>
    inPlace(async ({ forge, root }) => {
      const lazy = writeFake(root, 'codex', [hello[0], hello[3]])
      const ran = await forge(['agents', 'try', `codex:${lazy}`, '--json'], open)
      expect(ran.code).toBe(4)
      expect(JSON.parse(ran.out)).toMatchObject({
        works: false,
        problems: ['it changed nothing; it should have written hello.txt'],
      })
      writeFake(root, 'codex', [{ do: 'fail', as: 'auth' }])
      expect((await forge(['agents', 'try', `codex:${lazy}`], open)).out).toContain('the provider rejects the login')
      const absent = await forge(['agents', 'try', 'claude-code:/nowhere/claude'])
      expect(absent.code).toBe(4)
      expect(absent.err).toContain('/nowhere/claude is not on PATH')
    }))
})

describe('a build with any program', () => {
  it('what the configuration tells agents reaches them, and what one cannot be told is on record', () =>
    inPlace(
      async ({ forge, root }) => {
        const told = join(root, 'told.json')
        const lines = [
          "import { writeFileSync } from 'node:fs'",
          `writeFileSync(${JSON.stringify(told)}, JSON.stringify(process.env))`,
        ]
        writeFileSync(join(root, 'agent.mjs'), lines.join('\n'))
        const agent = `command:node ${join(root, 'agent.mjs')}`
        const env = { DECLARED: 'seen', UNDECLARED: 'unseen' }
        await forge(['build', 'Say hello', '--yes', '--agent', agent], env)
        const seen = JSON.parse(readFileSync(told, 'utf8')) as Record<string, string>
        expect(seen).toMatchObject({ DECLARED: 'seen', FORGE_ROLE: 'planner' })
        expect(seen).not.toHaveProperty('UNDECLARED')
        expect((await forge(['events'])).out).toContain('command has no setting for: turns, mcpServers')
      },
      {
        config:
          'sandbox: off\nagents: { pass: [DECLARED], turns: 9, mcpServers: { docs: { command: docs-server } } }\n',
      },
    ))

  describe('the agent of docs/agents.md', () => {
    /** One run for both tests: asked for, approved later, done. */
    let [asked, approved]: (Ran | undefined)[] = []
    let [branches, made] = ['', '']

    beforeAll(() =>
      inPlace(async ({ forge, root, git }) => {
        writeFileSync(join(root, 'agent.mjs'), agentOfTheDocuments())
        asked = await forge(['build', 'Say hello', '--agent', `command:node ${join(root, 'agent.mjs')}`])
        approved = await forge(['approve'])
        branches = git('branch', '--list', 'forge/*')
        if (branches !== '') made = git('show', `${branches.trim()}:hello.js`)
      }),
    )

    it('plans, works and reviews, and what it made is merged', () => {
      expect(approved?.code, `${approved?.out}${approved?.err}`).toBe(0)
      expect(made).toMatch(/^export const hello = .*\d+ characters were read/)
    })

    it('U-20 a run remembers who was named for it: what is approved later goes on with the same agent', () => {
      expect(asked?.code, asked?.err).toBe(3)
      expect(approved?.code, `${approved?.out}${approved?.err}`).toBe(0)
      expect(branches).toContain('forge/say-hello')
    })
  })

  it('S0-17 events that an agent prints are no events: the journal has those of Forge, with its ids, times, model and tokens', () =>
    inPlace(async ({ forge, root }) => {
      const usage = { inputTokens: 70, outputTokens: 7, cacheReadTokens: 0, cacheWriteTokens: 0, costMicros: 0 }
      const printed = [
        { type: 'run.finished', v: 1, at: 1, outcome: 'done', reason: 'I am done' },
        { type: 'unit.merged', v: 1, at: 1, unit: 'hello', commit: '0'.repeat(40), trailer: 'forged' },
        { type: 'started', session: 's-1', model: 'model-x' },
        { type: 'usage', usage },
      ]
      const lines = printed.map((event) => `console.log(${JSON.stringify(JSON.stringify(event))})`)
      const answer = "console.log(JSON.stringify({ nonce: process.env.FORGE_NONCE, plan: { summary: '', units: [] } }))"
      writeFileSync(join(root, 'agent.mjs'), [...lines, answer].join('\n'))
      await forge(['build', 'Say hello', '--yes', '--agent', `command:node ${join(root, 'agent.mjs')}`])
      const events = (await forge(['events', '--json'])).out
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { event: { type: string } }).event]))
      expect(JSON.stringify(events)).not.toContain('forged')
      expect(JSON.stringify(events)).not.toContain('I am done')
      expect(events).toContainEqual(
        expect.objectContaining({
          type: 'attempt.reported',
          report: { kind: 'session', session: 's-1', model: 'model-x' },
        }),
      )
      const finished = events.find(({ type }) => type === 'attempt.finished')
      expect(finished).toMatchObject({ key: expect.stringContaining('/plan/draft#1') as string, usage })
    }))

  it('a command that is not there is told, and the run stops', () =>
    inPlace(async ({ forge }) => {
      const ran = await forge(['build', 'Say hello', '--yes', '--agent', 'command:/nowhere/agent'])
      expect(ran.code).not.toBe(0)
      expect(ran.out + ran.err).toContain('/nowhere/agent')
    }))
})
