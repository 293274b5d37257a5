/** A secret that nobody knew to be one, through a real run and out again (T-21). */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createEraser } from '#adapters/exec/index.ts'
import { makePlace, usualPlan, usualWork, waiting, type Place } from '../terminal/place.ts'

let place: Place | undefined
afterEach(() => {
  place?.end()
  place = undefined
})

/** Of no shape that anybody would know, with letters that JSON and addresses write otherwise. */
const canary = 'Tr0ub4dor &"3 \\ çorrect horse'
const forms = [
  canary,
  JSON.stringify(canary).slice(1, -1),
  encodeURIComponent(canary),
  Buffer.from(canary).toString('base64').replace(/=+$/, ''),
  Buffer.from(`x${canary}yz`).toString('base64').slice(4, 36),
]

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** Files below that hold any form of it, by a plain search over their bytes. */
function holders(folder: string): readonly string[] {
  return filesUnder(folder).filter((path) => forms.some((form) => readFileSync(path).includes(form)))
}

interface Shown {
  readonly journal: readonly { run: string; events: number; count: number }[]
  readonly files: readonly { path: string; count: number }[]
  readonly left: {
    readonly names: readonly string[]
    readonly commits: readonly { ref: string; repository: string; paths: readonly string[] }[]
  }
}

/** What the planner, the worker, its reviewer and the operator say. */
const leaking = {
  planner: [
    { do: 'print', text: `the planner knows ${canary}`, to: 'stdout' },
    {
      ...usualPlan,
      with: {
        plan: {
          ...usualPlan.with.plan,
          summary: `One file, with ${canary}.`,
          units: usualPlan.with.plan.units.map((unit) => ({ ...unit, brief: `Write the shop; the key is ${canary}` })),
        },
      },
    },
  ],
  worker: [
    { do: 'print', text: `in base64 ${Buffer.from(`x${canary}yz`).toString('base64')}`, to: 'message' },
    { do: 'print', text: `in an address ?key=${encodeURIComponent(canary)}`, to: 'stderr' },
    ...usualWork.slice(0, 1),
    { do: 'answer', with: { note: `used ${canary}` } },
  ],
  reviewer: [{ do: 'answer', with: { summary: `looks good, apart from ${canary}` } }],
}

function piped(
  args: readonly string[],
  input: string,
): Promise<{ exitCode: number | null; out: string; error: string }> {
  const child = place?.start(args, 'pipe')
  if (child === undefined) throw new Error('no place')
  let [out, error] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (out += String(chunk)))
  child.stderr?.on('data', (chunk: Buffer) => (error += String(chunk)))
  child.stdin?.end(input)
  return new Promise((resolve) => child.once('close', (exitCode) => resolve({ exitCode, out, error })))
}

