/** What is hidden in everything that is visible: credentials by their names, and files for the administrator only. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isCredential, maskedBelow } from './credentials.ts'
import { systemSecrets } from './system.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'forge-hiding-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function file(path: string, mode: number): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), 'x')
  chmodSync(join(root, path), mode)
}

it.each([
  ['.npmrc', 'npmrc', '.netrc', '.pypirc', '.git-credentials', '.pgpass', '.env', '.env.local'],
  ['auth.json', 'credentials', '.credentials.json', 'credentials.toml', 'credentials.db', 'oauth_creds.json'],
  ['fish_history', '.bash_history', '.node_repl_history', 'id_ed25519', 'id_rsa', 'server.key', 'me.p12'],
  ['.aws', '.ssh', '.gnupg', '.kube', '.azure', 'keyrings', 'keystores', 'gcloud'],
])('T-2 credentials are known by their names: %s, %s, %s …', (...names) => {
  for (const name of names) expect([name, isCredential('/home/ada/tool', name)]).toEqual([name, true])
})

it('T-2 some names are credentials only in their folder, and what programs need is none', () => {
  expect([isCredential('/h/.docker', 'config.json'), isCredential('/h/tool', 'config.json')]).toEqual([true, false])
  expect([isCredential('/h/.config/gh', 'hosts.yml'), isCredential('/h/tool', 'hosts.yml')]).toEqual([true, false])
  for (const name of ['cacert.pem', 'id_rsa.pub', 'secrets.py', 'credentials.js', 'token.js', 'history', 'keys.d.ts'])
    expect([name, isCredential('/h/tool/lib', name)]).toEqual([name, false])
})

it('T-2 below a folder that is shown they are hidden, files and folders, and links are left alone', () => {
  file('sdk/bin/tool', 0o755)
  file('sdk/etc/npmrc', 0o644)
  file('sdk/.aws/credentials', 0o600)
  file('sdk/node_modules/x/.env', 0o644)
  symlinkSync('etc/npmrc', join(root, 'sdk/.npmrc'))
  expect(maskedBelow(join(root, 'sdk')).toSorted((one, other) => one.path.localeCompare(other.path))).toEqual([
    { mount: 'empty', path: join(root, 'sdk/.aws') },
    { mount: 'blank', path: join(root, 'sdk/etc/npmrc') },
  ])
})

it('T-2 of the system what this process may read and not everybody may is hidden, but for folders that are needed', () => {
  file('etc/passwd', 0o644)
  file('etc/shadow', 0o640)
  file('etc/ssh/host_key', 0o600)
  file('etc/private/inside', 0o600)
  file('etc/tools/bin/tool', 0o755)
  file('etc/tools/password', 0o600)
  for (const folder of ['etc/private', 'etc/tools']) chmodSync(join(root, folder), 0o700)
  const hidden = systemSecrets([join(root, 'etc/tools/bin')], [join(root, 'etc')])
  expect(hidden.map(({ mount, path }) => `${mount} ${path.slice(root.length + 1)}`).toSorted()).toEqual([
    'blank etc/shadow',
    'blank etc/ssh/host_key',
    'blank etc/tools/password',
    'empty etc/private',
  ])
})
