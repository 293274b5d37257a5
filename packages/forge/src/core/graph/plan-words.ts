/** Why a written plan does not fit its schema, one line per fault, in words that whoever wrote it can follow. */
import { CheckCommand } from '#model/evidence.ts'
import type { Json } from '#model/json.ts'
import { CostBudget, Criterion, Plan, PlannedUnit } from '#model/unit.ts'

type Misfit = NonNullable<ReturnType<typeof Plan.safeParse>['error']>
type Issue = Misfit['issues'][number]

/** What other tools and people call the same. */
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

export function planFaults(error: Misfit, written: Json): string[] {
  if (typeof written !== 'object' || written === null || Array.isArray(written))
    return [`a plan is an object with units, not ${kindOf(written)}`]
  return error.issues.slice(0, 50).map((issue) => {
    const where = placeOf(issue.path, written)
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => `${where}${unknownKey(key, issue.path)}`).join('\n')
    return `${where}${messageOf(issue, valueAt(written, issue.path))}`
  })
}

function messageOf(issue: Issue, value: Json | undefined): string {
  if (value === undefined && issue.path.length > 0) return 'is missing'
  if (issue.code === 'invalid_type') {
    const keys = issue.expected === 'object' ? ` with ${keysAt(issue.path).join(', ')}` : ''
    return `must be ${article(issue.expected)}${keys}, not ${shown(value)}`
  }
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}, not ${shown(value)}`
  if (issue.code === 'too_small' && issue.origin !== 'number') return 'is empty'
  if (issue.code === 'too_small')
    return `must be ${issue.inclusive === true ? 'at least' : 'more than'} ${issue.minimum}, not ${shown(value)}`
  if (issue.code === 'custom') return issue.message
  if (issue.code === 'too_big') return tooBig(issue.origin, issue.maximum)
  return `${shown(value)}: ${issue.message}`
}

function tooBig(origin: string, maximum: number | bigint): string {
  if (origin === 'string') return `is longer than ${maximum} characters`
  return origin === 'array' ? `has more than ${maximum} entries` : `is more than ${maximum}`
}

/** `unit b, verify 1, run: ` for the path of an issue; a unit is called by its id where it has one. */
function placeOf(path: readonly PropertyKey[], written: Json): string {
  if (path.length === 0) return 'the plan '
  const words: string[] = []
  for (let at = 0; at < path.length; at += 1) {
    const [part, next] = [path[at], path[at + 1]]
    if (typeof next === 'number') {
      words.push(at === 0 && part === 'units' ? unitName(written, next) : `${String(part)} ${next + 1}`)
      at += 1
    } else words.push(String(part))
  }
  return `${words.join(', ')} `
}

function unitName(written: Json, index: number): string {
  const id = valueAt(written, ['units', index, 'id'])
  return typeof id === 'string' && id !== '' ? `unit ${shown(id).slice(1, -1)}` : `unit number ${index + 1}`
}

function unknownKey(key: string, path: readonly PropertyKey[]): string {
  const known = keysAt(path)
  const camel = key.replaceAll(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const meant = [key.toLowerCase(), otherNames[key] ?? '', otherNames[camel] ?? '', camel].find((name) =>
    known.includes(name),
  )
  const hint = meant === undefined ? `it may have ${known.join(', ')}` : `it is called ${meant}`
  return `has the key ${shown(key).slice(1, -1)}, which is not known: ${hint}`
}

/** The keys that are known where an issue is. */
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

function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`
}

function kindOf(value: Json | undefined): string {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return article(value === undefined ? 'nothing' : typeof value)
}

const articles: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

function article(kind: string): string {
  return articles[kind] ?? kind
}
