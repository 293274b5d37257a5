/** Examinations of the health report that read files only. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hashText } from '#model/digest.ts'
import { examineBlobs, examineIntegrity } from './storage.ts'
import type { Places } from '#forge/place/places.ts'

it('R-18 integrity: a file of the package that was changed or is gone is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forge-integrity-'))
  expect(examineIntegrity(folder)).toMatchObject({ state: 'unknown' })
  writeFileSync(join(folder, 'a.js'), 'one\n')
  writeFileSync(join(folder, 'b.js'), 'two\n')
  const hashes = { 'a.js': hashText('one\n'), 'b.js': hashText('two\n') }
  writeFileSync(join(folder, 'integrity.json'), JSON.stringify(hashes))
  expect(examineIntegrity(folder)).toMatchObject({ state: 'ok' })
  writeFileSync(join(folder, 'a.js'), 'evil\n')
  rmSync(join(folder, 'b.js'))
  expect(examineIntegrity(folder)).toMatchObject({ state: 'problem', detail: 'changed or missing: a.js, b.js' })
  rmSync(folder, { recursive: true })
})

it('R-18 stored texts: one that does not have the hash of its name is named', () => {
  const blobs = mkdtempSync(join(tmpdir(), 'forge-blobs-'))
  const places = { blobs } as Places
  const name = hashText('one\n')
  mkdirSync(join(blobs, name.slice(0, 2)))
  writeFileSync(join(blobs, name.slice(0, 2), name), 'one\n')
  expect(examineBlobs(places)).toMatchObject({ state: 'ok', detail: '1 blobs; every hash matches' })
  writeFileSync(join(blobs, name.slice(0, 2), name), 'evil\n')
  expect(examineBlobs(places)).toMatchObject({ state: 'problem', detail: expect.saying(name) })
  rmSync(blobs, { recursive: true })
})
