/** Item 9: how large what a unit adds may be, looked at before a file is read. */
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newRepository, open, write } from './harness.ts'

const id = 'r.unit.a'

it('a file of five gigabytes is refused by size and limit, without being read', async () => {
  const { trees, user } = await open(newRepository())
  await trees.make(id, user.head)
  writeFileSync(join(trees.pathOf(id), 'big.bin'), '')
  truncateSync(join(trees.pathOf(id), 'big.bin'), 5_000_000_000)
  const started = performance.now()
  expect(await trees.snapshot(id)).toEqual({
    refused: ['"big.bin" has 5000 MB; a file may have at most 50 MB (size.file)'],
  })
  expect(performance.now() - started).toBeLessThan(20_000)
})

it('files are refused together, by the limits that are given; those of the base are the user’s own', async () => {
  const { trees, user } = await open(newRepository({ 'old.bin': 'x'.repeat(5000), small: 's' }))
  await trees.make(id, user.head)
  const sizes = { fileBytes: 1000, changeBytes: 1500 }
  write(trees.pathOf(id), { 'old.bin': 'y'.repeat(6000), small: 't'.repeat(900) })
  expect(await trees.snapshot(id, sizes)).toMatch(/^[0-9a-f]{40}$/)
  write(trees.pathOf(id), { one: 'x'.repeat(800), two: 'x'.repeat(800) })
  expect(await trees.snapshot(id, sizes)).toEqual({
    refused: [expect.saying(/in total; at most 1 MB are allowed \(size\.change\)/)],
  })
  write(trees.pathOf(id), { one: '', two: 'x'.repeat(1001) })
  expect(await trees.snapshot(id, sizes)).toEqual({ refused: [expect.saying('"two" has')] })
})

it('names that the base has may be changed, whatever they are', async () => {
  const { trees, user } = await open(newRepository({ 'aux.js': '1\n' }))
  await trees.make(id, user.head)
  write(trees.pathOf(id), { 'aux.js': '2\n' })
  expect(await trees.snapshot(id)).toMatch(/^[0-9a-f]{40}$/)
  write(trees.pathOf(id), { 'con.js': '2\n' })
  expect(await trees.snapshot(id)).toEqual({ refused: [expect.saying('Windows')] })
})
