/** Lines that one tree has and another has not, file by file, read from blobs: no diff driver, no attribute has a say. */
import type { Oid } from '#model/ids.ts'
import type { AddedLine } from '#engine/ports.ts'
import { fieldsOf, nameOf, textOf } from './bytes.ts'
import { sound } from './commits.ts'
import type { Control } from './control.ts'
import { git } from './run.ts'

/** Larger files are data, not work of a hand. */
const largestBlob = 1024 * 1024
const mostLines = 500_000

interface Changed {
  readonly path: string
  readonly before: Oid | undefined
  readonly after: Oid
}

export async function addedLines(control: Control, from: Oid, to: Oid): Promise<readonly AddedLine[]> {
  const changed = await changedFiles(control, from, to)
  const texts = await textsOf(control, [...new Set(changed.flatMap(({ before, after }) => [before ?? after, after]))])
  const lines: AddedLine[] = []
  for (const { path, before, after } of changed) {
    const known = new Set(before === undefined ? [] : (texts.get(before)?.split('\n') ?? []))
    for (const [index, text] of (texts.get(after)?.split('\n') ?? []).entries()) {
      if (text !== '' && !known.has(text)) lines.push({ path, line: index + 1, text })
      if (lines.length >= mostLines) return lines
    }
  }
  return lines
}

/** Regular files whose content differs. */
async function changedFiles(control: Control, from: Oid, to: Oid): Promise<readonly Changed[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', sound(from), sound(to)]
  const { stdout } = await git(control.run, control.place, args)
  const fields = fieldsOf(stdout)
  const files: Changed[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', before = '', after = ''] = textOf(fields[at] as Uint8Array).split(' ')
    const path = nameOf(fields[at + 1] as Uint8Array)
    if (path === undefined || !mode.startsWith('100')) continue
    files.push({ path, before: /^0+$/.test(before) ? undefined : sound(before), after: sound(after) })
  }
  return files
}

/** Blobs that are text and not too large, by name. */
async function textsOf(control: Control, oids: readonly Oid[]): Promise<ReadonlyMap<Oid, string>> {
  const small = await smallBlobs(control, oids)
  const texts = new Map<Oid, string>()
  if (small.length === 0) return texts
  const { stdout } = await git(control.run, control.place, ['cat-file', '--batch'], { input: `${small.join('\n')}\n` })
  for (let at = 0; at < stdout.length;) {
    const end = stdout.indexOf(10, at)
    const [oid = '', , size = '0'] = textOf(stdout.subarray(at, end)).split(' ')
    const content = stdout.subarray(end + 1, end + 1 + Number(size))
    if (!content.includes(0)) texts.set(oid, textOf(content))
    at = end + 1 + Number(size) + 1
  }
  return texts
}

async function smallBlobs(control: Control, oids: readonly Oid[]): Promise<readonly Oid[]> {
  if (oids.length === 0) return []
  const args = ['cat-file', '--batch-check=%(objectname) %(objecttype) %(objectsize)']
  const { stdout } = await git(control.run, control.place, args, { input: `${oids.join('\n')}\n` })
  return textOf(stdout)
    .split('\n')
    .flatMap((line) => {
      const [oid = '', type, size] = line.split(' ')
      return type === 'blob' && Number(size) <= largestBlob ? [oid] : []
    })
}
