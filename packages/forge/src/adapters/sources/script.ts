/** Tests of TypeScript and JavaScript, from the syntax tree: comments, strings and other functions are no tests. */
import type { SgNode } from '@ast-grep/napi'
import type { FoundTests } from '#model/tests.ts'
import { testsIn, type Block, type Mark } from './blocks.ts'
import { chainOf, type Chain } from './chain.ts'
import { hasFunction, isFunction, nameFrom, optionMarks } from './arguments.ts'
import { readRunners } from './runners.ts'

interface Ranged extends Block {
  readonly node: SgNode
  readonly end: number
  readonly marks: Mark[]
}

export function readScript(root: SgNode): FoundTests {
  const runners = readRunners(root)
  const open: Ranged[] = []
  const blocks: Ranged[] = []
  for (const node of root.findAll({ rule: { kind: 'call_expression' } })) {
    const { end } = node.range()
    // Outer calls come first, so a call that ends before this one does not enclose it.
    while ((open.at(-1)?.end ?? Infinity) < end.index) open.pop()
    const around = open.at(-1)
    const chain = chainOf(node, runners)
    if (chain === undefined) continue
    const block = blockOf(chain, open.length)
    if (block !== undefined) {
      open.push({ ...block, node, end: end.index })
      blocks.push(open.at(-1) as Ranged)
    } else if (around !== undefined) around.marks.push(...skipOf(node, chain, around))
  }
  return { tests: testsIn(blocks), known: runners.imported ? 'by import' : 'by path' }
}

/** Undefined if the call declares nothing, such as `test.skip()` inside a test. */
function blockOf(chain: Chain, depth: number): Omit<Ranged, 'node' | 'end'> | undefined {
  const { given, kind } = chain
  const [first, ...rest] = given
  if (kind === 'skip' || first === undefined || isCondition(chain, first)) return undefined
  if (chain.isInner && !hasFunction(given) && !(isText(first) && rest.length > 0)) return undefined
  const isEmpty = kind === 'test' && !isFunction(first) && rest.every((one) => one.kind() === 'object')
  if (isEmpty && !isText(first)) return undefined
  const marks: Mark[] = [...chain.marks, ...optionMarks(rest), ...(isEmpty ? (['todo'] as const) : [])]
  return { depth, kind, name: nameFrom(first), marks }
}

/** `test.skip(isSlow, 'why')` declares nothing: it applies to the enclosing block. */
function isCondition({ marks, given }: Chain, first: SgNode): boolean {
  if (marks.length === 0 || isText(first)) return false
  return !hasFunction(given) || (isFunction(first) && given[1] !== undefined && isText(given[1]))
}

function isText(node: SgNode): boolean {
  return /^(?:string|template_string)$/.test(String(node.kind()))
}

/** A skip in the body of a test: unconditional as a direct statement, else under some condition. */
function skipOf(node: SgNode, { kind, marks, given }: Chain, around: Ranged): Mark[] {
  const mark = marks.find((one) => typeof one === 'string' && one !== 'only')
  if (mark === undefined || (kind === 'group' && given.length > 0)) return []
  const [condition] = given
  const isCertain = condition === undefined || /^(?:string|true)$/.test(String(condition.kind()))
  const [statement, body, callback, list, call] = node.ancestors()
  const isOwn =
    statement?.kind() === 'expression_statement' &&
    body?.kind() === 'statement_block' &&
    callback !== undefined &&
    isFunction(callback) &&
    list?.kind() === 'arguments' &&
    call?.id() === around.node.id()
  if (isOwn && isCertain) return [mark]
  return [{ when: isOwn && condition !== undefined ? condition.text() : node.text() }]
}
