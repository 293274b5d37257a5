import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqliteLog } from '#adapters/log/sqlite/index.ts'
import { operations } from '#surfaces/operations/list.ts'
import { collect, makeStage, type Stage } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = makeStage()
  await stage.play('done-1')
}, 30_000)
afterAll(() => stage.end())

/** The texts of the files that a call loads. */
async function loadedBy(args: readonly string[]): Promise<string[]> {
  const hook = new URL('loaded.ts', import.meta.url).href
  const { exitCode, error } = await collect(await stage.start(args, { NODE_OPTIONS: `--import ${hook}` }))
  expect(exitCode).toBe(0)
  const [, list = '[]'] = /^loaded (.*)$/m.exec(error) ?? []
  return (JSON.parse(list) as string[]).map((url) => readFileSync(new URL(url), 'utf8'))
}

describe('a quick start', { timeout: 90_000 }, () => {
  it('forge status loads neither schemas nor the parser of arguments, and little else', async () => {
    const bare = await loadedBy(['status'])
    expect(bare.filter((text) => /ZodObject|CommanderError|secretlint|huggingface_cerebras/.test(text))).toEqual([])
    expect(bare.length).toBeLessThanOrEqual(3)
    // The same look sees both where they are needed.
    const whole = (await loadedBy(['status', 'done-1'])).join('\n')
    expect(whole).toContain('ZodObject')
    expect(whole).toContain('CommanderError')
  })

  it('a command alone does what it does when it was parsed and checked', async () => {
    const quick = operations.filter(({ bare }) => bare !== undefined)
    expect(quick.map(({ name }) => name)).toContain('status')
    for (const { bare, load } of quick) {
      const whole = await load()
      expect(whole).toMatchObject(bare ?? {})
      expect('renderLive' in whole).toBe('renderLive' in (bare ?? {}))
      expect(whole.input.parse({})).toEqual({})
    }
    const [alone, named] = [await stage.forge(['status', '--json']), await stage.forge(['status', 'done-1', '--json'])]
    const withoutAge = (text: string) => text.replace(/"age":"[^"]*"/, '')
    expect(withoutAge(alone.out)).toBe(withoutAge(named.out))
  })

  it('(I-3) what cannot be recalled is checked, and the reason told by name', async () => {
    const other = makeStage()
    const encode = (event: unknown): string => JSON.stringify(event)
    const log = await openSqliteLog<unknown>(other.places.journal, {
      encode,
      decode: (text) => ({ ok: true, value: text }),
    })
    if (!log.ok) throw new Error(log.failure.why)
    const writer = await log.value.claim('later-1')
    if (!writer.ok) throw new Error(writer.failure.why)
    const events = [{ at: 1, type: 'run.dreamed', v: 1 }]
    const rows = { opened: [], closed: [], timers: [], summary: { status: 'running', at: 1 } }
    await writer.value.turn(0, 'm1', () => ({ events, ...rows }))
    await log.value.close()
    const { exitCode, error } = await other.forge(['status'])
    other.end()
    expect(error).toContain('a newer Forge wrote the journal: run.dreamed version 1')
    expect(exitCode).toBe(1)
  })
})
