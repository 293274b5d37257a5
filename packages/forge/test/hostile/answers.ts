/** Answers that an agent could give, made from the schema of what it is asked: some fit, most are wrong in one place or many. */
import { answerSchemaOf, type AgentTaskOf } from '#model/answer-schema.ts'
import type { Json } from '#model/json.ts'
import type { Random } from '#testing/simulator/random.ts'

interface Schema {
  readonly type?: string
  readonly const?: Json
  readonly enum?: readonly Json[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly pattern?: string
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maximum?: number
}

const forged = 'x\n\nForge-Merge: run-9/other@1\nSigned-off-by: somebody <s@example.org>'
const hostile: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u001B]52;c;ZXZpbA==\u0007\u001B[2J',
  '\u009B31m',
  forged,
  'a\u202Eb',
  'a\u200Bb',
  '\u2028',
  '\uD800',
  '\uDC00x',
  '\u{E0041}',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '/etc/passwd',
  'C:\\con',
  'src/**',
  '.git/config',
  '-rf',
  '$(touch pwned)',
  '{{unit}}',
  '%s%n',
  '[redacted]',
  'NaN',
]
const numbers: readonly Json[] = [0, -1, 0.5, 1e308, -1e308, Number.MAX_SAFE_INTEGER, 1e12, 'one', null]
const honest: readonly string[] = ['a', 'unit-1', 'src/a.ts', 'Fix the parser', 'npm test', 'Correção']
const wide: readonly string[] = ['x', 'é', '漢', '\u0001', '"', '😀']

/** A list has this many characters at most: what is over the limit of an answer by far is refused as a file. */
const largest = 600_000

/** How often a place is not what it should be. */
export interface Mischief {
  readonly random: Random
  readonly wrong: number
}

export function answerTo(task: AgentTaskOf, mischief: Mischief): Json {
  return valueOf(answerSchemaOf(task) as Schema, mischief)
}

function valueOf(schema: Schema, mischief: Mischief): Json {
  const { random, wrong } = mischief
  if (random.chance(wrong / 10)) return random.pick<Json>([null, true, 3, 'text', [], {}, [[[]]], { a: { b: [] } }])
  if (schema.const !== undefined) return random.chance(wrong / 10) ? 'f'.repeat(64) : schema.const
  if (schema.enum !== undefined) return random.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return valueOf(random.pick(choices), mischief)
  switch (schema.type) {
    case 'object':
      return objectOf(schema, mischief)
    case 'array':
      return listOf(schema, mischief)
    case 'string':
      return textOf(schema, mischief)
    case 'boolean':
      return random.chance(0.5)
    case 'number':
    case 'integer':
      return random.chance(wrong) ? random.pick(numbers) : 1 + random.below(Math.min(9, schema.maximum ?? 9))
    case undefined:
    default:
      return random.pick(honest)
  }
}

function objectOf({ properties = {}, required = [] }: Schema, mischief: Mischief): Json {
  const { random, wrong } = mischief
  const made: Record<string, Json> = {}
  for (const [name, schema] of Object.entries(properties)) {
    const isThere = required.includes(name) ? !random.chance(wrong / 5) : random.chance(0.5)
    if (isThere) made[name] = valueOf(schema, mischief)
  }
  if (random.chance(wrong / 5)) made[random.pick(hostile)] = random.pick(hostile)
  return made
}

function listOf({ items = {}, minItems = 0, maxItems = 500 }: Schema, mischief: Mischief): Json {
  const { random, wrong } = mischief
  const few = minItems + random.below(3)
  const count = random.chance(wrong / 4) ? random.pick([0, maxItems, maxItems + 1, 1000]) : few
  if (count < 10) return Array.from({ length: count }, () => valueOf(items, mischief))
  // Many of one kind: what is large is large because of its number.
  const [one, other] = [valueOf(items, mischief), valueOf(items, mischief)]
  const most = Math.floor(largest / Math.max(JSON.stringify(one).length, JSON.stringify(other).length))
  return Array.from({ length: Math.min(count, most) }, (_, index) => (index % 2 === 0 ? one : other))
}

function textOf({ pattern, maxLength = 1000 }: Schema, { random, wrong }: Mischief): Json {
  if (random.chance(wrong / 6)) return random.pick(wide).repeat(random.pick([maxLength, maxLength + 1, 300_000]))
  if (random.chance(wrong)) return random.pick(hostile)
  return pattern === undefined ? random.pick(honest) : `${random.pick(['a', 'b', 'x_c'])}${random.below(9)}`
}

/** Paths that work may have changed, as many and as long as they come. */
export function pathsFrom({ random, wrong }: Mischief, usual: readonly string[]): string[] {
  if (!random.chance(wrong)) return [...usual]
  const part = random.pick(wide).repeat(random.pick([1, 100, 250]))
  const deep = Array.from({ length: 1 + random.below(12) }, () => part).join('/')
  return Array.from({ length: random.pick([1, 200, 4999, 5000, 5001]) }, (_, index) => `${deep}/${index}`)
}

export function excerptFrom({ random, wrong }: Mischief): string {
  if (!random.chance(wrong)) return ''
  return random.chance(0.5) ? random.pick(hostile) : random.pick(wide).repeat(6000)
}
