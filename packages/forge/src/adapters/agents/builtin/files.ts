/** Reading and changing files for the model, inside the tree and within bounds. */
import { constants } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { insideOf } from './inside.ts'

const maxFileBytes = 8 * 1024 * 1024
const maxShownBytes = 64 * 1024

export async function readTextFile(
  root: string,
  path: string,
  { from = 1, lines }: { readonly from: number | undefined; readonly lines: number | undefined },
): Promise<string> {
  const text = await load(await insideOf(root, path), path)
  const all = text.split('\n')
  const part = all.slice(from - 1, lines === undefined ? undefined : from - 1 + lines).join('\n')
  if (part.length <= maxShownBytes) return part
  const shown = part.slice(0, maxShownBytes)
  return `${shown}\n[… ${part.length - maxShownBytes} characters left out; ask for lines from ${from + shown.split('\n').length - 1}]`
}

export async function writeFile(root: string, path: string, content: string): Promise<string> {
  const file = await insideOf(root, path)
  await mkdir(dirname(file), { recursive: true })
  await store(file, content)
  return `${path}: ${Buffer.byteLength(content)} bytes written`
}

export interface Change {
  readonly find: string
  readonly put: string
  readonly count: 'one' | 'all'
}

export async function editFile(root: string, path: string, { find, put, count }: Change): Promise<string> {
  const file = await insideOf(root, path)
  const parts = (await load(file, path)).split(find)
  const found = parts.length - 1
  if (found === 0) throw new Error(`${path} does not contain the text to be replaced`)
  if (found > 1 && count === 'one')
    throw new Error(`${path} contains the text ${found} times; make it longer, or say all`)
  await store(file, parts.join(put))
  return `${path}: ${found === 1 ? 'changed' : `changed in ${found} places`}`
}

/** Neither through a link that was made meanwhile, nor from anything that is no file. */
async function load(file: string, path: string): Promise<string> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = await handle.stat()
    if (!stat.isFile()) throw new Error(`${path} is not a file`)
    if (stat.size > maxFileBytes) throw new Error(`${path} is too large: ${stat.size} bytes`)
    const bytes = await handle.readFile()
    if (bytes.includes(0)) throw new Error(`${path} is not a text file`)
    return bytes.toString('utf8')
  } finally {
    await handle.close()
  }
}

async function store(file: string, content: string): Promise<void> {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants
  const handle = await open(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK)
  try {
    await handle.writeFile(content)
  } finally {
    await handle.close()
  }
}
