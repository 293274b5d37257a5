/** One line of a gate → its directive, or what is wrong with it and where. */
import { raw, say, type Said, type Value } from '#messages/said.ts'
import { RequiredVerdict, FieldPath, type Condition, type Directive, type Gate } from '#model/gate.ts'
import { Slug } from '#model/ids.ts'
import { failed, success, type Result } from '#model/result.ts'
import { checkPlaceholders, fault, meant, type GateFault, type Spot } from './faults.ts'
import { wordsOf, type Word } from './lines.ts'

type Parsed<T> = Result<T, GateFault>

const known: Record<Gate['when'], readonly Directive['kind'][]> = {
  preflight: ['artifact', 'require', 'forbid', 'after'],
  postflight: ['artifact', 'require'],
}

/** What lines of a gate may hold. */
export interface GateLines {
  readonly when: Gate['when']
  /** Names in braces that its paths may hold. */
  readonly placeholders: readonly string[]
}

/** The line being read: its place, its words after the first, and its end. */
interface Reading {
  readonly line: number
  readonly words: readonly Word[]
  readonly end: number
}

/** Undefined for a line without a directive: empty, or a comment. */
export function parseDirective(
  text: string,
  line: number,
  { when, placeholders }: GateLines,
): Parsed<Directive> | undefined {
  const { words, openQuote } = wordsOf(text)
  const [first, ...rest] = words
  if (first === undefined && openQuote === undefined) return undefined
  if (first?.text.startsWith('#') === true && !first.quoted) return undefined
  if (openQuote !== undefined)
    return failed(fault('bad-value', { line, column: openQuote }, say('gate.quoteNotClosed')))
  const { text: name, column } = first as Word
  const reading = { line, words: rest, end: text.trimEnd().length + 1 }
  switch (known[when].find((kind) => kind === name)) {
    case 'artifact':
      return parseArtifact(reading, placeholders)
    case 'require':
      return parsePredicate('require', reading)
    case 'forbid':
      return parsePredicate('forbid', reading)
    case 'after':
      return parseAfter(reading)
    case undefined:
      return failed(fault('unknown-directive', { line, column }, unknownDirective(name, when)))
  }
}

function unknownDirective(name: string, when: Gate['when']): Said {
  const words = known[when]
  if (when === 'postflight' && known.preflight.some((kind) => kind === name))
    return say('gate.directiveNotForOutputs', { name, words: listed(words) })
  return say('gate.noSuchDirective', { name: JSON.stringify(name), hint: meant(name, words), known: words.join(', ') })
}

function listed([first = '', ...rest]: readonly string[]): Value {
  return rest.reduce<Value>((one, other) => say('value.oneAndOther', { one, other }), first)
}

function parseArtifact({ line, words, end }: Reading, placeholders: readonly string[]): Parsed<Directive> {
  const [path, min, extra] = words
  if (path === undefined || path.text === '')
    return failed(fault('bad-value', { line, column: path?.column ?? end }, say('gate.artifactWithoutPath')))
  if (path.text.length > 1000) return failed(fault('bad-value', at(line, path), say('gate.pathTooLong')))
  const spot = { line, column: path.column + (path.quoted ? 1 : 0) }
  const checked = checkPlaceholders(path.text, spot, placeholders)
  if (!checked.ok) return checked
  if (min === undefined) return success({ kind: 'artifact', path: path.text })
  const bytes = /^min=(\d{1,12})$/.exec(min.text)?.[1]
  if (bytes === undefined || min.quoted) return failed(fault('bad-minimum', at(line, min), badMinimum(min.text)))
  if (extra !== undefined) return failed(tooMuch(line, extra))
  return success({ kind: 'artifact', path: path.text, min: Number(bytes) })
}

function badMinimum(text: string): Said {
  if (!text.startsWith('min')) return say('gate.notMinQuotePath', { text: JSON.stringify(text) })
  return say('gate.notMinWholeNumber', { text: JSON.stringify(text) })
}

