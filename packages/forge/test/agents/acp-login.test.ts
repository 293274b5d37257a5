/**
 * A program that speaks ACP with a login of its user's own: which files it finds, what becomes of a login that it writes anew, and what
 * of its home is there when a lost attempt is gone on with. The program is a script; real ones are driven in bar A1.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnProgram, AdapterParts } from '#adapters/agents/session/index.ts'
import { findKind } from '#forge/world/agents/kinds.ts'
import { agentTaskOf } from '#testing/builders/index.ts'

/** Says what it finds, refreshes its login as a new file, and ends. */
const program = `#!/bin/sh
{ cat "$HOME/.my/auth.json" "$HOME/conversation"; echo "$MY_TOKEN $OTHER_TOKEN $BASE_URL"; } > "$SEEN" 2>/dev/null
echo kept > "$HOME/conversation"
echo '{"refresh_token":"R1"}' > "$HOME/new"; mv "$HOME/new" "$HOME/.my/auth.json"
exit 1
`

let root = ''
const login = (): string => join(root, 'home/.my/auth.json')

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'forge-acp-login-')))
  for (const folder of ['home/.my', 'tree']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(login(), '{"refresh_token":"R0"}', { mode: 0o600 })
  writeFileSync(join(root, 'my-agent'), program)
  chmodSync(join(root, 'my-agent'), 0o755)
  vi.stubEnv('HOME', join(root, 'home'))
  vi.stubEnv('MY_TOKEN', 'mine')
  vi.stubEnv('OTHER_TOKEN', 'not-mine')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

async function attempt(programs: Readonly<Record<string, OwnProgram>>, more: Partial<AdapterParts> = {}) {
  vi.stubEnv('SEEN', join(root, 'seen'))
  const around: AdapterParts = {
    pathOf: () => join(root, 'tree'),
    privateDir: join(root, 'private'),
    scope: root,
    clock: { wall: () => 1_000_000 },
    pass: ['SEEN'],
    programs,
    ...more,
  }
  const agents = findKind('acp')?.create(around, join(root, 'my-agent'))
  await (
    await agents?.start(agentTaskOf(), () => undefined)
  )?.ended
  return readFileSync(join(root, 'seen'), 'utf8')
}

describe('a program that speaks ACP', { timeout: 20_000 }, () => {
  it('T-21 finds the login and the variables that the configuration names for it, and what it refreshes is the login of its user', async () => {
    expect(await attempt({ 'my-agent': { login: ['.my/auth.json'], pass: ['MY_TOKEN'] } })).toBe(
      '{"refresh_token":"R0"}mine  \n',
    )
    expect(readFileSync(login(), 'utf8')).toBe('{"refresh_token":"R1"}\n')
    expect(existsSync(join(root, 'home/conversation'))).toBe(false)
  })

  it('T-21 finds nothing of what is named for another one', async () => {
    expect(await attempt({ other: { login: ['.my/auth.json'], pass: ['MY_TOKEN'] } })).toBe('  \n')
    expect(readFileSync(login(), 'utf8')).toBe('{"refresh_token":"R0"}')
  })

  it('T-21 U-21 behind a door that the configuration makes gets a throw-away key, and no login', async () => {
    const door = { dialect: 'openai', env: { BASE_URL: '{url}/v1?{key}' } } as const
    const endpointOf: AdapterParts['endpointOf'] = () => Promise.resolve({ baseUrl: 'http://127.0.0.1:9', key: 'k' })
    const programs = { 'my-agent': { login: ['.my/auth.json'], pass: [], door } }
    expect(await attempt(programs, { endpointOf })).toBe('  http://127.0.0.1:9/v1?k\n')
    expect(readFileSync(login(), 'utf8')).toBe('{"refresh_token":"R0"}')
  })

  it('that Forge starts with a login of its own is not started where nobody is logged in', async () => {
    const around = { pathOf: () => join(root, 'tree'), privateDir: join(root, 'private'), scope: root }
    const gemini = findKind('gemini')?.create({ ...around, clock: { wall: () => 0 } }, join(root, 'my-agent'))
    const end = await (await gemini?.start(agentTaskOf(), () => undefined))?.ended
    expect(end).toMatchObject({
      failure: { tag: 'unavailable', what: 'you are not logged in: run gemini once and log in, or set GEMINI_API_KEY' },
    })
  })
})
