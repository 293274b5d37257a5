/** What a call declares, from its callee alone: `describe.skip.each(table)(…)` is a group that is skipped. */
import type { SgNode } from '@ast-grep/napi'
import { hasFunction } from './arguments.ts'
import type { Mark } from './blocks.ts'
import type { Runners } from './runners.ts'

export interface Chain {
  /** `skip`: no declaration, but a call in the body of one, such as `t.skip()`. */
  readonly kind: 'group' | 'test' | 'skip'
  readonly marks: readonly Mark[]
  /** Arguments of the call itself. */
  readonly given: readonly SgNode[]
  /** For a test inside a test, such as `t.test(…)`. */
  readonly isInner: boolean
}

interface Link {
  readonly name: string
  /** Arguments of a call of the link itself: the condition of `skipIf`. */
  readonly given?: readonly SgNode[]
}

const groups = new Set(['describe', 'suite', 'context'])
const tests = new Set(['it', 'test', 'specify'])
/** Names under which a runner gives a test to its own body. */
const inner = new Set(['t', 'ctx', 'context'])
const spaces = new Set(['Deno', 'QUnit'])

const marked: Readonly<Record<string, Mark>> = {
  skip: 'skipped',
  fixme: 'skipped',
  ignore: 'skipped',
  todo: 'todo',
  only: 'only',
  fails: 'fails',
  fail: 'fails',
  failing: 'fails',
}
/** Links that change how a test runs, not whether. */
const plain = new Set(['concurrent', 'sequential', 'shuffle', 'serial', 'parallel', 'each', 'for', 'extend'])
const conditions = new Set(['skipIf', 'runIf', 'if', 'todoIf', 'failIf'])
/** Links that become a declaration only after a call. */
const curried = new Set([...conditions, 'each', 'for', 'extend'])

export function chainOf(node: SgNode, runners: Runners): Chain | undefined {
  const callee = node.field('function')
  const given = argumentsOf(node)
  const links = callee === null ? undefined : linksOf(callee)
  const [first, ...rest] = links ?? []
  const last = links?.at(-1)
  if (first === undefined || last === undefined || given === undefined) return undefined
  if (curried.has(last.name) && last.given === undefined) return undefined
  const from = startOf(first.name, rest[0]?.name, { runners, given })
  if (from === undefined) return undefined
  const words = [...from.words, ...(from.rest === 'without first' ? rest.slice(1) : rest)]
  if (words.length === 0) return undefined
  return declared(words, given, from.isInner)
}

interface Start {
  readonly words: readonly Link[]
  readonly rest: 'all' | 'without first'
  readonly isInner: boolean
}

/** What the first name refers to: a runner's own function, an imported one, or an object with such functions. */
function startOf(
  name: string,
  next: string | undefined,
  { runners: { words, spaces: imported }, given }: { readonly runners: Runners; readonly given: readonly SgNode[] },
): Start | undefined {
  const known = words.get(name)
  if (known !== undefined) return { words: [{ name: known }], rest: 'all', isInner: false }
  const isSpace = spaces.has(name) || imported.has(name)
  if (isSpace && next !== undefined) return { words: [], rest: 'all', isInner: false }
  if ((name === 'this' || inner.has(name)) && (next === 'skip' || next === 'todo') && !hasFunction(given))
    return { words: [{ name: next }], rest: 'without first', isInner: true }
  if (inner.has(name) && next !== undefined && (tests.has(next) || groups.has(next)))
    return { words: [], rest: 'all', isInner: true }
  const [, focus = '', word = ''] = /^([xf])(it|test|describe|context|suite|specify)$/.exec(name) ?? []
  if (word !== '')
    return { words: [{ name: word }, { name: focus === 'x' ? 'skip' : 'only' }], rest: 'all', isInner: false }
  // `({ skip }) => skip()`: with any argument but a reason it is a foreign function.
  const isSkip = name === 'skip' && given.every((one) => one.kind() === 'string')
  return tests.has(name) || groups.has(name) || isSkip ? { words: [{ name }], rest: 'all', isInner: isSkip } : undefined
}

function declared(words: readonly Link[], given: readonly SgNode[], isInner: boolean): Chain | undefined {
  let kind: Chain['kind'] = 'skip'
  const marks: Mark[] = []
  for (const { name, given: condition } of words) {
    const mark = Object.hasOwn(marked, name) ? marked[name] : undefined
    if (groups.has(name) || name === 'module') kind = 'group'
    else if (tests.has(name)) kind = 'test'
    else if (mark !== undefined) marks.push(mark)
    else if (conditions.has(name)) marks.push({ when: `${name}(${condition?.[0]?.text() ?? ''})` })
    else if (!plain.has(name)) return undefined
  }
  if (kind === 'skip' && marks.length === 0) return undefined
  return { kind, marks, given, isInner }
}

/** `it.each(table).skip` as names in order; undefined if it contains anything else. */
function linksOf(callee: SgNode): readonly Link[] | undefined {
  switch (String(callee.kind())) {
    case 'identifier':
    case 'this':
      return [{ name: callee.text() }]
    case 'member_expression': {
      const object = callee.field('object')
      const name = callee.field('property')?.text()
      const before = object === null ? undefined : linksOf(object)
      return before === undefined || name === undefined ? undefined : [...before, { name }]
    }
    case 'call_expression': {
      const called = callee.field('function')
      const before = called === null ? undefined : linksOf(called)
      const last = before?.at(-1)
      if (before === undefined || last === undefined) return undefined
      return [...before.slice(0, -1), { ...last, given: argumentsOf(callee) ?? [] }]
    }
    default:
      return undefined
  }
}

/** Undefined for a tagged template, which calls nothing by name. */
function argumentsOf(node: SgNode): readonly SgNode[] | undefined {
  const list = node.field('arguments')
  if (list === null || list.kind() !== 'arguments') return undefined
  return list.namedChildren().filter((child) => child.kind() !== 'comment')
}
