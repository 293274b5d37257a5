/** What programs link to, on real files: the smallest part of a home with which they work. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { filesOfProgram, namedPlaces } from './program-files.ts'
import { showPathFolder } from './path-folders.ts'

let root = ''
const home = (): string => join(root, 'home')
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'forge-leads-')))
  mkdirSync(home())
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function file(path: string, text = ''): string {
  const whole = join(home(), path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, text)
  chmodSync(whole, 0o755)
  return whole
}

function link(path: string, to: string): string {
  mkdirSync(dirname(join(home(), path)), { recursive: true })
  symlinkSync(to, join(home(), path))
  return join(home(), path)
}

/** Relative to the home. */
const shortly = (places: readonly string[]): readonly string[] =>
  places.map((place) => place.slice(home().length + 1)).toSorted()
const leads = (program: string): readonly string[] => shortly(filesOfProgram(program, [home()]))

describe('T-2 T-3 a program leads to', () => {
  it('its package and its dependencies, through a link too', () => {
    file('app/node_modules/agent/package.json')
    file('app/package.json')
    const real = file('app/node_modules/agent/cli.js')
    const places = ['app/node_modules', 'app/node_modules/agent', 'app/node_modules/agent/cli.js', '.local/bin/agent']
    expect(leads(link('.local/bin/agent', real))).toEqual(places.toSorted())
  })

  it('itself, where a link says that it is and where it is, and nothing beside it that others keep there', () => {
    file('.local/share/agent/versions/2/agent')
    file('.local/share/agent/auth.json')
    link('.local/share/agent/current', 'versions/2')
    const program = link('.local/bin/agent', '../share/agent/current/agent')
    expect(leads(program)).toEqual([
      '.local/bin/agent',
      '.local/share/agent/current/agent',
      '.local/share/agent/versions/2/agent',
    ])
    expect(leads(file('.docker/bin/docker'))).toEqual(['.docker/bin/docker'])
    expect(leads(file('.fly/bin/flyctl'))).toEqual(['.fly/bin/flyctl'])
  })

  it('its installation, its environment of Python, the program of its first line, and the tool chains of its manager', () => {
    expect(leads(file('.nvm/versions/node/v24/bin/node'))).toContain('.nvm/versions/node/v24')
    file('python/bin/python3')
    file('venvs/tool/pyvenv.cfg', `home = ${home()}/python/bin\n`)
    const tool = file('venvs/tool/bin/tool', `#!${home()}/python/bin/python3 -s\n`)
    expect(leads(tool)).toEqual(expect.arrayContaining(['venvs/tool', 'python', 'python/bin/python3']))
    mkdirSync(join(home(), '.rustup/toolchains'), { recursive: true })
    file('.cargo/credentials.toml')
    expect(leads(file('.cargo/bin/cargo'))).toEqual(['.cargo/bin', '.cargo/bin/cargo', '.rustup/toolchains'])
  })

  it('never to a home, even where it is a package or a program lies openly in it', () => {
    file('package.json')
    expect(leads(file('bin/agent'))).toEqual(['bin/agent'])
    expect(shortly(namedPlaces(file('agent.mjs'), [home()]))).toEqual(['agent.mjs'])
  })

  it('what lies beside it only where somebody named it, and the folder is its own', () => {
    expect(shortly(namedPlaces(file('agents/mine.mjs'), [home()]))).toEqual(['agents', 'agents/mine.mjs'])
    expect(shortly(namedPlaces(file('.config/mine.mjs'), [home()]))).toEqual(['.config/mine.mjs'])
    expect(shortly(namedPlaces(file('.local/share/opencode/opencode'), [home()]))).toEqual([
      '.local/share/opencode/opencode',
    ])
  })
})

describe('T-2 a folder of PATH', () => {
  const mountsOf = (folder: string): readonly (readonly [string, string])[] =>
    showPathFolder(join(home(), folder), [home()]).mounts.map(({ mount, path }) => [mount, shortly([path])[0] ?? ''])

  it('is shown as it is when all in it are programs, otherwise program by program', () => {
    file('.local/bin/one')
    expect(mountsOf('.local/bin')).toEqual([['readable', '.local/bin']])
    file('.local/bin/notes.txt')
    chmodSync(join(home(), '.local/bin/notes.txt'), 0o600)
    mkdirSync(join(home(), '.local/bin/more'))
    expect(mountsOf('.local/bin')).toEqual([['readable', '.local/bin/one']])
  })

  it('of very many programs is shown with the rest of it masked; a home is not shown for being on PATH', () => {
    for (let at = 0; at < 201; at += 1) file(`many/p${at}`)
    file('many/notes.txt')
    chmodSync(join(home(), 'many/notes.txt'), 0o600)
    expect(mountsOf('many')).toEqual([
      ['readable', 'many'],
      ['blank', 'many/notes.txt'],
    ])
    expect(mountsOf('')).toEqual([])
  })

  it('among packages is shown with all packages', () => {
    file('shop/node_modules/.bin/tool')
    expect(new Set(mountsOf('shop/node_modules/.bin').map(([, path]) => path))).toEqual(new Set(['shop/node_modules']))
  })
})
