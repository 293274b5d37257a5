/** The write boundary of real runs: what an agent must not bring never reaches a commit that is merged. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { makePlace, usualWork, type Place } from '../terminal/place.ts'

let place: Place
afterEach(() => place.end())

/** Of a kind that only the library knows. */
const docker = ['dckr', '_pat_aB3dE5gH7jK9mN1pQ3rS5tU7vW9'].join('')
const drawn = ['q9Zt4', 'mK2xV7', 'bL0sYp', '8RwE3h', 'Jd6uC1n', 'TfG5aOi'].join('')

function planOf(...ids: readonly string[]): object {
  const verify = [{ name: 'exists', run: 'test -e shop.txt' }]
  const units = ids.map((id) => ({ id, title: id, depends: [], writes: [`${id}/`], verify }))
  return { do: 'answer', with: { plan: { summary: 'Three.', units } } }
}

function configure(text: string): void {
  writeFileSync(join(place.root, '.forge/config.local.yaml'), text)
}

describe('the write boundary', { timeout: 120_000 }, () => {
  it('U-28 T-12 a tree is refused for its sizes, names and secrets: said to the agent, in status and in report, and in no commit', async () => {
    const bring = [
      'case {{unit}} in',
      'size) truncate -s 60M big.bin;;',
      `name) touch "$(printf 'bi\\342\\200\\256di.txt')";;`,
      `secret) echo "apiKey: '${drawn}'" > shop.txt; printf '\\n${docker}\\n' > keys-${docker}.txt;;`,
      'esac',
    ]
    place = await makePlace({
      planner: [planOf('size', 'name', 'secret')],
      worker: [{ do: 'run', line: bring.join('\n') }, { do: 'answer' }],
    })
    const built = await place.forge(['build', 'Open the shop', '--yes'])
    expect(built.exitCode).toBe(5)
    expect(built.out).toContain('keys-[redacted].txt:2: looks like a secret (rule secretlint/docker)')
    for (const view of ['status', 'report']) {
      const { out } = await place.forge([view])
      expect(out, view).toContain('"big.bin" has 63 MB; a file may have at most 50 MB (size.file)')
      expect(out, view).toContain('"bi di.txt" has U+202E in its name')
      expect(out, view).toMatch(
        /\S+:1: looks like a secret \(rule \S+\); Forge does not commit secrets \(and 2 more\)/u,
      )
      expect(out, view).toMatch(/^ {2}\d+ attempts: NO SANDBOX: /mu)
    }
    const events = (await place.forge(['events', '--json'])).out.split('\n').filter((line) => line !== '')
    const again = events.map((line) => JSON.parse(line).event).filter((event) => event.type === 'recovery.chosen')
    const secret = expect.saying('shop.txt:1: looks like a secret (rule assigned-secret)')
    expect(again).toContainEqual(
      expect.objectContaining({ variant: 'corrected', errors: expect.arrayContaining([secret]) }),
    )
    const control = join(place.places.state, 'control.git')
    const log = ['log', '--all', '--format=%H', '--', '.', ':!.forge']
    expect(execFileSync('git', log, { cwd: control, encoding: 'utf8' })).toBe('')
    for (const value of [drawn, docker]) expect(events.join('')).not.toContain(value)
  })

  it('U-28 what looks like a secret may stand where the configuration says so', async () => {
    place = await makePlace({
      worker: [{ do: 'append', path: 'shop.txt', text: `apiKey: '${drawn}'\n` }, { do: 'answer' }],
    })
    configure('secrets: { allowedIn: [shop.txt] }\n')
    expect((await place.forge(['build', 'Open the shop', '--yes', '--accept-dirty'])).exitCode).toBe(0)
  })

  it('U-28 R-16 a forbidden path stops the unit, and is named', async () => {
    place = await makePlace({ worker: usualWork })
    configure('forbidden: [shop.txt]\n')
    const built = await place.forge(['build', 'Open the shop', '--yes', '--accept-dirty'])
    expect(built.exitCode).toBe(5)
    expect(built.out).toContain('changed paths that it must not change: shop.txt')
  })

  it('U-28 S0-41 a file that Forge reads and that does not fit its schema is refused by line and field, and in no commit', async () => {
    place = await makePlace({
      worker: [
        { do: 'write', path: '.forge/presets/mine.yaml', text: 'name: mine\ntitel: My own\n' },
        { do: 'answer' },
      ],
    })
    const built = await place.forge(['build', 'Open the shop', '--yes', '--allow-gate-changes'])
    expect(built.exitCode).toBe(5)
    expect(built.out).toMatch(/\.forge\/presets\/mine\.yaml:2: titel: .*did you mean title\?/)
    const control = join(place.places.state, 'control.git')
    expect(execFileSync('git', ['log', '--all', '--', '.forge/presets'], { cwd: control, encoding: 'utf8' })).toBe('')
  })

  it('U-30 R-16 whoever judges changes nothing: what a reviewer writes is in no tree but its own', async () => {
    place = await makePlace({
      reviewer: [
        { do: 'write', path: 'shop.txt', text: 'closed\n' },
        { do: 'write', path: 'extra.txt', text: 'mine\n' },
        { do: 'commit', message: 'as a reviewer' },
        { do: 'answer' },
      ],
    })
    const built = await place.forge(['build', 'Open the shop', '--yes'])
    expect(built.exitCode).toBe(0)
    const [, branch] = /the merged work is on branch (\S+)/.exec(built.out) ?? []
    const shown = (path: string): string =>
      execFileSync('git', ['show', `${branch}:${path}`], { cwd: place.root, encoding: 'utf8', stdio: 'pipe' })
    expect(shown('shop.txt')).toBe('open\n')
    expect(() => shown('extra.txt')).toThrow()
  })

  it('C-05 S0-17 Forge commits, whoever else tries: what an agent committed is work like any other, its commits are not', async () => {
    place = await makePlace({
      worker: [...usualWork.slice(0, -1), { do: 'commit', message: 'as a worker' }, { do: 'answer' }],
    })
    const built = await place.forge(['build', 'Open the shop', '--yes'])
    expect(built.exitCode).toBe(0)
    const [, branch = ''] = /the merged work is on branch (\S+)/.exec(built.out) ?? []
    const log = execFileSync('git', ['log', '--format=%s %b', branch], { cwd: place.root, encoding: 'utf8' })
    expect(log).not.toContain('as a worker')
    expect(log).toMatch(/Forge-Attempt: \S+\/shop\/implement#1/)
    expect(execFileSync('git', ['show', `${branch}:shop.txt`], { cwd: place.root, encoding: 'utf8' })).toBe('open\n')
  })
})
