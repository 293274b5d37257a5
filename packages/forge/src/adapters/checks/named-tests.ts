/** Tests by name, as far as a runner prints them: most name only failed ones. Names are as the runner prints them. */
import { plainText } from './telling-line.ts'

export interface NamedTests {
  readonly red: readonly string[]
  /** Tests reported as passed; a runner that names none says nothing about missing ones. */
  readonly green: readonly string[]
}

interface Form {
  readonly red: RegExp
  readonly green?: RegExp
}

const forms: readonly Form[] = [
  // Node's own formats, and TAP.
  { red: /^\s*✖ (.+?) \([\d.]+ms\)/gm, green: /^\s*✔ (.+?) \([\d.]+ms\)/gm },
  { red: /^\s*not ok \d+ -? ?((?!.*# (?:TODO|SKIP))\S.*)$/gm, green: /^\s*ok \d+ -? ?((?!.*# (?:TODO|SKIP))\S.*)$/gm },
  // vitest and jest
  { red: /^\s*FAIL {2}(.+ > .+)$/gm, green: /^\s*✓ (?!.*\(\d+ tests?\))(.+ > .+?)(?: \d+ms)?$/gm },
  { red: /^ {2}● (.+ › .+)$/gm },
  // pytest, and Python's own
  { red: /^(?:FAILED|ERROR) (\S+?)(?: - .*)?$/gm, green: /^(\S+::\S+) PASSED/gm },
  { red: /^(?:FAIL|ERROR): (\S+ \(.+\))$/gm, green: /^(\S+ \(.+\)) \.\.\. ok$/gm },
  // Go, Rust
  { red: /^\s*--- FAIL: (\S+) \(/gm, green: /^\s*--- PASS: (\S+) \(/gm },
  { red: /^test (\S+) \.\.\. FAILED$/gm, green: /^test (\S+) \.\.\. ok$/gm },
]

const most = 2000

export function namedTests(printed: string): NamedTests {
  const text = plainText(printed).replaceAll('\r\n', '\n')
  const red = namesIn(text, ({ red: pattern }) => pattern)
  const isRed = new Set(red)
  const green = namesIn(text, ({ green: pattern }) => pattern)
  return { red, green: green.filter((name) => !isRed.has(name)) }
}

function namesIn(text: string, of: (form: Form) => RegExp | undefined): readonly string[] {
  const names = forms.flatMap((form) => {
    const pattern = of(form)
    return pattern === undefined ? [] : [...text.matchAll(pattern)].map(([, name = '']) => name.trim().slice(0, 500))
  })
  return [...new Set(names)].slice(0, most)
}
