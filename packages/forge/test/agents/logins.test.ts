/**
 * A user's own login survives what agents do with it. The program here is a script that does what the code of Claude Code 2.1.325
 * does: it looks in the folder of its credentials, refreshes under its lock there, asks a provider that takes a refresh token once,
 * and writes a new file in the place of the old one. The real one is driven in bar A1.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AdapterParts } from '#adapters/agents/session/index.ts'
import { findKind } from '#forge/world/agents/kinds.ts'
import { agentTaskOf } from '#testing/builders/index.ts'

const program = `#!/bin/sh
case "$1" in --version) echo 2.1.325; exit;; esac
read -r prompt
cd "\${CLAUDE_SECURESTORAGE_CONFIG_DIR:-$CLAUDE_CONFIG_DIR}" || exit 1
of() { sed -n 's/.*"'"$1"'":"\\{0,1\\}\\([^",}]*\\).*/\\1/p' .credentials.json; }
until mkdir .oauth_refresh.lock 2>/dev/null; do sleep 0.05; done
if [ "$(of expiresAt)" -lt 2000000 ]; then
  round=$(cat "$PROVIDER/round")
  echo "$(of refreshToken)" >> "$PROVIDER/asked"
  if [ "$(of refreshToken)" = "R$round" ]; then
    sleep 0.2
    round=$((round + 1)); echo "$round" > "$PROVIDER/round"
    new='{"accessToken":"A'$round'","refreshToken":"R'$round'","expiresAt":9000000}'
  else new='{"accessToken":"","refreshToken":"","expiresAt":0}'
  fi
  (umask 077; echo '{"claudeAiOauth":'"$new"'}' > .tmp$$); mv .tmp$$ .credentials.json
fi
rmdir .oauth_refresh.lock
if [ "$(of accessToken)" = "A$(cat "$PROVIDER/round")" ]; then
  echo '{"type":"result","subtype":"success","is_error":false,"structured_output":{"ok":true}}'
else
  echo '{"type":"assistant","message":{"content":[]},"error":"authentication_failed","is_api_error_message":true}'
  echo '{"type":"result","subtype":"success","is_error":true,"terminal_reason":"api_error","result":"OAuth session expired"}'
fi
`

let root = ''
let home = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'forge-login-')))
  home = join(root, 'home/.claude/.credentials.json')
  for (const folder of ['tree', 'provider', 'home/.claude']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'claude'), program, { mode: 0o755 })
  writeFileSync(join(root, 'provider/round'), '0')
  writeFileSync(join(root, 'provider/asked'), '')
  vi.stubEnv('HOME', join(root, 'home'))
  vi.stubEnv('PROVIDER', join(root, 'provider'))
  for (const key of ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN']) vi.stubEnv(key, '')
  write('R0')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

function write(refreshToken: string): void {
  const login = { accessToken: 'A0', refreshToken, expiresAt: 1000, scopes: ['user:inference'] }
  writeFileSync(home, JSON.stringify({ claudeAiOauth: login, mcpOAuth: { mine: 'secret' } }), { mode: 0o600 })
}

async function attempt(key: string) {
  const around: AdapterParts = {
    pathOf: () => join(root, 'tree'),
    privateDir: join(root, 'private'),
    scope: root,
    clock: { wall: () => 1_000_000 },
    pass: ['PROVIDER'],
  }
  const agents = findKind('claude-code')?.create(around, join(root, 'claude'))
  const session = await agents?.start({ ...agentTaskOf(), key }, () => undefined)
  return session?.ended
}

describe('the login of a user whose agent refreshes it', () => {
  it('is at home what the agents made of it, also when several refresh at once; no token is used twice', async () => {
    const ends = await Promise.all(['one', 'two', 'three'].map(attempt))
    expect(ends.map((end) => end?.end)).toEqual(['answered', 'answered', 'answered'])
    expect(readFileSync(join(root, 'provider/asked'), 'utf8')).toBe('R0\n')
    expect(JSON.parse(readFileSync(home, 'utf8'))).toEqual({
      claudeAiOauth: { accessToken: 'A1', refreshToken: 'R1', expiresAt: 9_000_000, scopes: ['user:inference'] },
      mcpOAuth: { mine: 'secret' },
    })
    expect(statSync(home).mode & 0o777).toBe(0o600)
    expect((await attempt('later'))?.end).toBe('answered')
  })

  it('when it has expired, is said to be the login, with how to log in again, and stays as it is', async () => {
    write('SPENT')
    const before = readFileSync(home, 'utf8')
    expect(await attempt('one')).toMatchObject({
      failure: {
        tag: 'unavailable',
        what: 'the provider rejects the login: OAuth session expired (log in again: run claude once and log in, or set ANTHROPIC_API_KEY)',
      },
    })
    expect(readFileSync(home, 'utf8')).toBe(before)
  })
})
