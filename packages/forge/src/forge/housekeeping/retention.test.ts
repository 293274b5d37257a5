import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pruneTranscripts } from './retention.ts'

const day = 86_400_000
const now = 100 * day

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

it('U-29 a driven run that is over the limit makes an idle one go, not nobody', async () => {
  const root = mkdtempSync(join(tmpdir(), 'forge-retention-'))
  try {
    for (const [index, run] of ['driven', 'idle'].entries()) {
      mkdirSync(join(root, run))
      writeFileSync(join(root, run, 'index.jsonl'), Buffer.alloc(700_000))
      utimesSync(join(root, run, 'index.jsonl'), now / 1000 + index, now / 1000 + index)
    }
    const retention = { days: 30, megabytes: 1 }
    const isDriven = (run: string) => Promise.resolve(run === 'driven')
    const gone = await pruneTranscripts({ directory: root, retention, now, isDriven, how: 'look' })
    expect(gone.map(({ run }) => run)).toEqual(['idle'])
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
