/** What every command has in common: what is wrong is said, help, colours, where it may be called. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '#surfaces/operations/list.ts'
import { playRuns } from './played.ts'
import { makeStage, type Ran, type Stage } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await playRuns()
}, 60_000)
afterAll(() => stage.end())

describe('the command line', () => {
  it.each([
    [['staus'], 'did you mean status?'],
    [['status', '--jsn'], 'did you mean --json?'],
    [['plan'], 'plan needs a subcommand'],
    [['plan', 'shwo'], 'did you mean show?'],
    [['retry'], "the required argument 'unit' is missing"],
    [['reject', 'wait-1'], "the required option '--note <note>' is missing"],
    [['events', 'done-1', '--after', 'ten'], '--after: '],
    [['raise', 'wait-1'], 'name the limit to change'],
    [['status', 'a', 'b'], 'too many arguments'],
    [['approve'], 'there are 2 runs; name one of them'],
    [['status', 'work'], "the ids of 2 runs begin with 'work'; type more of the id"],
    [['config', 'get', 'limit.maxCost'], 'did you mean limits.maxCost?'],
    [['plan', 'edit', 'nowhere.json', '--run', 'wait-1'], 'nowhere.json does not exist'],
    [['completion', 'tcsh'], "<shell>: 'tcsh' is not one of bash, zsh, fish"],
    [['learnings', '--kind', 'sucess_pattern'], 'did you mean success_pattern?'],
    [['build', ''], '<request>: it must not be empty'],
    [['build', 'x', '--max-cost', 'much'], "--max-cost: 'much' is not a number"],
    [['build', 'x', '--max-cost', '-1'], '--max-cost: -1 is too small'],
  ])('says what is wrong and exits 2: %j', async (args, said) => {
    const ran = await stage.forge(args)
    expect(ran).toMatchObject({ exitCode: 2, out: '' })
    expect(ran.error).toContain(said)
    const { out, exitCode } = await stage.forge([...args, '--json'])
    expect(exitCode).toBe(2)
    expect(JSON.parse(out)).toMatchObject({
      error: { code: expect.any(String), message: { text: expect.any(String) } },
    })
  })

  it('an unknown run is a failure that names the runs', async () => {
    const { exitCode, error } = await stage.forge(['status', 'nope'])
    expect(exitCode).toBe(1)
    expect(error).toMatch(/there is no run 'nope'\n.*runs: done-1/)
  })

  it('in a repository without a checkout it says so by name, and what to do', async () => {
    const bare = join(stage.root, '..', 'bare.git')
    for (const name of ['objects', 'refs']) mkdirSync(join(bare, name), { recursive: true })
    writeFileSync(join(bare, 'HEAD'), 'ref: refs/heads/main\n')
    const { exitCode, error } = await stage.forge(['status'], {}, join(bare, 'refs'))
    expect(exitCode).toBe(2)
    expect(error).toMatch(/bare\.git is a bare repository.*\n.*git worktree add/)
  })

  it('outside a repository it says how to make one and exits 2', async () => {
    const { exitCode, error } = await stage.forge(['status'], {}, tmpdir())
    expect(exitCode).toBe(2)
    expect(error).toMatch(/is not inside a git repository\n.*git init/)
  })

  it('every operation has a help page with examples and exit codes', async () => {
    const pages = await Promise.all(operations.map(({ name }) => stage.forge([...name.split(' '), '--help'])))
    for (const [index, { exitCode, out }] of pages.entries()) {
      expect([operations[index]?.name, exitCode]).toEqual([operations[index]?.name, 0])
      expect(out).toMatch(/^Usage: forge /)
      expect(out).toContain('Examples:\n  ')
      expect(out).toContain('Exit codes: 0 ')
    }
    expect((await stage.forge(['help', 'approve'])).out).toBe((await stage.forge(['approve', '--help'])).out)
  }, 30_000)

  it('colours are for terminals, unless somebody says otherwise', async () => {
    const coloured = (ran: Ran) => ran.out.includes('\u001B[')
    expect(coloured(await stage.forge(['status']))).toBe(false)
    expect(coloured(await stage.forge(['status'], { FORCE_COLOR: '1' }))).toBe(true)
    expect(coloured(await stage.forge(['status'], { FORCE_COLOR: '1', NO_COLOR: '1' }))).toBe(false)
    expect(coloured(await stage.forge(['status', '--no-color'], { FORCE_COLOR: '1' }))).toBe(false)
    expect(coloured(await stage.forge(['status'], { FORCE_COLOR: '1', CLAUDECODE: '1' }))).toBe(false)
    expect(coloured(await stage.forge(['status', '--json'], { FORCE_COLOR: '1' }))).toBe(false)
  })

  it('asking about a repository without runs makes nothing', async () => {
    const own = makeStage()
    expect((await own.forge(['status'])).out).toBe(
      'No runs in this repository yet.\nNext: forge build "<what you want>"\n',
    )
    expect(existsSync(own.places.state)).toBe(false)
    own.end()
  })
})
