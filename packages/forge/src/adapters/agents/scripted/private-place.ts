/** The private directory of one performance: its home, its temporary files, its result. Gone when the performance is. */
import { mkdir, mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { discardPrivate } from '#adapters/exec/index.ts'
import { hashText } from '#model/digest.ts'
import type { Key } from '#model/ids.ts'

export interface PrivatePlace {
  readonly home: string
  readonly tmp: string
  readonly result: string
  remove(): Promise<void>
}

/** What earlier performances of the same key left when Forge died is removed; they have been swept before this one. */
export async function makePrivatePlace(privateDir: string, key: Key): Promise<PrivatePlace> {
  const prefix = `agent-${hashText(key).slice(0, 24)}-`
  await mkdir(privateDir, { recursive: true, mode: 0o700 })
  for (const name of await readdir(privateDir))
    if (name.startsWith(prefix)) await discardPrivate(join(privateDir, name))
  const root = await mkdtemp(join(privateDir, prefix))
  const place = { home: join(root, 'home'), tmp: join(root, 'tmp'), result: join(root, 'result.jsonl') }
  await mkdir(place.home, { mode: 0o700 })
  await mkdir(place.tmp, { mode: 0o700 })
  return { ...place, remove: () => discardPrivate(root) }
}
