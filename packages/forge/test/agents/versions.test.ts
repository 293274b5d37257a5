/** Programs of agents that cannot work as they are: a version that is too old, and one that dies of what it is told. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { worksOf } from '#adapters/agents/session/index.ts'
import { findKind } from '#forge/world/agents/kinds.ts'
import { agentTaskOf } from '#testing/builders/index.ts'
import { inPlace } from './place.ts'

function writeProgram(file: string, version: string, body: string): void {
  writeFileSync(file, `#!/bin/sh\ncase "$1" in --version) echo ${version}; exit;; esac\n${body}\n`, { mode: 0o755 })
}

it('a version that cannot work is refused before the first attempt, with those that can (exit 4)', () =>
  inPlace(async ({ bin, forge }) => {
    writeProgram(join(bin, 'claude'), '2.1.100', 'exit 1')
    const ran = await forge(['build', 'A greeting', '--yes', '--agent', 'claude-code'], { ANTHROPIC_API_KEY: 'k' })
    expect(ran).toMatchObject({
      code: 4,
      err: expect.stringContaining('claude is version 2.1.100; this Forge needs 2.1.160 or later') as unknown,
    })
    expect((await forge(['status'])).out).not.toContain('attempt')
    expect((await forge(['agents'])).out).toContain('this Forge needs 2.1.160 or later')
  }))

afterEach(() => vi.unstubAllEnvs())

/** How an adapter's program ends that prints this as its errors and exits. */
async function endOf(agent: string, printed: string): Promise<unknown> {
  const root = mkdtempSync(join(tmpdir(), 'forge-versions-'))
  try {
    mkdirSync(join(root, 'tree'))
    // Without a login these are not started at all.
    for (const folder of ['.gemini', '.qwen']) {
      mkdirSync(join(root, 'home', folder), { recursive: true })
      writeFileSync(join(root, 'home', folder, 'oauth_creds.json'), '')
    }
    vi.stubEnv('HOME', join(root, 'home'))
    const file = join(root, 'program')
    writeProgram(file, worksOf(agent)?.driven ?? '1.0.0', `echo warming up >&2\necho "${printed}" >&2\nexit 1`)
    const around = {
      pathOf: () => join(root, 'tree'),
      privateDir: join(root, 'private'),
      scope: root,
      clock: { wall: () => 1_000_000 },
    }
    const session = await findKind(agent)
      ?.create(around, file)
      .start(agentTaskOf(), () => undefined)
    return await session?.ended
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const spawned = ['claude-code', 'codex', 'gemini', 'opencode', 'copilot', 'goose', 'qwen', 'acp', 'command']

describe.each(spawned)('%s', (agent) => {
  it('what its program printed when it died is in the failure', async () => {
    const said = 'Error: the cache cannot be read'
    expect(await endOf(agent, said)).toMatchObject({ failure: { tag: 'crash', exitCode: 1, said } })
  })

  it('a command line that its program does not understand is not tried again, and those that do are named', async () => {
    const said = "error: unknown option '--effort'"
    const works = worksOf(agent)
    const what = works === undefined ? said : `${said}; this Forge works with`
    expect(await endOf(agent, said)).toMatchObject({
      failure: { tag: 'unavailable', what: expect.saying(what), lasts: 'yes' },
    })
    if (works !== undefined)
      expect(await endOf(agent, said)).toMatchObject({
        failure: { what: expect.saying(`${works.package}@${works.driven}`) },
      })
  })
})

it('F-41 a program that is not there is said before the first attempt', () =>
  inPlace(async ({ forge }) => {
    for (const agent of ['command:no-such-program-at-all --x', 'acp:no-such-program-at-all']) {
      const ran = await forge(['build', 'A greeting', '--yes', '--agent', agent])
      expect(ran.code).toBe(4)
      expect(ran.err).toContain('no-such-program-at-all is not on PATH')
      expect(ran.err).toContain('install no-such-program-at-all, or give its full path')
    }
  }))
