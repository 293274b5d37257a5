/** Turns the nested groups and tests of a source into tests with full names and states. */
import type { FoundTest, TestState } from '#model/tests.ts'

export interface Block {
  /** The nesting depth: an indentation, or the number of enclosing blocks. */
  readonly depth: number
  readonly kind: 'group' | 'test'
  readonly name: string
  readonly marks: readonly Mark[]
}

/** `when`: only under a condition, quoted from the source. */
export type Mark = 'skipped' | 'todo' | 'fails' | 'only' | { readonly when: string }

const separator = ' > '
const longestCondition = 300

interface Standing {
  readonly block: Block
  readonly around: readonly Block[]
}

/** In the order of the source. */
export function testsIn(blocks: readonly Block[]): FoundTest[] {
  const standing = withAround(blocks)
  const focused = standing.filter(({ block }) => block.marks.includes('only'))
  /** A mark `only` inside a group overrides one on the group itself. */
  const given = new Set(focused.flatMap(({ around }) => around))
  return standing
    .filter(({ block }) => block.kind === 'test')
    .map(({ block, around }): FoundTest => {
      const path = [...around, block]
      const name = path.map((one) => one.name).join(separator)
      const marks = path.flatMap((one) => one.marks)
      const nearest = path.findLast((one) => one.marks.includes('only'))
      const isSilenced = focused.length > 0 && (nearest === undefined || given.has(nearest))
      return { name, ...stateOf(marks, isSilenced ? 'silenced' : 'runs') }
    })
}

function withAround(blocks: readonly Block[]): readonly Standing[] {
  const open: Block[] = []
  return blocks.map((block) => {
    while ((open.at(-1)?.depth ?? -Infinity) >= block.depth) open.pop()
    const around = [...open]
    open.push(block)
    return { block, around }
  })
}

function stateOf(marks: readonly Mark[], otherwise: TestState): Omit<FoundTest, 'name'> {
  for (const state of ['skipped', 'todo'] as const) if (marks.includes(state)) return { state }
  if (otherwise === 'silenced') return { state: 'silenced' }
  if (marks.includes('fails')) return { state: 'fails' }
  const conditions = marks.flatMap((mark) => (typeof mark === 'object' ? [mark.when] : []))
  if (conditions.length === 0) return { state: otherwise }
  return { state: 'conditional', condition: conditions.join('; ').replaceAll(/\s+/g, ' ').slice(0, longestCondition) }
}
