/** One configuration file: its grammar, on top of the parser of all files that people write. */
import type { Result } from '#model/result.ts'
import { rootNode } from './keys.ts'
import { parseFile, type Fault, type ParsedFile } from './parse.ts'
import { Written } from './schema.ts'

export function parseWritten(file: string, text: string): Result<ParsedFile<Written>, readonly Fault[]> {
  return parseFile(file, text, { schema: Written, node: rootNode })
}
