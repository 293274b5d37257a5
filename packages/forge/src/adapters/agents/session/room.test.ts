/** What a program finds behind walls: its package and what that needs, never a whole home. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Launch } from './launch.ts'
import type { PrivatePlace } from './private-place.ts'
import { roomOf } from './room.ts'
import type { Surroundings } from './surroundings.ts'

let root = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'forge-room-')))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

function file(path: string): string {
  const whole = join(root, path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, '')
  return whole
}

function readableFor(program: string, servers: NonNullable<Surroundings['mcpServers']> = {}): readonly string[] {
  const place = { home: join(root, 'private/home'), kept: join(root, 'private/kept') }
  for (const folder of Object.values(place)) mkdirSync(folder, { recursive: true })
  const launch = { file: program, args: [], env: {} } as unknown as Launch
  return roomOf(join(root, 'tree'), place as PrivatePlace, launch, servers).readable ?? []
}

describe('what a program may read', () => {
  it('T-3 a program of a package has the package and its dependencies, through a link too', () => {
    const real = file('app/node_modules/agent/bin/agent.js')
    file('app/node_modules/agent/package.json')
    file('app/package.json')
    mkdirSync(join(root, 'app/node_modules/.bin'))
    const link = join(root, 'app/node_modules/.bin/agent')
    symlinkSync(real, link)
    const readable = readableFor(link)
    expect(readable).toContain(join(root, 'app/node_modules/agent'))
    expect(readable).toContain(join(root, 'app/node_modules'))
    expect(readable).not.toContain(root)
  })

  it('T-3 a home is never shown whole, even where it is a package', () => {
    vi.stubEnv('HOME', join(root, 'home'))
    file('home/package.json')
    const readable = readableFor(file('home/bin/agent'))
    expect(readable).toEqual([join(root, 'home/bin')])
  })

  it('T-3 a program of no package has its folder and no more', () => {
    expect(readableFor(file('opt/agent'))).toEqual([join(root, 'opt')])
  })

  it('T-3 a program that lies openly in a home, or a home that is named, shows nothing else of it', () => {
    vi.stubEnv('HOME', join(root, 'home'))
    file('home/.ssh/id_ed25519')
    const program = file('home/agent.mjs')
    expect(readableFor(program)).toEqual([program])
    expect(readableFor(join(root, 'home'))).toEqual([])
  })

  it('T-29 writable are its tree, its place and what its adapter linked in this launch; never what links in its place lead to', () => {
    const place = { home: join(root, 'private/home'), kept: join(root, 'private/kept') }
    for (const folder of Object.values(place)) mkdirSync(folder, { recursive: true })
    const login = file('home/.agent/auth.json')
    mkdirSync(join(root, 'home/.ssh'))
    symlinkSync(join(root, 'home/.ssh'), join(place.kept, 'ssh'))
    symlinkSync(join(root, 'home/.ssh'), join(place.home, 'ssh'))
    symlinkSync(join(root, 'nowhere'), join(place.kept, 'dangling'))
    const linked = [{ link: join(place.kept, 'auth.json'), target: login }]
    const launch = { file: '/bin/sh', args: [], env: {}, linked } as unknown as Launch
    const { writable } = roomOf(join(root, 'tree'), place as PrivatePlace, launch)
    expect(writable).toEqual([join(root, 'tree'), join(root, 'private'), place.kept, login])
  })

  it('servers of the configuration are shown where they lie: program, package, Python, and the paths that they are given', () => {
    vi.stubEnv('HOME', join(root, 'home'))
    vi.stubEnv('PATH', join(root, 'home/.local/bin'))
    const linked = file('home/dev/server/dist/cli.js')
    file('home/dev/server/package.json')
    mkdirSync(join(root, 'home/.local/bin'), { recursive: true })
    symlinkSync(linked, join(root, 'home/.local/bin/docs-server'))
    chmodSync(linked, 0o755)
    const python = file('home/venv/bin/serve')
    file('home/python/bin/python3')
    writeFileSync(join(root, 'home/venv/pyvenv.cfg'), `home = ${join(root, 'home/python/bin')}\n`)
    const database = file('home/data/notes.db')
    const readable = readableFor('/bin/sh', {
      docs: { command: 'docs-server', args: [`--db=${database}`, '/nowhere'], env: {} },
      python: { command: python, args: ['-m', 'x'], env: { NOTES: join(root, 'home/data') } },
    })
    for (const path of ['dev/server', 'venv', 'python', 'data']) expect(readable).toContain(join(root, 'home', path))
    expect(readable).not.toContain(join(root, 'home'))
  })
})
