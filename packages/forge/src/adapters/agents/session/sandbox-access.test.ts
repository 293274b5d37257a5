/** What the sandbox gives an agent's program of the machine. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Launch } from './launch.ts'
import type { PrivatePlace } from './private-place.ts'
import { sandboxAccessOf } from './sandbox-access.ts'

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

function placeIn(): PrivatePlace {
  const place = { home: join(root, 'private/home'), kept: join(root, 'private/kept') }
  for (const folder of Object.values(place)) mkdirSync(folder, { recursive: true })
  return place as PrivatePlace
}

describe('what a program may read and write', () => {
  it('T-3 folders that the configuration names are shown as they are, files as programs, words as nothing, and nothing of its other arguments', () => {
    const program = file('opt/agent')
    const configured = [join(root, 'opt'), 'opt', '/nowhere']
    const launch = { file: program, args: [...configured, root], configured, env: {}, reaches: [] } as unknown as Launch
    const room = sandboxAccessOf(join(root, 'tree'), placeIn(), launch)
    expect(room).toMatchObject({ programs: [program], readable: [join(root, 'opt')], network: { ports: [] } })
  })

  it('T-29 writable are its tree, its place and what its adapter linked in this launch; never what links in its place lead to', () => {
    const place = placeIn()
    const login = file('home/.agent/auth.json')
    mkdirSync(join(root, 'home/.ssh'))
    symlinkSync(join(root, 'home/.ssh'), join(place.kept, 'ssh'))
    symlinkSync(join(root, 'home/.ssh'), join(place.home, 'ssh'))
    symlinkSync(join(root, 'nowhere'), join(place.kept, 'dangling'))
    const linked = [{ link: join(place.kept, 'auth.json'), target: login }]
    const launch = { file: '/bin/sh', args: [], env: {}, linked } as unknown as Launch
    const { writable } = sandboxAccessOf(join(root, 'tree'), place, launch)
    expect(writable).toEqual([join(root, 'tree'), join(root, 'private'), place.kept, login])
  })

  it('servers of the configuration are shown: their programs wherever PATH finds them, and the paths that they are given', () => {
    vi.stubEnv('PATH', join(root, 'bin'))
    const server = file('bin/docs-server')
    chmodSync(server, 0o755)
    const database = file('data/notes.db')
    const launch = { file: '/bin/sh', args: [], env: {} } as unknown as Launch
    const room = sandboxAccessOf(join(root, 'tree'), placeIn(), launch, {
      docs: { command: 'docs-server', args: [`--db=${database}`, '/nowhere'], env: {} },
      notes: { command: 'docs-server', args: ['-m', 'x'], env: { NOTES: join(root, 'data') } },
    })
    expect(room).toMatchObject({ programs: ['/bin/sh', server, database], readable: [join(root, 'data')] })
  })
})
