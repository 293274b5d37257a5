/** Files of a tree as text, read from blobs. */
import type { Oid } from '#model/ids.ts'
import { textOf } from './bytes.ts'
import { sound } from './commits.ts'
import type { Control } from './control.ts'
import { listTree } from './listing.ts'
import { git } from './run.ts'

/** Larger files are data, not written by hand. */
const largestBlob = 1024 * 1024

/** A link is no file: its target has a path of its own. */
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
async function textsOf(control: Control, oids: readonly Oid[]): Promise<ReadonlyMap<Oid, string>> {
  const texts = new Map<Oid, string>()
  const small = (await sizesOf(control, oids)).filter(({ bytes }) => bytes <= largestBlob)
  await readBatch(
    control,
    small.map(({ oid }) => oid),
    (oid, content) => {
      if (!content.includes(0)) texts.set(oid, textOf(content))
    },
  )
  return texts
}

/** The size of a batch; a larger single blob is skipped. */
const largestBatch = 64 * 1024 * 1024

/** Every blob with its bytes, in batches, so that they are never all in memory. */
export async function eachBlob(
  control: Control,
  oids: readonly Oid[],
  look: (oid: Oid, bytes: Uint8Array) => void,
): Promise<void> {
  let batch: Oid[] = []
  let size = 0
  for (const { oid, bytes } of await sizesOf(control, oids)) {
    if (bytes > largestBatch) continue
    if (size + bytes > largestBatch) {
      await readBatch(control, batch, look)
      batch = []
      size = 0
    }
    batch.push(oid)
    size += bytes
  }
  await readBatch(control, batch, look)
}

async function readBatch(
  control: Control,
  oids: readonly Oid[],
  look: (oid: Oid, bytes: Uint8Array) => void,
): Promise<void> {
  if (oids.length === 0) return
  const { stdout } = await git(control.run, control.place, ['cat-file', '--batch'], { input: `${oids.join('\n')}\n` })
  for (let at = 0; at < stdout.length;) {
    const end = stdout.indexOf(10, at)
    const [oid = '', , size = '0'] = textOf(stdout.subarray(at, end)).split(' ')
    look(oid, stdout.subarray(end + 1, end + 1 + Number(size)))
    at = end + 1 + Number(size) + 1
  }
}

async function sizesOf(control: Control, oids: readonly Oid[]): Promise<readonly { oid: Oid; bytes: number }[]> {
  if (oids.length === 0) return []
  const args = ['cat-file', '--batch-check=%(objectname) %(objecttype) %(objectsize)']
  const { stdout } = await git(control.run, control.place, args, { input: `${oids.join('\n')}\n` })
  return textOf(stdout)
    .split('\n')
    .flatMap((line) => {
      const [oid = '', type, size] = line.split(' ')
      return type === 'blob' ? [{ oid, bytes: Number(size) }] : []
    })
}
