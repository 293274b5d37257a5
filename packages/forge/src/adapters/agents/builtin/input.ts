/** The input lines of this program, one at a time, framed as Forge frames all lines: U+2028 does not end one. */
import { createLineReader } from '#adapters/exec/index.ts'

/** A task holds a whole prompt. */
const longestLine = 64 * 1024 * 1024

/** Returns the next line; undefined at the end of the input. */
export function linesOf(input: NodeJS.ReadableStream): () => Promise<string | undefined> {
  const come: (string | undefined)[] = []
  let waiting: ((line: string | undefined) => void) | undefined
  const give = (line: string | undefined): void => {
    if (waiting === undefined) come.push(line)
    else waiting(line)
    waiting = undefined
  }
  const lines = createLineReader(({ text }) => give(text), longestLine)
  input.on('data', (chunk: Buffer) => lines.write(chunk))
  input.on('end', () => {
    lines.end()
    give(undefined)
  })
  return () => (come.length > 0 ? Promise.resolve(come.shift()) : new Promise((resolve) => (waiting = resolve)))
}
