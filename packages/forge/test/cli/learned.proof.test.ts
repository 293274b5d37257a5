/** The end of real runs: what was learned is in the report and found later, and a run of which nothing came says what to do. */
import { afterEach, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../terminal/place.ts'

let place: Place
afterEach(() => place.end())

const closed = [{ do: 'write', path: 'shop.txt', text: 'closed\n' }, { do: 'answer' }]
const revising = (claim: string) => [
  {
    do: 'answer',
    with: {
      verdict: 'approve',
      findings: [{ severity: 'error', category: 'name-mismatch', file: 'shop.txt', line: 1, claim }],
    },
  },
]

function build(...args: string[]) {
  return place.forge(['build', 'Open the shop', '--yes', ...args])
}

describe('the end of a run', { timeout: 120_000 }, () => {
  it('S3-34 tells what was learned, and a later look at all runs of the repository finds it', async () => {
    place = await makePlace({ workers: [[{ do: 'answer' }]] })
    const built = await build()
    expect(built.exitCode).toBe(0)
    expect(built.out).toMatch(/^Learned +\d saved in the journal \(forge learnings\)$/m)
    expect(built.out).toMatch(/command +test -e shop\.txt: passed \d times, takes \d+\.\d s/)
    expect(built.out).toMatch(/failure +shop changed: .* → fixed by attempt 2 of implement/)
    expect(built.out).toMatch(/success +1 unit, dependencies 1 deep, 1 file, 1 retry, \S+ s of work in \S+ s/)
    const report = JSON.parse((await place.forge(['report', '--json'])).out)
    expect(report.learnings).toContainEqual(
      expect.objectContaining({ kind: 'failure_pattern', unit: 'shop', mendedBy: { phase: 'implement', attempt: 2 } }),
    )
    const all = JSON.parse((await place.forge(['learnings', '--kind', 'success_pattern', '--json'])).out)
    expect(all.learnings).toMatchObject([{ run: report.run, learning: { units: 1, depth: 1, files: 1, retries: 1 } }])
  })

  it('S3-34 of which nothing came explains it and suggests the commands that lead on', async () => {
    place = await makePlace({ worker: closed, reviewer: revising('the page reads store.txt') })
    const built = await build()
    expect(built.exitCode).toBe(5)
    expect(built.out).toMatch(/nothing was merged; .*the page reads store\.txt.*Check the plan/)
    const { out } = await place.forge(['report'])
    expect(out).toMatch(
      /failure +shop review.*: error \(name-mismatch\) shop\.txt:1: the page reads store\.txt.*not fixed/,
    )
    expect(out).not.toMatch(/success/)
    const [, why] = /^Next: forge (why shop --run \S+)$/m.exec(out) ?? []
    expect(out).toMatch(/^Or: +forge reopen shop --run \S+ --reason "<why>"$/m)
    expect((await place.forge(String(why).split(' '))).out).toContain('the page reads store.txt')
    expect(built.out).toContain(`forge ${why}`)
  })
})