function parsePredicate(kind: 'require' | 'forbid', reading: Reading): Parsed<Directive> {
  const { line, words, end } = reading
  const [field, op, ...rest] = words
  const form = say('gate.conditionForm', { kind })
  if (field === undefined) return failed(fault('bad-field', { line, column: end }, say('gate.fieldMissing', { form })))
  if (!FieldPath.safeParse(field.text).success || field.quoted)
    return failed(fault('bad-field', at(line, field), say('gate.notAField', { text: JSON.stringify(field.text) })))
  if (op === undefined)
    return failed(fault('bad-operator', { line, column: end }, say('gate.operatorMissing', { form })))
  const condition = parseCondition(op, { ...reading, words: rest })
  return condition.ok ? success({ kind, field: field.text, condition: condition.value }) : condition
}

function parseCondition(op: Word, reading: Reading): Parsed<Condition> {
  if (op.text === 'in') return parseList(reading)
  if (op.text === '==' || op.text === '!=') {
    const value = parseValue(reading)
    return value.ok ? success({ op: op.text, value: value.value }) : value
  }
  const hint = op.text === '=' ? say('hint.didYouMeanEquals') : meant(op.text, ['==', '!=', 'in'])
  const message = say('gate.noSuchOperator', { op: JSON.stringify(op.text), hint })
  return failed(fault('bad-operator', at(reading.line, op), message))
}

function parseValue({ line, words, end }: Reading): Parsed<string> {
  const [value, extra] = words
  if (value === undefined) return failed(fault('bad-value', { line, column: end }, say('gate.noValue')))
  if (isMark(value) || value.text.length > 500)
    return failed(fault('bad-value', at(line, value), say('gate.notOneValue', { text: JSON.stringify(value.text) })))
  return extra === undefined ? success(value.text) : failed(tooMuch(line, extra))
}

/** `[a, b]`: values between brackets, with commas between them. */
function parseList({ line, words, end }: Reading): Parsed<Condition> {
  const bad = (word: Word | undefined): Parsed<Condition> =>
    failed(fault('bad-value', word === undefined ? { line, column: end } : at(line, word), say('gate.howToWriteList')))
  const [open, ...rest] = words
  if (open === undefined || open.quoted || open.text !== '[') return bad(open)
  const values: string[] = []
  for (let index = 0; index < rest.length; index += 2) {
    const value = rest[index] as Word
    const mark = rest[index + 1]
    if (isMark(value) || value.text.length > 500 || values.length >= 50) return bad(value)
    values.push(value.text)
    if (mark === undefined || mark.quoted || !isMark(mark) || mark.text === '[') return bad(mark)
    if (mark.text === ']') {
      const extra = rest[index + 2]
      return extra === undefined ? success({ op: 'in', values }) : failed(tooMuch(line, extra))
    }
  }
  return bad(undefined)
}

function parseAfter({ line, words, end }: Reading): Parsed<Directive> {
  const [phase, equals, verdict, extra] = words
  const form = 'after <phase> = approved | revision | n/a'
  if (phase === undefined) return failed(fault('bad-value', { line, column: end }, say('gate.phaseMissing', { form })))
  if (!Slug.safeParse(phase.text).success)
    return failed(fault('bad-value', at(line, phase), say('gate.notAPhaseName', { text: JSON.stringify(phase.text) })))
  if (equals?.text !== '=')
    return failed(fault('bad-operator', equals === undefined ? { line, column: end } : at(line, equals), raw(form)))
  const asked = RequiredVerdict.safeParse(verdict?.text)
  if (verdict === undefined || !asked.success) {
    const typed = verdict?.text ?? ''
    const message = say('gate.notAVerdict', {
      text: JSON.stringify(typed),
      hint: meant(typed, RequiredVerdict.options),
      form,
    })
    return failed(fault('bad-value', verdict === undefined ? { line, column: end } : at(line, verdict), message))
  }
  return extra === undefined
    ? success({ kind: 'after', phase: phase.text, verdict: asked.data })
    : failed(tooMuch(line, extra))
}

function isMark(word: Word): boolean {
  return !word.quoted && (word.text === '[' || word.text === ']' || word.text === ',')
}

function at(line: number, { column }: Word): Spot {
  return { line, column }
}

function tooMuch(line: number, word: Word): GateFault {
  return fault('bad-value', at(line, word), say('gate.tooMuchQuoteValue', { text: JSON.stringify(word.text) }))
}
