/**
 * Lines that one tree has and another lacks, file by file, read from blobs: diff drivers and attributes have no effect.
 * Everything readable counts: files with NUL bytes, UTF-16, targets of links, and the names of new files.
 */
import type { Oid } from '#model/ids.ts'
import type { AddedLine } from '#model/secret.ts'
import { fieldsOf, nameOf, textOf } from './bytes.ts'
import { sound } from './commits.ts'
import type { Control } from './control.ts'
import { modes } from './listing.ts'
import { linesOf, readingsOf } from './readable.ts'
import { git } from './run.ts'
import { eachBlob } from './texts.ts'

const mostLines = 500_000

interface Changed {
  readonly path: string
  readonly before: Oid | undefined
  readonly after: Oid
}

export async function addedLines(control: Control, from: Oid, to: Oid): Promise<readonly AddedLine[]> {
  const changed = await changedFiles(control, from, to)
  const lines: AddedLine[] = changed
    .filter(({ before }) => before === undefined)
    .map(({ path }) => ({ path, line: 1, text: path }))
  const known = await knownLines(control, changed)
  const after = new Map<Oid, Changed[]>()
  for (const one of changed) after.set(one.after, [...(after.get(one.after) ?? []), one])
  await eachBlob(control, [...after.keys()], (oid, bytes) => {
    for (const { path, before } of after.get(oid) ?? []) {
      // A line that occurs a thousand times is checked once.
      const seen = new Set(known.get(before ?? ''))
      for (const { line, text } of readingsOf(bytes).flatMap((reading) => linesOf(reading)))
        if (lines.length < mostLines && text !== '' && !seen.has(text)) {
          seen.add(text)
          lines.push({ path, line, text })
        }
    }
  })
  return lines
}

/** The lines of the former versions of changed files. */
async function knownLines(
  control: Control,
  changed: readonly Changed[],
): Promise<ReadonlyMap<Oid, ReadonlySet<string>>> {
  const known = new Map<Oid, Set<string>>()
  const before = changed.flatMap((one) => (one.before === undefined ? [] : [one.before]))
  await eachBlob(control, [...new Set(before)], (oid, bytes) => {
    known.set(oid, new Set(readingsOf(bytes).flatMap((reading) => linesOf(reading).map(({ text }) => text))))
  })
  return known
}

/** Files and links whose content differs. */
async function changedFiles(control: Control, from: Oid, to: Oid): Promise<readonly Changed[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', sound(from), sound(to)]
  const { stdout } = await git(control.run, control.place, args)
  const fields = fieldsOf(stdout)
  const files: Changed[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', before = '', after = ''] = textOf(fields[at] as Uint8Array).split(' ')
    const path = nameOf(fields[at + 1] as Uint8Array)
    if (path === undefined || (!mode.startsWith('100') && mode !== modes.link)) continue
    files.push({ path, before: /^0+$/.test(before) ? undefined : sound(before), after: sound(after) })
  }
  return files
}
