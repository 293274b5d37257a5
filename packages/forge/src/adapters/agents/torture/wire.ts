/** One wire format, from the side of the program that is driven: what a misbehaving agent can say in it. */
import type { Json } from '#model/json.ts'

export interface Wire {
  /** The whole prompt, when it has come. */
  readonly prompt: Promise<string>
  started(): void
  text(text: string): void
  /** A call of one of its own tools, and that it went well. */
  tool(name: string, input: Json): void
  /** Tokens of the whole session until now. */
  used(inputTokens: number, outputTokens: number): void
  /** The answer as this format carries it. */
  answer(answer: Json): Promise<void>
  /** Its own positive end; what was answered goes along where the format has it so. */
  finish(): void
  /** Its own negative end, after a request that came back with this status. */
  fail(status: number): void
  /** As `finish`, by a format whose flag says success while the request had failed. */
  pretend(status: number): void
  /** Half of the line that would end it. */
  half(): void
}

export function print(line: Json): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
