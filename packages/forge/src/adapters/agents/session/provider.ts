/** The provider whose limits apply to an unknown agent: a name made from its program, valid in the configuration. */
import { splitCommandLine } from './split-command-line.ts'

/** `/opt/My_Agent --fast` → `my-agent` */
export function providerOfCommand(line: string | undefined): string {
  const words = splitCommandLine(line ?? '')
  const program = (words.ok ? words.value[0] : undefined)?.split('/').at(-1) ?? ''
  return nameOf(program)
}

export function nameOf(text: string): string {
  const name = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  return name === '' || name === 'constructor' ? 'unknown' : name
}
