/** The program of the torture chamber hears as Forge does: a line ends at a line feed and nowhere else. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const program = join(import.meta.dirname, '../../src/testing/torture/agent.ts')
/** Separators that end a line for others, in the middle of what it is told. */
const told = `first\u2028second\u2029third "nonce" of your answer must be exactly ${'a'.repeat(64)}`

const conversations: Readonly<Record<string, readonly object[]>> = {
  'claude-code': [{ type: 'user', message: { role: 'user', content: told } }],
  codex: [
    { id: 1, method: 'initialize' },
    { id: 2, method: 'thread/start', params: {} },
    { id: 3, method: 'turn/start', params: { input: [{ type: 'text', text: told }] } },
  ],
  acp: [
    { jsonrpc: '2.0', id: 1, method: 'initialize' },
    { jsonrpc: '2.0', id: 2, method: 'session/new', params: {} },
    { jsonrpc: '2.0', id: 3, method: 'session/prompt', params: { prompt: [{ type: 'text', text: told }] } },
  ],
}

/** It changes a file where it stands. */
const cwd = mkdtempSync(join(tmpdir(), 'forge-tongues-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

describe('F-24 the fake agent', { timeout: 60_000 }, () => {
  it.each(Object.keys(conversations))('hears a task with U+2028 in it as one line: %s', (format) => {
    const input = (conversations[format] ?? []).map((line) => `${JSON.stringify(line)}\n`).join('')
    const ran = spawnSync(process.execPath, ['--conditions=source', '--no-warnings', program, format], {
      cwd,
      input,
      encoding: 'utf8',
      timeout: 30_000,
    })
    expect([ran.status, ran.stderr]).toEqual([0, ''])
    expect(ran.stdout).toMatch(/end_turn|"result"|turn\/completed/)
  })
})
