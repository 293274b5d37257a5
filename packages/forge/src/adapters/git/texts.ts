/** Files of a tree as text, read from blobs. */
import type { Oid } from '#model/ids.ts'
import { textOf } from './bytes.ts'
import { sound } from './commits.ts'
import type { Control } from './control.ts'
import { listTree } from './listing.ts'
import { git } from './run.ts'

/** Larger files are data, not work of a hand. */
const largestBlob = 1024 * 1024

/** A link is no file: what it points to has a path of its own. */
export async function textsIn(
  control: Control,
  tree: Oid,
  paths: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  if (paths.length === 0) return {}
  const wanted = new Set(paths)
  const { entries } = await listTree(control.run, control.place, sound(tree))
  const files = entries.filter(({ path, mode }) => wanted.has(path) && mode.startsWith('100'))
  const texts = await textsOf(control, [...new Set(files.map(({ oid }) => oid))])
  return Object.fromEntries(
    files.flatMap(({ path, oid }) => {
      const text = texts.get(oid)
      return text === undefined ? [] : [[path, text] as const]
    }),
  )
}

/** Blobs that are text and not too large, by name. */
export async function textsOf(control: Control, oids: readonly Oid[]): Promise<ReadonlyMap<Oid, string>> {
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
