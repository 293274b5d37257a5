import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { chooseExpired, pruneTranscripts } from './retention.ts'

const day = 86_400_000
const now = 100 * day

it('U-29 transcripts of whole runs go, oldest first, by age and then by size', () => {
  const kept = [
    { run: 'new', bytes: 2_000_000, at: now - day },
    { run: 'old', bytes: 1, at: now - 31 * day },
    { run: 'middle', bytes: 2_000_000, at: now - 20 * day },
  ]
  const names = (days: number, megabytes: number): string[] =>
    chooseExpired(kept, { days, megabytes }, now).map(({ run }) => run)
  expect(names(365, 100)).toEqual([])
  expect(names(30, 100)).toEqual(['old'])
  expect(names(30, 3)).toEqual(['old', 'middle'])
  expect(names(30, 0)).toEqual(['old', 'middle', 'new'])
})

it('U-29 a look removes nothing, a run that is driven stays, and nothing but transcripts goes', async () => {
  const root = mkdtempSync(join(tmpdir(), 'forge-retention-'))
  try {
    const directory = join(root, 'transcripts')
    for (const run of ['a', 'b']) {
      mkdirSync(join(directory, run), { recursive: true })
      writeFileSync(join(directory, run, 'index.jsonl'), 'x')
      utimesSync(join(directory, run, 'index.jsonl'), 1, 1)
    }
    writeFileSync(join(root, 'journal'), 'kept')
    const request = {
      directory,
      retention: { days: 30, megabytes: 1000 },
      now,
      isDriven: (run: string) => Promise.resolve(run === 'b'),
    }
    expect((await pruneTranscripts({ ...request, how: 'look' })).map(({ run }) => run)).toEqual(['a'])
    expect(existsSync(join(directory, 'a'))).toBe(true)
    expect((await pruneTranscripts({ ...request, how: 'remove' })).map(({ run }) => run)).toEqual(['a'])
    expect([existsSync(join(directory, 'a')), existsSync(join(directory, 'b'))]).toEqual([false, true])
    expect(existsSync(join(root, 'journal'))).toBe(true)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
