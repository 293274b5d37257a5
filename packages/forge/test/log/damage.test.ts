/** Damaged, foreign, missing journals: named stops, never an empty start, never a silent difference (I-3, F-4). */
import { cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { openSqliteLog } from '#adapters/log/sqlite/log.ts'
import { ackedBy, inDirectory, startChild } from './spawned.ts'
import { examine, makeJournal, openLog, tickCodec } from './ticks.ts'

const reopen = async (directory: string) => {
  const opened = await openSqliteLog(directory, tickCodec)
  if (opened.ok) await opened.value.close()
  return opened.ok ? 'opened' : opened.failure
}

/** Everything of a run, or the stop. */
async function readRun(directory: string, run: string) {
  const opened = await openSqliteLog(directory, tickCodec)
  if (!opened.ok) return opened
  const entries = await opened.value.read(run, 0)
  await opened.value.close()
  return entries
}

describe('a torn end of the WAL', () => {
  it('F-4 I-2 the last transaction is whole or absent, everything before it is there, and the run goes on', () =>
    inDirectory(async (root) => {
      const journal = join(root, 'log')
      const child = startChild(['drive-slowly', journal, '1000'])
      await child.line('ack 12')
      child.process.kill('SIGKILL')
      const acked = ackedBy((await child.ended).lines)
      const size = statSync(join(journal, 'journal.db-wal')).size
      let absent = 0
      for (const bytes of [1, 2, 23, 24, 25, 100, 512, 1000, 2048, 4095, 4096]) {
        for (const how of ['cut', 'garbled'] as const) {
          const copy = join(root, `${how}-${bytes}`)
          cpSync(journal, copy, { recursive: true })
          const wal = join(copy, 'journal.db-wal')
          const end = Buffer.alloc(bytes, 0xa5)
          if (how === 'cut') truncateSync(wal, size - bytes)
          else writeFileSync(wal, Buffer.concat([readFileSync(wal).subarray(0, size - bytes), end]))
          const { ticks, violations } = await examine(copy, acked - 1)
          expect({ how, bytes, violations }).toEqual({ how, bytes, violations: [] })
          if (ticks < acked) absent += 1
        }
      }
      expect(absent).toBeGreaterThan(0)
    }))
})

/** Everywhere in the file: SQLite leaves old copies of a row in freed space, and which one is alive is not said. */
function replaceBytes(file: string, from: string, to: string): number {
  const bytes = readFileSync(file)
  let count = 0
  for (let place = bytes.indexOf(from); place !== -1; place = bytes.indexOf(from, place + 1)) {
    bytes.write(to, place)
    count += 1
  }
  writeFileSync(file, bytes)
  return count
}

describe('a flipped byte', () => {
  it('T-29 F-4 I-3 in an earlier event stops with its number; nothing is appended; other runs go on', () =>
    inDirectory(async (directory) => {
      await makeJournal(directory, 6)
      const file = join(directory, 'journal.db')
      expect(replaceBytes(file, 'run-b tick 3 ', 'run-b tick 4 ')).toBeGreaterThan(0)
      const log = await openLog(directory)
      const stop = { ok: false, failure: { why: 'corrupt', seq: 5, detail: 'the hash chain is broken' } }
      expect(await log.read('run-b', 0)).toEqual(stop)
      expect(await log.claim('run-b')).toEqual(stop)
      expect((await log.claim('run-a')).ok).toBe(true)
      await log.close()
      const database = new DatabaseSync(file, { readOnly: true })
      expect(
        database.prepare("SELECT count(*) AS n, max(epoch) AS epoch FROM event WHERE run = 'run-b'").get(),
      ).toEqual({ n: 12, epoch: 1 })
      database.close()
    }))

  it('T-29 F-4 I-3 anywhere in the file is a named stop or changes no event', () =>
    inDirectory(async (root) => {
      const journal = join(root, 'log')
      await makeJournal(journal, 6)
      const expected = await readRun(journal, 'run-a')
      const bytes = readFileSync(join(journal, 'journal.db'))
      let stops = 0
      for (let n = 0; n < 80; n += 1) {
        const copy = join(root, `copy-${n}`)
        cpSync(journal, copy, { recursive: true })
        const flipped = Buffer.from(bytes)
        const place = Math.floor((n * 0.618_033_988_7 * bytes.length) % bytes.length)
        flipped[place] = (flipped[place] ?? 0) ^ 0x41
        writeFileSync(join(copy, 'journal.db'), flipped)
        const found = await readRun(copy, 'run-a')
        if (found.ok) expect(found).toEqual(expected)
        else stops += 1
        rmSync(copy, { recursive: true })
      }
      expect(stops).toBeGreaterThan(5)
    }))
})

describe('a journal that is not one', () => {
  it('I-3 empty, gone, cut, garbled, foreign: a stop that names the journal, and the file stays as it is', () =>
    inDirectory(async (root) => {
      const whole = join(root, 'whole')
      await makeJournal(whole, 6)
      const size = statSync(join(whole, 'journal.db')).size
      const harms: Readonly<Record<string, (file: string) => void>> = {
        empty: (file) => truncateSync(file, 0),
        gone: (file) => renameSync(file, `${file}.elsewhere`),
        'cut to a header': (file) => truncateSync(file, 100),
        'cut in the middle': (file) => truncateSync(file, Math.floor(size / 2)),
        'cut by a page': (file) => truncateSync(file, size - 4096),
        text: (file) => writeFileSync(file, 'not a database at all, but long enough to look like something'.repeat(20)),
        zeros: (file) => writeFileSync(file, Buffer.alloc(size)),
        'another database': (file) => {
          rmSync(file)
          const database = new DatabaseSync(file)
          database.exec('CREATE TABLE other (thing)')
          database.close()
        },
      }
      for (const [name, harm] of Object.entries(harms)) {
        const copy = join(root, name.replaceAll(' ', '-'))
        const file = join(copy, 'journal.db')
        cpSync(whole, copy, { recursive: true })
        harm(file)
        const before = existsSync(file) ? readFileSync(file) : undefined
        for (const attempt of [1, 2]) {
          const stop = await reopen(copy)
          expect({ name, attempt, stop }).toEqual({
            name,
            attempt,
            stop: { why: 'corrupt', seq: 0, detail: expect.saying(/./) },
          })
        }
        expect(existsSync(file) ? readFileSync(file) : undefined).toEqual(before)
      }
    }))

  it.each([
    [99, 'newer'],
    [1, 'older'],
  ])('I-3 the format %i stops by name: it is %s, not damaged, and nothing of it is touched', (format, why) =>
    inDirectory(async (directory) => {
      await makeJournal(directory, 1)
      const file = join(directory, 'journal.db')
      const database = new DatabaseSync(file)
      database.exec(`PRAGMA user_version = ${format}`)
      database.close()
      const before = readFileSync(file)
      expect(await reopen(directory)).toEqual({ why, seq: 0, detail: expect.saying(`format ${format};`) })
      expect(readFileSync(file)).toEqual(before)
    }),
  )

  it('T-19 the directory and every file in it are for the owner alone', () =>
    inDirectory(async (root) => {
      const directory = join(root, 'a', 'b')
      const log = await openLog(directory)
      expect((await log.claim('run-a')).ok).toBe(true)
      expect(statSync(directory).mode & 0o777).toBe(0o700)
      for (const name of ['journal.db', 'journal.db-wal', 'journal.db-shm', 'journal.made']) {
        expect([name, statSync(join(directory, name)).mode & 0o777]).toEqual([name, 0o600])
      }
      await log.close()
    }))
})
