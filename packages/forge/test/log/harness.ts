/** Stores of both adapters for the log contract, with hands that reach behind them. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import type * as memory from '#testing/memory-log/index.ts'
import type * as sqlite from '#adapters/log/sqlite/index.ts'
import { success } from '#model/result.ts'
import type { ContractKit } from '#testing/contract/kit.ts'
import type { LogHarness, MakeHarness } from '#testing/contract/log-harness.ts'

export function memoryHarness({ createMemoryLog, createMemoryStore }: typeof memory): MakeHarness {
  return () => {
    const store = createMemoryStore()
    return Promise.resolve<LogHarness>({
      open: (codec) => Promise.resolve(success(createMemoryLog(store, codec))),
      damage(run, seq, change) {
        const entries = store.runs.get(run)?.entries ?? []
        const entry = entries[seq - 1]
        if (entry === undefined) throw new Error(`no entry ${seq}`)
        if (change === 'remove') entries.splice(seq - 1, 1)
        else Object.assign(entry, { body: change.body(entry.body) })
        return Promise.resolve()
      },
      dispose: () => Promise.resolve(),
    })
  }
}

/** The contract looks at answers, not at the disk; what a disk may do is the matter of the fault tests. */
const root = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

export function sqliteHarness({ openSqliteLog }: typeof sqlite): MakeHarness {
  return async () => {
    const directory = await mkdtemp(join(root, 'forge-log-'))
    return {
      open: (codec) => openSqliteLog(directory, codec),
      damage(run, seq, change) {
        const database = new DatabaseSync(join(directory, 'journal.db'))
        database.exec('DROP TRIGGER event_never_changes; DROP TRIGGER event_never_goes')
        const where = { run, seq }
        if (change === 'remove') {
          database.prepare('DELETE FROM event WHERE run = $run AND seq = $seq').run(where)
        } else {
          const row = database.prepare('SELECT body FROM event WHERE run = $run AND seq = $seq').get(where)
          const body = change.body(String(row?.['body']))
          database.prepare('UPDATE event SET body = $body WHERE run = $run AND seq = $seq').run({ ...where, body })
        }
        database.close()
        return Promise.resolve()
      },
      dispose: () => rm(directory, { recursive: true, force: true }),
    }
  }
}

/** Programs from fast-check, so that a failing one shrinks. */
export function shrinkingProperty(numRuns: number): ContractKit['property'] {
  return (body) =>
    fc.assert(fc.asyncProperty(fc.array(fc.nat(), { minLength: 20, maxLength: 400, size: 'max' }), body), {
      numRuns,
      interruptAfterTimeLimit: 60_000,
    })
}
