/** Why the text of a plan does not fit its schema, one line per fault, in words that its author can act on. */
import { raw, say, several, type Said, type Value } from '#messages/said.ts'
import { CheckCommand } from '#model/evidence.ts'
import type { Json } from '#model/json.ts'
import { CostBudget, Criterion, Plan, PlannedUnit } from '#model/unit.ts'
import { either } from './one-of.ts'

type Misfit = NonNullable<ReturnType<typeof Plan.safeParse>['error']>
type Issue = Misfit['issues'][number]

/** Synonyms that other tools and people use. */
const otherNames: Readonly<Record<string, string>> = {
  files: 'writes',
  paths: 'writes',
  dependencies: 'depends',
  dependsOn: 'depends',
  after: 'depends',
  description: 'brief',
  task: 'brief',
  name: 'title',
  command: 'run',
  cmd: 'run',
  checks: 'verify',
  test: 'verify',
  tests: 'verify',
  modules: 'units',
  tasks: 'units',
  steps: 'units',
  known_risks: 'risks',
  criteria: 'acceptanceCriteria',
  forbidden: 'disallowedChanges',
  budget: 'costBudget',
  trajectory: 'expectedTrajectory',
  evidence: 'successEvidence',
  timeout: 'timeoutMs',
}

export function planFaults(error: Misfit, written: Json): Said[] {
  if (typeof written !== 'object' || written === null || Array.isArray(written))
    return [say('plan.notAnObject', { kind: kindOf(written) })]
  return error.issues.slice(0, 50).map((issue) => {
    const place = placeOf(issue.path, written)
    const what =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => unknownKey(key, issue.path))
        : [messageOf(issue, valueAt(written, issue.path))]
    return several(
      what.map((one) => say('value.fault', { place, what: one })),
      '\n',
    )
  })
}

function messageOf(issue: Issue, written: Json | undefined): Said {
  if (written === undefined && issue.path.length > 0) return say('value.isMissing')
  const value = shown(written)
  if (issue.code === 'invalid_type') {
    const kind = article(issue.expected)
    if (issue.expected !== 'object') return say('value.mustBeKind', { kind, value })
    return say('value.mustBeKindWithKeys', { kind, keys: keysAt(issue.path).join(', '), value })
  }
  if (issue.code === 'invalid_value') return say('value.mustBeKind', { kind: either(issue.values.map(String)), value })
  if (issue.code === 'too_small' && issue.origin !== 'number') return say('path.isEmpty')
  if (issue.code === 'too_small') {
    const least = Number(issue.minimum)
    return issue.inclusive === true
      ? say('value.mustBeAtLeast', { least, value })
      : say('value.mustBeMoreThan', { least, value })
  }
  if (issue.code === 'custom') return raw(issue.message)
  if (issue.code === 'too_big') return tooBig(issue.origin, Number(issue.maximum))
  return say('value.faultAndWhy', { value, why: issue.message })
}

function tooBig(origin: string, most: number): Said {
  if (origin === 'string') return say('value.tooLong', { most })
  return origin === 'array' ? say('value.tooManyEntries', { most }) : say('value.tooLarge', { most })
}

/** `unit b, verify 1, run` for the path of an issue; a unit is named by its id if it has one. */
function placeOf(path: readonly PropertyKey[], written: Json): Said {
  if (path.length === 0) return say('text.thePlan')
  const words: Said[] = []
  for (let at = 0; at < path.length; at += 1) {
    const [part, next] = [path[at], path[at + 1]]
    if (typeof next === 'number') {
      words.push(at === 0 && part === 'units' ? unitName(written, next) : raw(`${String(part)} ${next + 1}`))
      at += 1
    } else words.push(raw(String(part)))
  }
  return several(words, ', ')
}

function unitName(written: Json, index: number): Said {
  const id = valueAt(written, ['units', index, 'id'])
  return typeof id === 'string' && id !== ''
    ? say('unit.named', { unit: shortJson(id).slice(1, -1) })
    : say('unit.number', { number: index + 1 })
}

function unknownKey(key: string, path: readonly PropertyKey[]): Said {
  const known = keysAt(path)
  const camel = key.replaceAll(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const meant = [key.toLowerCase(), otherNames[key] ?? '', otherNames[camel] ?? '', camel].find((name) =>
    known.includes(name),
  )
  const hint = meant === undefined ? say('key.mayHave', { known: known.join(', ') }) : say('key.isCalled', { meant })
  return say('key.notKnown', { key: shortJson(key).slice(1, -1), hint })
}

/** The keys that the schema knows at the place of an issue. */
function keysAt(path: readonly PropertyKey[]): string[] {
  const last = path.filter((part) => typeof part === 'string').at(-1)
  if (path.length === 0) return Object.keys(Plan.shape)
  if (last === 'verify') return Object.keys(CheckCommand.shape)
  if (last === 'acceptanceCriteria') return Object.keys(Criterion.shape)
  return Object.keys(last === 'costBudget' ? CostBudget.shape : PlannedUnit.shape)
}

function valueAt(written: Json, path: readonly PropertyKey[]): Json | undefined {
  return path.reduce<Json | undefined>((value, part) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    return (value as Readonly<Record<PropertyKey, Json>>)[part]
  }, written)
}

function shown(value: Json | undefined): Value {
  return value === undefined ? say('value.nothing') : shortJson(value)
}

function shortJson(value: Json): string {
  const text = JSON.stringify(value)
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`
}

function kindOf(value: Json | undefined): Value {
  if (value === null || value === undefined) return say('value.nothing')
  return Array.isArray(value) ? say('value.aList') : article(typeof value)
}

const articles: Readonly<Record<string, Said>> = {
  string: say('value.aText'),
  number: say('value.aNumber'),
  int: say('value.aWholeNumber'),
  boolean: say('value.trueOrFalse'),
  array: say('value.aList'),
  object: say('value.anObject'),
}

function article(kind: string): Value {
  return articles[kind] ?? kind
}
