/** The line of what a program printed as errors that says why it ended: the first that names an error, or else its last. */
import { printableLine } from '#model/printable.ts'

const namesError = /\b(error|fatal|panic|panicked|exception|invalid|denied)\b|\w(Error|Exception)\b/iu
const longest = 500

export function reasonIn(printed: string): string | undefined {
  const lines = printed
    .split('\n')
    .map((line) => printableLine(line).trim())
    .filter((line) => line !== '')
  return (lines.find((line) => namesError.test(line)) ?? lines.at(-1))?.slice(0, longest)
}
