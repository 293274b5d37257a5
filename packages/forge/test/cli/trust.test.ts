/** A clone is a stranger: what it brings is shown and approved before any of it runs (I-42). */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openForge } from '../../src/forge.ts'
import type { Ran } from '../calling.ts'
import { makeStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(() => {
  stage = makeStage()
  const env = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const as = ['-c', 'user.name=A', '-c', 'user.email=a@b.invalid']
  const git = (...args: string[]): void =>
    void execFileSync('git', [...as, ...args], { cwd: stage.root, env, encoding: 'utf8' })
  git('init', '--quiet', '--initial-branch=main')
  git('commit', '--quiet', '--allow-empty', '-m', 'Start')
})
afterAll(() => stage.end())

/** A user who trusts no folder. */
const forge = (args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  stage.forge(args, { FORGE_TRUSTED: '', FORGE_SANDBOX: 'off', ...more })

function clone(text: string): void {
  mkdirSync(join(stage.root, '.forge'), { recursive: true })
  writeFileSync(join(stage.root, '.forge/config.yaml'), text)
}

const evil = "agent: command:touch pwned\nsetup: ./evil.sh\nverify: ['true']\nagents: { pass: [MY_SECRET_TOKEN] }\n"
const hashIn = ({ error }: Ran): string => /--trust ([0-9a-f]{32})/.exec(error)?.[1] ?? 'none'

describe('a repository that somebody else wrote', { timeout: 90_000 }, () => {
  it.each([
    ['build', 'x', '--yes', '--accept-dirty'],
    ['doctor'],
    ['preset', 'check', 'build'],
    ['rehearse', 'build', '--path', 'approved'],
  ])(
    'I-42 T-26 forge %s %s shows what it brings, starts nothing, exits with 3 and names the command',
    async (...words) => {
      clone(evil)
      const args = words.filter((word) => word !== undefined)
      const ran = await forge(args)
      expect(ran.exitCode, ran.error).toBe(3)
      for (const shown of ['agent: command:touch pwned', 'setup.run: ./evil.sh', 'agents.pass: ["MY_SECRET_TOKEN"]'])
        expect(ran.error).toContain(shown)
      expect(ran.error).toMatch(new RegExp(`then: forge ${args.join(' ')} --trust [0-9a-f]{32}`))
      expect(existsSync(join(stage.root, 'pwned'))).toBe(false)
    },
  )

  it('I-42 is trusted once by its name, and asked about again when what it brings has changed', async () => {
    clone("verify: ['true']\nslots: 2\n")
    const name = hashIn(await forge(['doctor']))
    expect((await forge(['doctor', '--trust', '0'.repeat(32)])).error).toContain(`now ${name}, not 0000`)
    expect((await forge(['doctor', '--trust', name])).exitCode).not.toBe(3)
    expect((await forge(['doctor'])).exitCode).not.toBe(3)
    // What runs nothing changes nothing.
    clone("# a remark\nverify: ['true']\nslots: 5\n")
    expect((await forge(['doctor'])).exitCode).not.toBe(3)
    clone("verify: ['true', './more.sh']\nslots: 2\n")
    const more = await forge(['doctor'])
    expect([more.exitCode, hashIn(more) === name]).toEqual([3, false])
    expect(readFileSync(join(stage.places.state, 'trust.json'), 'utf8')).toContain(name)
  })

  it('I-42 (I-23) is trusted by no agent', async () => {
    clone("verify: ['./agent.sh']\n")
    const ran = await forge(['doctor'], { FORGE_KEY: 'run/0/a/implement#1' })
    const told = await forge(['doctor', '--trust', hashIn(ran)], { FORGE_KEY: 'run/0/a/implement#1' })
    expect([ran.exitCode, told.exitCode]).toEqual([3, 8])
    expect((await forge(['doctor'])).exitCode).toBe(3)
  })

  it('I-42 asks nothing where it brings nothing, where its folder is trusted, and where Forge wrote it', async () => {
    clone('slots: 2\n')
    expect((await forge(['doctor'])).exitCode).not.toBe(3)
    clone("verify: ['./other.sh']\n")
    expect((await forge(['doctor'], { FORGE_TRUSTED: join(stage.root, '..') })).exitCode).not.toBe(3)
    expect((await forge(['doctor'], { FORGE_TRUSTED: `${stage.root}-not` })).exitCode).toBe(3)
    clone('slots: 2\n')
    expect((await forge(['preset', 'new', 'mine'])).exitCode).toBe(0)
    expect((await forge(['doctor'])).exitCode).not.toBe(3)
  })

  it('I-42 a preset or a gate of it is asked about like a command', async () => {
    clone('slots: 2\n')
    mkdirSync(join(stage.root, '.forge/gates'), { recursive: true })
    writeFileSync(join(stage.root, '.forge/gates/build.md'), 'nothing\n')
    const ran = await forge(['doctor'])
    expect([ran.exitCode, ran.error]).toEqual([3, expect.stringContaining('.forge/gates/build.md: sha256 ')])
  })

  it('I-42 asks at a terminal, and no is the answer to silence', async () => {
    clone("verify: ['./asked.sh']\n")
    const { untrusted } = await import('#surfaces/operations/trusting.ts')
    const env = { HOME: join(stage.root, '../home'), USER: 'ada' }
    const surroundings = { cwd: stage.root, env, home: env.HOME, now: Date.now, program: '', machine: machine() }
    const ask = async (answer: 'yes' | 'no'): Promise<string | undefined> => {
      const opened = openForge(surroundings)
      const talk = { say: () => undefined, confirm: () => Promise.resolve(answer) }
      const refused = await untrusted(opened, undefined, talk)
      await opened.close()
      return refused?.code
    }
    expect([await ask('no'), await ask('yes'), await ask('no')]).toEqual(['untrusted', undefined, undefined])
  })

  it('I-42 a link in the place of .forge is refused by name', async () => {
    const other = makeStage()
    mkdirSync(join(other.root, '../elsewhere'))
    symlinkSync(join(other.root, '../elsewhere'), join(other.root, '.forge'))
    for (const args of [['init', '--yes'], ['preset', 'new', 'mine'], ['doctor'], ['build', 'x']]) {
      const ran = await other.forge(args)
      expect(ran.out + ran.error, args[0]).toContain('.forge is a symbolic link')
      expect(ran.exitCode).toBe(args[0] === 'doctor' ? 1 : 2)
    }
    expect(existsSync(join(other.root, '../elsewhere/config.yaml'))).toBe(false)
    other.end()
  })
})

function machine(): { node: string; sqlite: string; platform: string } {
  return { node: process.versions.node, sqlite: '', platform: process.platform }
}
