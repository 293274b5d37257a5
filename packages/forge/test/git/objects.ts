/** Git objects written by hand: what a tree of given files is called, and the files of such objects. No git is started. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'

type Keep = (oid: string, bytes: Buffer) => void

function object(kind: 'blob' | 'tree', content: Buffer, keep: Keep): string {
  const bytes = Buffer.concat([Buffer.from(`${kind} ${content.length}\0`), content])
  const oid = createHash('sha1').update(bytes).digest('hex')
  keep(oid, bytes)
  return oid
}

/** The object name of a tree with these files. */
export function treeOid(files: ReadonlyMap<string, string>, keep: Keep = () => undefined): string {
  const below = new Map<string, Map<string, string>>()
  const entries: { name: string; order: string; line: Buffer }[] = []
  const enter = (mode: string, name: string, oid: string): void => {
    const line = Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')])
    entries.push({ name, order: mode === '40000' ? `${name}/` : name, line })
  }
  for (const [path, content] of files) {
    const slash = path.indexOf('/')
    if (slash === -1) enter('100644', path, object('blob', Buffer.from(content), keep))
    else {
      const folder = below.get(path.slice(0, slash)) ?? new Map<string, string>()
      below.set(path.slice(0, slash), folder.set(path.slice(slash + 1), content))
    }
  }
  for (const [name, inner] of below) enter('40000', name, treeOid(inner, keep))
  const sorted = entries.toSorted((a, b) => Buffer.compare(Buffer.from(a.order), Buffer.from(b.order)))
  return object('tree', Buffer.concat(sorted.map(({ line }) => line)), keep)
}

/** Keep objects as loose files of an object directory. */
export function looseIn(objects: string): Keep {
  return (oid, bytes) => {
    const folder = join(objects, oid.slice(0, 2))
    const path = join(folder, oid.slice(2))
    if (existsSync(path)) return
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, deflateSync(bytes))
  }
}
