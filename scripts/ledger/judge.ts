/** The verdict of a run with a plant on its row: the test with the id must be red by assertion, another one green. */

export interface RanTest {
  readonly title: string
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending'
  /** For a failed test: its first error, and whether it is a failed assertion. */
  readonly error?: { readonly isAssertion: boolean; readonly text: string }
}

export interface Ran {
  readonly tests: readonly RanTest[]
  /** Errors outside of tests: the file could not be imported, a suite failed. */
  readonly errors: readonly string[]
}

export type Judgement =
  | { readonly kind: 'ok'; readonly red: string; readonly green: string }
  | { readonly kind: 'survived'; readonly title: string }
  | { readonly kind: 'threw'; readonly title: string; readonly text: string }
  | { readonly kind: 'broken'; readonly text: string }
  | { readonly kind: 'untested' }
  | { readonly kind: 'alone' }

export function judge(id: string, { tests, errors }: Ran): Judgement {
  const named = tests.filter(({ title }) => namesId(title, id))
  if (tests.length === 0 && errors[0] !== undefined) return { kind: 'broken', text: errors[0] }
  if (named.length === 0) return { kind: 'untested' }
  const failed = named.filter(({ state }) => state === 'failed')
  const thrown = failed.find(({ error }) => error?.isAssertion !== true)
  if (thrown !== undefined) return { kind: 'threw', title: thrown.title, text: thrown.error?.text ?? 'no error' }
  const [red] = failed
  if (red === undefined) {
    const ran = named.find(({ state }) => state === 'passed')
    if (ran !== undefined) return { kind: 'survived', title: ran.title }
    return errors[0] === undefined ? { kind: 'untested' } : { kind: 'broken', text: errors[0] }
  }
  const green = tests.find(({ state }) => state === 'passed')
  return green === undefined ? { kind: 'alone' } : { kind: 'ok', red: red.error?.text ?? '', green: green.title }
}

export function judgementText(judgement: Judgement): string {
  switch (judgement.kind) {
    case 'ok':
      return judgement.red
    case 'survived':
      return `survived: "${judgement.title}" is green with the plant`
    case 'threw':
      return `red, but not by assertion: ${judgement.text} (in "${judgement.title}")`
    case 'broken':
      return `the test file did not run: ${judgement.text}`
    case 'untested':
      return 'no test of the file that ran has the id in its title'
    case 'alone':
      return 'no other test of the file stays green'
  }
}

/** A title that contains S1-44 does not name S1-4. */
export function namesId(title: string, id: string): boolean {
  return title.split(/[^\w-]+/).includes(id)
}

/**
 * The title filter of a run: the id as a word, and other titles unchanged. The filter sees suites joined by ` > `,
 * reports by a space.
 */
export function titleFilter(id: string, others: readonly string[]): RegExp {
  return new RegExp([`(?<![\\w-])${id}(?![\\w-])`, ...others.map((title) => `^${escaped(title)}$`)].join('|'))
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(' ', '(?: > | )')
}

interface Failure {
  readonly name?: string | undefined
  readonly message?: string | undefined
  readonly cause?: unknown
}

/** `expect` and `assert` throw an AssertionError; a property test wraps it; a changed snapshot has its own message. */
export function isAssertion({ name, message = '', cause }: Failure): boolean {
  if (name === 'AssertionError' || /^Snapshot .* mismatched/.test(message)) return true
  return typeof cause === 'object' && cause !== null && isAssertion(cause)
}

/** The first line of an error, or of the assertion that it wraps. */
export function errorLine(error: Failure): string {
  const { name = 'Error', message = '', cause } = error
  if (name !== 'AssertionError' && isAssertion(error) && typeof cause === 'object' && cause !== null)
    return errorLine(cause)
  return `${name}: ${message.split('\n')[0]}`
}
