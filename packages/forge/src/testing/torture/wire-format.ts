/** A wire format of the fake agent. It omits what the format cannot express. */
import { createLineReader } from '#adapters/exec/lines.ts'
import type { FailureKind } from '#model/agent-event.ts'
import type { Json } from '#model/json.ts'

export interface WireFormat {
  /** The output of `--version`. */
  readonly version: string
  /** Waits for the task as the real program does, and returns its whole input. */
  listen(): Promise<string>
  begin(session: string): void
  say(text: string): void
  tool(name: string): void
  use(input: number, output: number): void
  limited(retryAfterMs: number): void
  answer(answer: Json): void | Promise<void>
  /** A helper that it started uses tokens, answers this and ends; absent where the format has none. */
  helper?(answer: Json): void
  finish(): void
  fail(as: FailureKind): void
  /** Waits for another prompt in the same conversation and returns its input; without this the same end is repeated. */
  again?(): Promise<string>
  /** Ends because the account has nothing left for that long. */
  spent(resetMs: number): void
  /** Called before the program ends by itself: some wait until Forge lets them end. */
  farewell(): Promise<void>
}

export interface Stage {
  readonly args: readonly string[]
  readonly print: (line: Json | string) => void
  /** Whether it obeys a request to stop. */
  readonly obeys: () => boolean
}

export interface LineInput {
  /** The task. */
  readonly prompt: Promise<string>
  hear(this: void, text: string): void
  again(this: void): Promise<string>
}

/** A task is one line, however long. */
const maxLineBytes = 64 * 1024 * 1024

/** Lines from stdin, framed as Forge frames its input: U+2028 inside a text ends no line (F-24). */
export function readLines(over: () => void, hear: (line: string) => void): void {
  const lines = createLineReader(({ text }) => hear(text), maxLineBytes)
  process.stdin.on('data', (chunk: Buffer) => lines.write(chunk))
  process.stdin.on('end', () => {
    lines.end()
    over()
  })
}

/** The task first, then further prompts; if it does not wait for one, it repeats its last end. */
export function createLineInput(repeat: () => void): LineInput {
  let told: ((text: string) => void) | undefined
  let isTold = false
  const prompt = new Promise<string>((resolve) => (told = resolve))
  return {
    prompt,
    hear(text) {
      if (told === undefined) return repeat()
      const tell = told
      told = undefined
      isTold = true
      tell(text)
    },
    again: () => (isTold ? new Promise((resolve) => (told = resolve)) : prompt),
  }
}

/** The HTTP status by which a provider reports a class of failure. */
export const statusOf: Readonly<Partial<Record<FailureKind, number>>> = {
  'rate-limit': 429,
  server: 500,
  auth: 401,
  request: 400,
  network: 408,
  quota: 402,
}

/** The value after a flag. */
export function valueOf(args: readonly string[], flag: string): string | undefined {
  const at = args.indexOf(flag)
  return at < 0 ? undefined : args[at + 1]
}
