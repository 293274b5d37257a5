/**
 * Recognises a sentence of Forge by its English words, and says it in another language with the same things filled in. What was
 * written into a journal years ago, and what a refusal from any room says, is English text: this is how people read it in theirs.
 *
 * 1. Of two sentences that fit, the one with more words of its own is meant.
 * 2. A sentence with few words of its own fits single words only, and one with none fits nothing.
 * 3. What is filled in is said as it is, unless the sentence says that it is a sentence too (`{why~}`), or it is an amount of money.
 */
import { filled, inFormat } from './message.ts'

/** The English words and those of another language, with the same names to fill in. */
export type Pair = readonly [english: string, other: string]

interface Known {
  readonly own: number
  /** Of all that is its own, marks and spaces too. */
  readonly length: number
  readonly pattern: RegExp
  readonly names: readonly string[]
  readonly other: string
}

export function recogniserOf(pairs: readonly Pair[]): (text: string) => string | undefined {
  let known: readonly Known[] | undefined
  return (text) => {
    known ??= pairs
      .map(knownOf)
      .filter(({ own }) => own >= fewest)
      .toSorted((one, other) => other.own - one.own || other.length - one.length)
    for (const { pattern, names, other } of known) {
      const found = pattern.exec(text)
      if (found !== null) return filled(other, valuesOf(names, found))
    }
    return undefined
  }
}

/** Letters that a sentence must have of its own, and those with which it may stand for anything. */
const [fewest, some] = [2, 6]

/** What is filled in and has no words of its own. */
const name = /\{\w+~?\}/g

const placeholder = /\{(\w+)(~|:[^}]*)?\}/g

function knownOf([english, other]: Pair): Known {
  const own = english.replaceAll(name, '').replaceAll(/[^\p{L}\d]/gu, '').length
  const names: string[] = []
  let source = ''
  let end = 0
  for (const found of english.matchAll(placeholder)) {
    const [whole, filledIn = '', how = ''] = found
    names.push(filledIn)
    source += escaped(english.slice(end, found.index)) + sourceOf(how, own, found.index)
    end = found.index + whole.length
  }
  source += escaped(english.slice(end))
  const { length } = english.replaceAll(placeholder, '')
  return { own, length, names, other, pattern: new RegExp(`^${source}$`, 'u') }
}

/** What stands first is one thing: else the last of several sentences would be taken for all of them. */
function sourceOf(how: string, own: number, at: number): string {
  if (how.startsWith(':')) return pluralSource(how.slice(1))
  if (how !== '~' && at === 0 && own >= some) return '((?:(?!; )[^])*?)'
  return how === '~' || own >= some ? '([^]*?)' : String.raw`(\S+?)`
}

/** `(\d+) unit` or `(\d+) units`, with one group for the number. */
function pluralSource(forms: string): string {
  const [one = '', other = one] = forms.split('|').map((form) => form.trim())
  const [before = '', rest = ''] = other.split('#')
  const [, after = ''] = one.split('#')
  return `${escaped(before)}(\\d+)(?:${escaped(rest)}|${escaped(after)})`
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}

function valuesOf(names: readonly string[], found: RegExpExecArray): Record<string, string> {
  return Object.fromEntries(names.map((one, index) => [one, inOtherFormat(one, found[index + 1] ?? '')]))
}

/** Numbers that are no parts of a version. */
const measured = new Set(['seconds', 'minutes', 'size', 'score'])

function inOtherFormat(one: string, value: string): string {
  if (measured.has(one) && /^\d+\.\d+$/.test(value)) return inFormat().number(Number(value))
  const [, dollars] = /^\$(\d+\.\d+)$/.exec(value) ?? []
  return dollars === undefined ? value : inFormat().money(Math.round(Number(dollars) * 1_000_000))
}
