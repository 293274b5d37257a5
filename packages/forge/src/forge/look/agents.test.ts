/** Which login `forge agents` reports: only one that an attempt would really get. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listAgents } from './agents.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'forge-listing-'))
  for (const name of ['copilot', 'gemini', 'goose', 'kimi', 'cursor-agent']) {
    writeFileSync(join(root, name), '#!/bin/sh\necho 1.0.0\n')
    chmodSync(join(root, name), 0o755)
  }
  vi.stubEnv('PATH', `${root}:/usr/bin:/bin`)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

async function loginsWith(files: readonly string[], env: Readonly<Record<string, string>> = {}) {
  for (const file of files) {
    mkdirSync(dirname(join(root, 'home', file)), { recursive: true })
    writeFileSync(join(root, 'home', file), '')
  }
  const agents = await listAgents(env, join(root, 'home'))
  const installed = agents.flatMap(({ name, program }) => (program.state === 'installed' ? [{ name, program }] : []))
  return Object.fromEntries(installed.map(({ name, program }) => [name, program.login]))
}

describe('the login of an agent over ACP', () => {
  it('is a file that it is lent; settings are none, nor is what only the keychain has', async () => {
    expect(await loginsWith(['.config/goose/config.yaml', '.copilot/config.json', '.gemini/oauth_creds.json'])).toEqual(
      {
        copilot: undefined,
        cursor: undefined,
        gemini: '~/.gemini/oauth_creds.json',
        goose: undefined,
        kimi: undefined,
      },
    )
    expect(await loginsWith(['.config/goose/secrets.yaml'])).toMatchObject({ goose: '~/.config/goose/secrets.yaml' })
  })

  it('is a variable that it is given, or the key of a provider that it is pointed at', async () => {
    const env = { COPILOT_GITHUB_TOKEN: 'x', CURSOR_API_KEY: 'x', OPENAI_API_KEY: 'x' }
    expect(await loginsWith([], env)).toEqual({
      copilot: 'COPILOT_GITHUB_TOKEN',
      cursor: 'CURSOR_API_KEY',
      gemini: undefined,
      goose: 'OPENAI_API_KEY',
      kimi: 'OPENAI_API_KEY',
    })
  })

  it('says of each whether it was run with Forge', async () => {
    const agents = await listAgents({}, root)
    const known = Object.fromEntries(agents.map((agent) => [agent.name, agent.known]))
    expect(known).toMatchObject({ kimi: 'driven here', cursor: 'by its documentation', codex: undefined })
  })
})
