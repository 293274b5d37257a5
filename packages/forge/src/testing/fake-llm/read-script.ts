/** Parses a script file, YAML or JSON, into a checked script; each error names the file and the field. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseDocument } from 'yaml'
import { failed, success, type Result } from '#model/result.ts'
import { Script } from './script.ts'

const maxErrors = 20

export async function readFakeScript(path: string): Promise<Result<Script, readonly string[]>> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    return failed([`${path}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`])
  }
  return parseFakeScript(basename(path), text)
}

export function parseFakeScript(name: string, text: string): Result<Script, readonly string[]> {
  const document = parseDocument(text, { uniqueKeys: true })
  if (document.errors.length > 0)
    return failed(document.errors.slice(0, maxErrors).map(({ message }) => `${name}: ${message.split('\n')[0]}`))
  const parsed = Script.safeParse(document.toJS({ maxAliasCount: 100 }))
  if (parsed.success) return success(parsed.data)
  return failed(
    parsed.error.issues
      .slice(0, maxErrors)
      .map(({ path, message }) => `${name}: ${path.length === 0 ? '' : `${path.join('.')}: `}${message}`),
  )
}
