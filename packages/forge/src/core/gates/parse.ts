/**
 * The gate language (S0-27), parsed once and exactly. Any Markdown text may hold blocks fenced per phase:
 *
 *     ```gates phase=implement            what must hold before the phase starts (preflight)
 *     artifact docs/{unit}/PLAN.md min=200
 *     after review = approved
 *     forbid unit.state in [stopped, dropped]
 *     ```
 *     ```outputs phase=plan               what must be there after it ended (postflight, R-05)
 *     artifact docs/{unit}/PLAN.md min=200
 *     ```
 *
 * Lines that are empty or start with # say nothing. Nothing is guessed: whatever is not of the language is a fault.
 */
import { say } from '#messages/said.ts'
import type { Directive, Gate } from '#model/gate.ts'
import { Slug } from '#model/ids.ts'
import { nearest } from '#model/nearest.ts'
import { failed, success, type Result } from '#model/result.ts'
import { parseDirective, type GateLines } from './directives.ts'
import { blocksOf, type Block } from './fences.ts'
import { fault, meant, type GateFault } from './faults.ts'
import { wordsOf } from './lines.ts'

const flights = { gates: 'preflight', outputs: 'postflight' } as const
const most = 50

/** All gates of a text, or all its faults in the order of their lines. Never throws. `placeholders`: names in braces that paths may hold. */
export function parseGates(
  text: string,
  placeholders: readonly string[],
): Result<readonly Gate[], readonly GateFault[]> {
  const faults: GateFault[] = []
  const gates: Gate[] = []
  const seen = new Map<string, number>()
  for (const block of blocksOf(text)) {
    const head = headOf(block, faults)
    if (!block.isClosed) faults.push(unterminated(block))
    if (head === undefined) continue
    const name = `${head.when} ${head.phase}`
    const earlier = seen.get(name)
    if (earlier !== undefined) faults.push(duplicate(block, head.phase, earlier))
    seen.set(name, earlier ?? block.line)
    const body = parseLines(block.lines, block.line + 1, { when: head.when, placeholders })
    if (body.ok) gates.push({ ...head, directives: [...body.value] })
    else faults.push(...body.failure)
  }
  return faults.length === 0 ? success(gates) : failed(faults.toSorted((a, b) => a.line - b.line))
}

/** The body of one block, where a preset writes it without a fence. `line` is that of its first line. */
export function parseLines(
  lines: readonly string[],
  line: number,
  of: GateLines,
): Result<readonly Directive[], readonly GateFault[]> {
  const directives: Directive[] = []
  const faults: GateFault[] = []
  for (const [index, text] of lines.entries()) {
    const parsed = parseDirective(text, line + index, of)
    if (parsed === undefined) continue
    if (!parsed.ok) faults.push(parsed.failure)
    else if (directives.length < most) directives.push(parsed.value)
    else faults.push(fault('bad-block', { line: line + index, column: 1 }, say('gate.tooManyDirectives', { most })))
  }
  return faults.length === 0 ? success(directives) : failed(faults)
}

/** What a block guards; undefined when it is no block of the language, or has a fault. */
function headOf(block: Block, faults: GateFault[]): Pick<Gate, 'when' | 'phase'> | undefined {
  const { words } = wordsOf(block.info)
  const [name, ...attributes] = words
  const spot = { line: block.line, column: block.infoColumn }
  if (name === undefined) return undefined
  const when = Object.hasOwn(flights, name.text) ? flights[name.text as keyof typeof flights] : undefined
  if (when === undefined) {
    // A typo in the name of a block would make its gate vanish; a block of another language never has phase=.
    const isSlip = attributes.some(({ text }) => text.startsWith('phase=')) && nearest(name.text, Object.keys(flights))
    if (isSlip)
      faults.push(
        fault(
          'bad-block',
          spot,
          say('gate.noSuchBlock', { name: JSON.stringify(name.text), hint: meant(name.text, ['gates', 'outputs']) }),
        ),
      )
    return undefined
  }
  const [attribute, extra] = attributes
  const phase = attribute === undefined ? undefined : /^phase=(.*)$/.exec(attribute.text)?.[1]
  const odd = phase === undefined ? attribute : extra
  if (phase === undefined || extra !== undefined || !Slug.safeParse(phase).success) {
    const column = spot.column + (odd?.column ?? attribute?.column ?? name.text.length + 1) - 1
    faults.push(fault('bad-block', { line: block.line, column }, say('gate.howBlockBegins', { name: name.text })))
    return undefined
  }
  return { when, phase }
}

function unterminated({ line, info }: Block): GateFault {
  const what = info === '' ? say('gate.theBlock') : say('gate.theNamedBlock', { name: JSON.stringify(info) })
  return fault('unterminated-block', { line, column: 1 }, say('gate.blockNeverClosed', { what }))
}

function duplicate({ line }: Block, phase: string, earlier: number): GateFault {
  return fault('duplicate-block', { line, column: 1 }, say('gate.phaseHasBlockAlready', { phase, line: earlier }))
}
