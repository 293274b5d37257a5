/**
 * Records of performances, one small file per key.
 *
 * 1. A record exists completely or not at all: written to a draft, synced, renamed, and the name synced.
 * 2. The file name is a hash of the key, and the file contains the key: no key can name another file, and no file
 *    another key.
 * 3. A file that is no valid record of its key counts as absent; its performance is repeated under the same key.
 */
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { readIfThere, replaceFile, syncDirectory } from '#adapters/files/index.ts'
import type { PerformanceRecord, Records } from '#engine/ports.ts'
import { Outcome } from '#model/attempt.ts'
import { defined } from '#model/defined.ts'
import { hashText } from '#model/digest.ts'
import type { Key } from '#model/ids.ts'
import { parseJson } from '#model/parse-json.ts'
import { Usage } from '#model/usage.ts'

const RecordFile = z.strictObject({
  key: z.string(),
  record: z.strictObject({
    performance: z.number().int().positive(),
    session: z.string().max(500).optional(),
    end: z.strictObject({ outcome: Outcome, usage: Usage, durationMs: z.number().int().nonnegative() }).optional(),
  }),
})

export function createRecords(directory: string): Records {
  const fileOf = (key: Key): string => join(directory, `${hashText(key)}.json`)
  return {
    async read(key) {
      const bytes = await readIfThere(fileOf(key))
      return bytes === undefined ? undefined : parseRecord(key, bytes.toString('utf8'))
    },
    async write(key, record) {
      const made = await mkdir(directory, { recursive: true, mode: 0o700 })
      if (made !== undefined) await syncDirectory(dirname(made))
      const file = fileOf(key)
      await replaceFile(file, `${file}.${randomUUID()}.draft`, JSON.stringify({ key, record }))
      await syncDirectory(directory)
    },
  }
}

function parseRecord(key: Key, text: string): PerformanceRecord | undefined {
  const parsed = RecordFile.safeParse(parseJson(text))
  if (!parsed.success || parsed.data.key !== key) return undefined
  const { performance, session, end } = parsed.data.record
  return { performance, ...defined({ session, end }) }
}
