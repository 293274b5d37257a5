/** Lines that one tree has and another has not, file by file, read from blobs: no diff driver, no attribute has a say. */
import type { Oid } from '#model/ids.ts'
import type { AddedLine } from '#engine/ports.ts'
import { fieldsOf, nameOf, textOf } from './bytes.ts'
import { sound } from './commits.ts'
import type { Control } from './control.ts'
import { git } from './run.ts'
import { textsOf } from './texts.ts'

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
