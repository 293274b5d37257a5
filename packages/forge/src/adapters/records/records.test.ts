import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PerformanceRecord } from '#engine/ports.ts'
import { noUsage } from '#model/usage.ts'
import { createRecords } from './index.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'forge-records-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const key = 'run/1/../../m1/implement#1'
const ended: PerformanceRecord = {
  performance: 2,
  end: { outcome: { status: 'failed', failure: { tag: 'empty' } }, usage: noUsage, durationMs: 12 },
}

describe('records of performances', () => {
  it('reads what was written last, per key', async () => {
    const records = createRecords(join(root, 'records'))
    expect(await records.read(key)).toBeUndefined()
    await records.write(key, { performance: 1 })
    expect(await records.read(key)).toEqual({ performance: 1 })
    await records.write(key, ended)
    await records.write('another', { performance: 7 })
    expect(await createRecords(join(root, 'records')).read(key)).toEqual(ended)
  })

  it('T-11 T-19 writes private files whose names are no part of the key, and leaves no draft', async () => {
    const directory = join(root, 'records')
    await createRecords(directory).write(key, ended)
    const [name = '', ...rest] = readdirSync(directory)
    expect(rest).toEqual([])
    expect(name).toMatch(/^[0-9a-f]{64}\.json$/)
    expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600)
    expect(statSync(directory).mode & 0o777).toBe(0o700)
  })

  it('a file that was cut, emptied, or is of another key counts as absent', async () => {
    const records = createRecords(root)
    await records.write(key, ended)
    const file = join(root, readdirSync(root)[0] ?? '')
    const whole = readFileSync(file, 'utf8')
    for (const length of [0, 1, 20, whole.length - 1]) {
      truncateSync(file, length)
      expect(await records.read(key)).toBeUndefined()
      writeFileSync(file, whole)
    }
    writeFileSync(file, whole.replace('m1', 'm2'))
    expect(await records.read(key)).toBeUndefined()
    writeFileSync(file, whole.replace('"empty"', '"unheard-of"'))
    expect(await records.read(key)).toBeUndefined()
    await records.write(key, ended)
    expect(await records.read(key)).toEqual(ended)
  })

  it('concurrent writers leave one of their records, whole', async () => {
    const records = createRecords(root)
    await Promise.all(Array.from({ length: 20 }, (_, index) => records.write(key, { performance: index + 1 })))
    expect((await records.read(key))?.performance).toBeGreaterThan(0)
    expect(readdirSync(root)).toHaveLength(1)
  })
})
