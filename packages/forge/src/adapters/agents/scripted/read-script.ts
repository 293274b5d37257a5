/** Reads a script file, YAML or JSON, and checks it; each error names the file, the line, the rule and the field. */
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { LineCounter, parseDocument, type Document } from 'yaml'
import type { z } from 'zod'
import { raw, say, type Said } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'
import { Script } from './script.ts'

const maxBytes = 4 * 1024 * 1024
const maxErrors = 20

export async function readScript(path: string): Promise<Result<Script, readonly Said[]>> {
  const text = await readBounded(path)
  return text.ok ? parseScript(basename(path), text.value) : failed([text.failure])
}

export function parseScript(name: string, text: string): Result<Script, readonly Said[]> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true })
  if (document.errors.length > 0)
    return failed(
      document.errors.slice(0, maxErrors).map(({ message }) => raw(`${name}: ${message.split('\n')[0]}`.trimEnd())),
    )
  const written = valueOf(document)
  if (!written.ok) return failed([raw(`${name}: ${written.failure}`.trimEnd())])
  const parsed = Script.safeParse(written.value)
  if (parsed.success) return success(parsed.data)
  const place = (path: readonly PropertyKey[]): string => `${name}${lineOf(document, lines, path)}: ${describe(path)}`
  return failed(parsed.error.issues.slice(0, maxErrors).map((issue) => faultOf(place(issue.path), issue)))
}

function valueOf(document: Document): Result<unknown, string> {
  try {
    return success(document.toJS({ maxAliasCount: 100 }))
  } catch (error) {
    return failed((error as Error).message)
  }
}

/** The line of the deepest part of the path that exists in the file. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): string {
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const node = document.getIn(path.slice(0, depth), true) as { range?: [number, number, number] } | undefined
    if (node?.range !== undefined) return `:${lines.linePos(node.range[0]).line}`
  }
  return ''
}

/** `rule 2, step 1, path: `, counted from 1. */
function describe(path: readonly PropertyKey[]): string {
  const words: string[] = []
  for (const [index, part] of path.entries()) {
    const list = path[index - 1]
    if (typeof part === 'number' && typeof list === 'string') words.push(`${list.replace(/s$/, '')} ${part + 1}`)
    else if (typeof path[index + 1] !== 'number') words.push(String(part))
  }
  return words.length === 0 ? '' : `${words.join(', ')}: `
}

function faultOf(place: string, issue: z.core.$ZodIssue): Said {
  return issue.code === 'unrecognized_keys'
    ? say('script.unknownField', { place, fields: issue.keys.map((key) => JSON.stringify(key)).join(', ') })
    : raw(`${place}${issue.message}`)
}

async function readBounded(path: string): Promise<Result<string, Said>> {
  try {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      if (size > maxBytes) return failed(say('script.largerThan', { path, most: maxBytes }))
      return success(await file.readFile('utf8'))
    } finally {
      await file.close()
    }
  } catch (error) {
    return failed(raw(`${path}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`))
  }
}