describe('forge redact', { timeout: 240_000 }, () => {
  it('T-21 I-38 takes a secret out of everything that a real run wrote: nothing is left, the run goes on, the audit is clean', async () => {
    place = await makePlace(leaking)
    const { state } = place.places
    mkdirSync(join(place.root, '.forge/workflows'))
    writeFileSync(join(place.root, '.forge/workflows/implement.md'), `Do it. The key is ${canary}\n`)
    // The plan waits for an answer: the run is in the middle.
    expect((await place.forge(['build', `Open the shop with ${canary}`, '--accept-dirty'])).exitCode).toBe(3)
    const before = holders(state)
    for (const kind of ['journal', 'transcripts', 'records', 'blobs'])
      expect(before.some((path) => path.startsWith(join(state, kind)))).toBe(true)

    const looked = await piped(['redact', '--dry-run', '--json'], `${canary}\n`)
    expect([looked.exitCode, looked.error]).toEqual([0, ''])
    const shown = JSON.parse(looked.out) as Shown
    expect(shown.journal).toMatchObject([{ events: expect.any(Number), count: expect.any(Number) }])
    expect(shown.files.map(({ path }) => path.split('/')[0])).toEqual(
      expect.arrayContaining(['transcripts', 'records', 'blobs']),
    )
    expect(holders(state)).toEqual(before)

    const gone = await piped(['redact', '--json'], `${canary}\n`)
    expect([gone.exitCode, holders(state)]).toEqual([0, []])
    expect(`${looked.out}${gone.out}${gone.error}`).not.toContain(canary)
    const told = (await place.forge(['events', '--json'])).out
    const redacted = told.split('\n').filter((line) => line.includes('"run.redacted"'))
    expect(redacted).toHaveLength(1)
    expect(JSON.parse(redacted[0] ?? '')).toMatchObject({ event: { count: shown.journal[0]?.count } })
    expect((await place.forge(['audit'])).exitCode).toBe(0)
    const [name] = (JSON.parse(gone.out) as Shown).left.names
    expect(name).toMatch(/^open-the-shop-with-tr0ub4dor-3/)
    expect((await place.forge(['plan', 'show'])).out).toContain('One file, with [redacted].')

    // The same work goes on: nothing that was settled is done again.
    const done = await place.forge(['resume', '--yes', '--allow-plan-commands'])
    expect([done.exitCode, done.error]).toEqual([0, expect.any(String)])
    const attempts = (await place.forge(['events', '--json'])).out
      .split('\n')
      .flatMap((line) => (line.includes('"attempt.intended"') ? [/"path":"([^"]+)"/.exec(line)?.[1] ?? ''] : []))
    expect(attempts.filter((path) => path === 'plan/draft')).toHaveLength(1)
    expect(holders(state).length).toBeGreaterThan(0)

    // And once more over a run that has ended, with all that its worker and reviewer wrote.
    expect((await piped(['redact'], canary)).exitCode).toBe(0)
    expect(holders(state)).toEqual([])
    expect((await place.forge(['audit'])).exitCode).toBe(0)
    expect((await place.forge(['report'])).exitCode).toBe(0)
    const last = (await piped(['redact', '--dry-run'], canary)).out
    expect(last.split('\n').filter((line) => / in {2}/.test(line))).toEqual([
      expect.stringMatching(/^still in {2}the name of run open-the-shop-with/),
    ])
    expect((await piped(['redact', '--dry-run'], 'nobody ever wrote this')).out).toContain('the secret was not found')
  })

  it('T-21 says which commits still hold it, and rewrites none of them', async () => {
    const worker = [{ do: 'write', path: 'shop.txt', text: `the key is ${canary}\n` }, { do: 'answer' }]
    place = await makePlace({ worker })
    const config = join(place.root, '../home/.config/forge')
    mkdirSync(config, { recursive: true })
    writeFileSync(join(config, 'config.yaml'), 'secrets:\n  found: allow\n')
    expect((await place.forge(['build', 'Open the shop', '--yes', '--allow-plan-commands'])).exitCode).toBe(0)
    const refs = () => execFileSync('git', ['for-each-ref'], { cwd: place?.root, encoding: 'utf8' })
    const before = refs()
    const gone = await piped(['redact', '--json'], canary)
    const { left } = JSON.parse(gone.out) as Shown
    expect(left.commits).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ repository: 'control', paths: ['shop.txt'] }),
        expect.objectContaining({ repository: 'yours', ref: expect.stringMatching(/^refs\/heads\/forge/) }),
      ]),
    )
    expect(refs()).toBe(before)
    expect(gone.out).toMatch(/"next":\[\{"raw":"git branch -D forge/)
  })

  it('T-21 refuses while a run is driven, and a secret that is none', async () => {
    place = await makePlace({ worker: [...waiting('obedient'), ...usualWork] })
    const driver = place.start(['build', `Open the shop with ${canary}`, '--yes', '--allow-plan-commands'])
    const ended = new Promise((resolve) => driver.once('close', resolve))
    while (!(await place.forge(['events'])).out.includes('shop/implement'))
      await new Promise((resolve) => setTimeout(resolve, 400))
    const held = await piped(['redact'], canary)
    expect([held.exitCode, held.error]).toEqual([
      7,
      expect.stringContaining('another Forge process is already working on run'),
    ])
    place.openGate()
    await ended
    expect((await piped(['redact'], 'short')).exitCode).toBe(2)
    expect((await piped(['redact'], '')).exitCode).toBe(2)
    expect((await place.forge(['redact', '--from-env', 'NOT_SET'])).exitCode).toBe(2)
    expect((await place.forge(['redact', canary])).exitCode).toBe(2)
  })

  it('T-21 asks for it without showing it', async () => {
    place = await makePlace(leaking)
    expect((await place.forge(['build', 'Open the shop'])).exitCode).toBe(3)
    const terminal = place.openTerminal()
    terminal.type('forge redact', 'Enter')
    await terminal.shows('it is not shown')
    terminal.type('-l', canary)
    terminal.type('Enter')
    const screen = await terminal.shows('removed from')
    expect(screen).not.toContain('Tr0ub4dor')
    expect(holders(place.places.state)).toEqual([])
  })
})

describe('what is erased', () => {
  it('T-21 every form goes, wherever it stands in the base64 of a longer text', () => {
    const eraser = createEraser(canary)
    for (const before of ['', 'a', 'ab', 'abc']) {
      const text = Buffer.from(`${before}${canary}${before}`).toString('base64')
      expect(eraser?.countIn(text)).toBe(1)
      expect(eraser?.countIn(eraser.text(`<${text}>`, '[redacted]'))).toBe(0)
    }
    expect(createEraser('short')).toBeUndefined()
  })
})
