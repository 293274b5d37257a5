/** Programs of agents that cannot work as they are: a version that is too old, and one that dies of what it is told. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findKind } from '#forge/agents/kinds.ts'
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
      err: expect.stringContaining('claude is version 2.1.100, and this Forge works with 2.1.160 and later') as unknown,
    })
    expect((await forge(['status'])).out).not.toContain('attempt')
  }))

it('what a program printed when it died is in the failure', async () => {
  const root = mkdtempSync(join(tmpdir(), 'forge-versions-'))
  try {
    mkdirSync(join(root, 'tree'))
    const complaint = "error: option '--effort' is unknown"
    writeProgram(join(root, 'claude'), '2.1.999', `echo warming up >&2\necho "${complaint}" >&2\nexit 1`)
    const around = {
      pathOf: () => join(root, 'tree'),
      privateDir: join(root, 'private'),
      scope: root,
      clock: { wall: () => 1_000_000 },
    }
    const session = await findKind('claude-code')
      ?.create(around, join(root, 'claude'))
      .start(agentTaskOf(), () => undefined)
    expect(await session?.ended).toMatchObject({ failure: { tag: 'crash', exitCode: 1, said: complaint } })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
