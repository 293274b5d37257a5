/** Bar B9, what agents answer and leave at each bound and one over it: the first is taken, the second is a failure that names size and limit. */
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { maxResultBytes } from '#adapters/agents/session/result.ts'
import { boundedOutcome } from '#core/next/outcome-bounds.ts'
import { raw, type Said } from '#messages/said.ts'
import type { Outcome } from '#model/attempt.ts'
import { defaultSizes } from '#model/boundary-sizes.ts'
import { answerBytes, outcomeBytes } from '#model/bounds.ts'
import { canonicalJson } from '#model/canonical.ts'
import { oidOf } from '#testing/builders/index.ts'
import { digDeep } from '../git/deep.ts'
import { newRepository, open, write } from '../git/harness.ts'
import { done } from './exits.ts'
import { nonce, rehearse, type StepList } from './rehearsal.ts'

let [taken, refused] = [0, 0]
afterAll(() => console.log(`bar: ${taken} at their bound and taken, ${refused} over it and refused by size and limit`))

const kept = JSON.stringify({ nonce, status: 'done', note: '' })
const run = (line: string): StepList => [{ do: 'run', line }]

/** An answer that has exactly so many bytes, most of them blanks. */
function answerOf(bytes: number): StepList {
  return run(`{ printf '%s' '${kept}'; head -c ${bytes - kept.length} /dev/zero | tr '\\0' ' '; } > "$FORGE_RESULT"`)
}

/** Why an outcome is not recorded; none when it is, as it is. */
function faultsOf(outcome: Outcome): readonly Said[] {
  const bounded = boundedOutcome(outcome)
  if (canonicalJson(bounded) === canonicalJson(outcome)) return []
  return bounded.status === 'failed' && bounded.failure.tag === 'invalid'
    ? bounded.failure.errors
    : [raw('was changed')]
}

describe('an answer', () => {
  it('B9 is read up to its bound; what is over it is not, whatever its size', () =>
    rehearse(async ({ perform }) => {
      expect(await perform(answerOf(maxResultBytes))).toMatchObject({ end: 'answered', answer: done })
      taken += 1
      const over = [
        [answerOf(maxResultBytes + 1), maxResultBytes + 1],
        [run('truncate -s 5G "$FORGE_RESULT"'), 5 * 1024 ** 3],
      ] as const
      for (const [steps, bytes] of over) {
        const error = `the answer is too large: ${bytes} bytes, at most ${maxResultBytes} are allowed`
        expect(await perform(steps)).toMatchObject({ failure: { tag: 'invalid', errors: [error] } })
        refused += 1
      }
      const memory = process.resourceUsage().maxRSS / 1000
      expect(memory).toBeLessThan(1000)
    }))

  it.each([
    ['blanks', ' '],
    ['characters of two bytes', 'é'],
    ['what JSON writes as six', '\u0001'],
    ['pairs', '😀'],
  ])('B9 is recorded up to its bound in bytes of JSON: %s', (_, character) => {
    const around = canonicalJson({ nonce, note: '' }).length
    const size = Buffer.byteLength(canonicalJson(character)) - 2
    const most = Math.floor((answerBytes - around) / size)
    const fill = 'x'.repeat(answerBytes - around - most * size)
    const fits = { status: 'judged', answer: { nonce, note: character.repeat(most) + fill } } as const
    expect(faultsOf(fits)).toEqual([])
    const over = { status: 'judged', answer: { nonce, note: `${fits.answer.note}x` } } as const
    expect(faultsOf(over)).toEqual([`the answer has ${answerBytes + 1} bytes; at most ${answerBytes} are allowed`])
    taken += 1
    refused += 1
  })

  it('B9 with its paths is recorded up to the bound of an outcome', () => {
    const work = { status: 'worked' as const, head: oidOf('h'), tree: oidOf('t'), base: oidOf('b') }
    const worked = (count: number, last: number): Outcome => {
      const changed = Array.from({ length: count }, (_, at) => `${'d'.repeat(900)}${at + 1000}`)
      return { ...work, answer: { nonce }, changed: [...changed, 'x'.repeat(last)] }
    }
    const sizeOf = (outcome: Outcome): number => Buffer.byteLength(canonicalJson(outcome))
    const each = sizeOf(worked(2, 1)) - sizeOf(worked(1, 1))
    const count = Math.floor((outcomeBytes - sizeOf(worked(0, 0)) - 1) / each)
    const last = outcomeBytes - sizeOf(worked(count, 0))
    const [fits, over] = [worked(count, last), worked(count, last + 1)]
    expect(sizeOf(fits)).toBe(outcomeBytes)
    expect(faultsOf(fits)).toEqual([])
    const fault = new RegExp(`has ${outcomeBytes + 1} bytes; at most ${outcomeBytes} are allowed`)
    expect(faultsOf(over)).toEqual([expect.saying(fault)])
    taken += 1
    refused += 1
  })
})

/** A path that has exactly so many bytes, of parts that a file system can hold. */
function pathOf(bytes: number): string {
  const folders = `${'d'.repeat(199)}/`.repeat(Math.floor((bytes - 1) / 200))
  return folders + 'f'.repeat(bytes - folders.length)
}

type Left = readonly [string, (at: string) => void, 'taken' | RegExp]

const file =
  (name: string, bytes: number) =>
  (at: string): void => {
    writeFileSync(join(at, name), '')
    truncateSync(join(at, name), bytes)
  }

const lefts: readonly Left[] = [
  ['a file at its bound', file('big', defaultSizes.fileBytes), 'taken'],
  ['a file over it', file('big', defaultSizes.fileBytes + 1), /"big" has 51 MB; a file may have at most 50 MB/],
  ['a file of 5 GB', file('big', 5_000_000_000), /"big" has 5000 MB/],
  ['a file of 8 TB', file('big', 8_000_000_000_000), /"big" has 8000000 MB/],
  [
    'files over their bound together',
    (at) => Array.from({ length: 11 }, (_, index) => file(`f${index}`, defaultSizes.fileBytes)(at)),
    /have 550 MB in total; at most 500 MB are allowed/,
  ],
  ['a path at its bound', (at) => write(at, { [pathOf(1024)]: 'x' }), 'taken'],
  ['a path over it', (at) => write(at, { [pathOf(1025)]: 'x' }), /has a path longer than 1024 bytes/],
  [
    'folders deeper than a path can be long',
    (at) => digDeep(at, 'd'.repeat(200), 40),
    /cannot be read|longer than 1024 bytes/,
  ],
  ['six hundred folders below each other', (at) => digDeep(at, 'd', 600), /cannot be read|longer than 1024 bytes/],
]

describe('a tree', () => {
  it('B9 is taken at its bounds and refused over them, without being read', async () => {
    const { trees, user } = await open(newRepository())
    for (const [index, [name, leave, expected]] of lefts.entries()) {
      const id = `r.unit.u${index}`
      await trees.make(id, user.head)
      leave(trees.pathOf(id))
      const tree = await trees.snapshot(id)
      if (expected === 'taken') {
        expect(tree, name).toMatch(/^[0-9a-f]{40}$/)
        taken += 1
      } else {
        expect(tree, name).toEqual({ refused: [expect.saying(expected)] })
        refused += 1
      }
      await trees.remove(id)
    }
    expect((await trees.list('r')).length).toBe(0)
  })
})
